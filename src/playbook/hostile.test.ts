import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Answers, BOOTSTRAP, launchOf, openPage, playbookOf } from "./delivery.fixture";

describe("whatever arrives", () => {
  const anything = fc.oneof(fc.jsonValue(), fc.string(), fc.constant("__proto__"));
  const mutated = (keys: string[]) =>
    fc.dictionary(fc.constantFrom(...keys, "__proto__", "constructor"), anything, { maxKeys: 3 });
  const settles = async (answers: Answers) => {
    const page = openPage(answers);
    expect(await page.restore()).toBe(false);
    expect(await page.check()).toBeGreaterThanOrEqual(1000);
    expect(page.used.length + page.told().length).toBe(1);
    expect(page.used).toEqual(page.used.map(() => playbookOf(1)));
  };
  const runs = { numRuns: 300 };

  test("as bootstrap, nothing throws", async () => {
    const keys = ["tenant_id", "environment", "server_time", "refresh_seconds", "playbook", "keys"];
    const arbitrary = mutated([...keys, "branding"]).map((bootstrap) => launchOf(1, { bootstrap }));
    await fc.assert(fc.asyncProperty(arbitrary, settles), runs);
    const raw = anything.map((value) => ({ [BOOTSTRAP]: JSON.stringify(value) }));
    await fc.assert(fc.asyncProperty(raw, settles), runs);
  });

  test("as a signed manifest, nothing throws", async () => {
    const keys = ["tenant_id", "playbook_id", "sequence", "issued_at", "expires_at", "bundle"];
    const arbitrary = mutated([...keys, "version"]).map((manifest) => launchOf(1, { manifest }));
    await fc.assert(fc.asyncProperty(arbitrary, settles), runs);
  });

  test("as a JWS, nothing throws", async () => {
    const part = fc.oneof(
      fc.base64String(),
      fc.string(),
      anything.map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
    );
    const arbitrary = fc.array(part, { maxLength: 4 }).map((parts) => parts.join("."));
    await fc.assert(
      fc.asyncProperty(arbitrary, (jws) => settles({ ...launchOf(1), "/manifest": jws })),
      runs,
    );
  });
});

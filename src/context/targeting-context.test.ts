import { describe, expect, test, vi } from "vitest";
import { buildTargetingContext, forgetOvertaken, mergeUsers } from "./targeting-context";

const AS_OF = "2026-11-01T00:00:00Z";
const ANSWERED = Date.parse(AS_OF);

describe("of the user", () => {
  test("later wins: inferred, given, user context, client context", () => {
    const context = buildTargetingContext({
      inferred: { locale: "en", timezone: "UTC", device: "desktop" },
      given: { id: "u1", locale: "de", plan_handle: "free", country: "DE" },
      userContext: { plan_handle: "pro", country: "AT" },
      clientContext: { plan_handle: "team" },
    });
    expect(context).toMatchObject({
      id: "u1",
      locale: "de",
      timezone: "UTC",
      device: "desktop",
      country: "AT",
      plan_handle: "team",
    });
  });

  test("traits and usage are merged by key", () => {
    const context = buildTargetingContext({
      given: { traits: { role: "admin", team: "a" }, usage: { exports: 1, seats: 2 } },
      clientContext: { traits: { team: "b" }, usage: { exports: 5 } },
    });
    expect(context.traits).toEqual({ role: "admin", team: "b" });
    expect(context.usage).toEqual({ exports: 5, seats: 2 });
  });

  test("undefined overwrites nothing", () => {
    const said = JSON.parse('{"plan_handle":null}');
    const patch = { ...said, plan_handle: undefined, traits: { role: undefined } };
    const context = buildTargetingContext({
      given: { plan_handle: "pro", traits: { role: "admin" } },
      userContext: patch,
    });
    expect(context).toMatchObject({ plan_handle: "pro", traits: { role: "admin" } });
    expect(buildTargetingContext({ given: patch })).not.toHaveProperty("plan_handle");
  });

  test.each([
    ["ada@Example.com", "example.com"],
    ["not an address", undefined],
    ["a@b@c.example", "c.example"],
  ])("the e-mail address %s gives the domain %s and stays out itself", (email, domain) => {
    const context = buildTargetingContext({ given: { email } });
    expect(context.email_domain).toBe(domain);
    expect(JSON.stringify(context)).not.toContain(email);
  });

  test("entitlements count only from the client context", () => {
    const entitlements = { export: true };
    expect(
      buildTargetingContext({ given: { entitlements }, userContext: { entitlements } }),
    ).not.toHaveProperty("entitlements");
    expect(buildTargetingContext({ clientContext: { entitlements } })).toMatchObject({
      entitlements,
    });
  });

  test("keys like __proto__ stay keys", () => {
    const evil = JSON.parse('{"__proto__":{"admin":true},"traits":{"__proto__":{"admin":true}}}');
    const context = buildTargetingContext({ given: evil, userContext: { traits: { a: 1 } } });
    expect(context).not.toHaveProperty("admin");
    expect(context.traits).not.toHaveProperty("admin");
    expect(Object.getPrototypeOf(context.traits)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("admin");
  });
});

describe("usage that was updated", () => {
  const usageAt = (at: number, as_of?: string) =>
    buildTargetingContext(
      forgetOvertaken({
        usageUpdates: { exports: { value: 9, at } },
        clientContext: { usage: { exports: 5 }, as_of },
      }),
    ).usage;

  test("holds until an answer that is later", () => {
    expect(usageAt(ANSWERED + 1, AS_OF)).toEqual({ exports: 9 });
    expect(usageAt(ANSWERED, AS_OF)).toEqual({ exports: 9 });
    expect(usageAt(ANSWERED - 1, AS_OF)).toEqual({ exports: 5 });
  });

  test("holds until an answer that is later, by a time without a zone wherever it is read", () => {
    vi.stubEnv("TZ", "Asia/Tokyo");
    expect(usageAt(ANSWERED + 1, AS_OF.replace("Z", ""))).toEqual({ exports: 9 });
    expect(usageAt(ANSWERED - 1, AS_OF.replace("Z", ""))).toEqual({ exports: 5 });
    vi.unstubAllEnvs();
  });

  test("holds when no answer says when it was", () => {
    expect(usageAt(0)).toEqual({ exports: 9 });
    expect(usageAt(0, "soon")).toEqual({ exports: 9 });
  });

  test("is dropped with a later answer that does not name it, for what was said before", () => {
    const parts = forgetOvertaken({
      given: { usage: { exports: 2 } },
      usageUpdates: { exports: { value: 9, at: ANSWERED - 1 } },
      clientContext: { as_of: AS_OF },
    });
    expect(buildTargetingContext(parts).usage).toEqual({ exports: 2 });
    // Nor does an answer that is older bring it back.
    const older = { ...parts, clientContext: { as_of: new Date(ANSWERED - 9).toISOString() } };
    expect(buildTargetingContext(forgetOvertaken(older)).usage).toEqual({ exports: 2 });
  });
});

test("a client context's trial wins over the trial status", () => {
  const trial = { in_trial: true };
  expect(buildTargetingContext({ trial }).trial).toBe(trial);
  const context = buildTargetingContext({ trial, clientContext: { trial: { in_trial: false } } });
  expect(context.trial).toEqual({ in_trial: false });
});

describe("of the page", () => {
  const base = "https://a.example/b?c=1";
  const inferredPage = { url: base, title: "B" };

  test("what is given wins field by field, and its path and query follow", () => {
    const { page } = buildTargetingContext({
      base,
      inferredPage,
      givenPage: { url: "/pricing?plan=pro&token=t", tags: ["sale"] },
    });
    expect(page).toEqual({
      url: "https://a.example/pricing?plan=pro",
      path: "/pricing",
      query: { plan: "pro" },
      title: "B",
      tags: ["sale"],
    });
  });

  test("what is given counts by itself, and the page's address is only what it is relative to", () => {
    const givenPage = { url: "/pricing" };
    const page = { url: "https://a.example/pricing", path: "/pricing", query: {} };
    expect(buildTargetingContext({ base, givenPage }).page).toEqual(page);
    expect(buildTargetingContext({ base, givenPage: { title: "A" } }).page).toEqual({ title: "A" });
  });

  test("nothing is known when nothing was said", () => {
    expect(buildTargetingContext({ base }).page).toEqual({});
  });
});

test("users merge without losing what a patch does not name", () => {
  const merged = mergeUsers(
    { id: "u1", traits: { a: 1 }, segments: ["beta"] },
    { name: "Ada", traits: { b: 2 } },
  );
  expect(merged).toEqual({
    id: "u1",
    name: "Ada",
    segments: ["beta"],
    traits: { a: 1, b: 2 },
    usage: {},
  });
});

test("what is said after the server's last answer holds beside it, though the device's clock is behind", () => {
  const answered = Date.parse("2026-11-20T12:00:00Z");
  const usageUpdates = { exports: { value: 9, at: answered - 3_600_000, after: answered } };
  const parts = { usageUpdates, clientContext: { as_of: "2026-11-20T12:00:00Z" } };
  expect(forgetOvertaken(parts)).toBe(parts);
});

import { describe, expect, test } from "vitest";
import { isManual, readAttributes } from "./read-attributes";
import { readOptions } from "./read-options";

const PLAYBOOK = { format_version: 1, playbook_id: "p", version: 1 };

/** What comes of a tag with these data-attributes. */
function readTag(dataset: Record<string, string>, embedded = JSON.stringify(PLAYBOOK)) {
  const tag = { dataset };
  const attributes = readAttributes(tag, {
    document: {
      querySelector: (selector) =>
        selector === 'script[id="pb"]' ? { textContent: embedded } : null,
    },
    fetch: async (url) => ({
      ...{ ok: url === "/playbook.json", status: 404 },
      json: async () => ({ ...PLAYBOOK, playbook_id: url }),
    }),
  });
  const read = readOptions(undefined, { browser: true, attributes });
  return { manual: isManual(tag), ...read };
}

const account = { tenantId: "acme", publicKey: "svc_1" };

test("every attribute has its option", () => {
  const { options, faults } = readTag({
    ...account,
    endpoint: "https://x.example",
    runtimeMode: "service_server",
    mode: "iframe",
    userId: "u1",
    planHandle: "pro",
    inferUser: "false",
    inferPage: "true",
    routerAutoTrack: "",
    providerFailureSlotBehavior: "placeholder",
    consent: "pending",
    debug: "",
  });
  expect(faults).toEqual([]);
  expect(options).toEqual({
    ...account,
    endpoint: "https://x.example",
    runtimeMode: "service_server",
    mode: "iframe",
    user: { id: "u1", plan_handle: "pro" },
    contextPolicy: { inferUser: false, inferPage: true, routerAutoTrack: true },
    providerFailureSlotBehavior: "placeholder",
    consent: "pending",
    debug: true,
  });
});

test("what other tools write on the tag is none of ours", () => {
  expect(readTag({ ...account, cfasync: "false" })).toEqual({
    manual: false,

    options: account,
    faults: [],
  });
});

test.each([
  [{ manual: "" }, true],
  [{ manual: "true" }, true],
  [{ manual: "false" }, false],
  [{}, false],
])("%o: manual is %s", (dataset, manual) => {
  expect(readTag(dataset).manual).toBe(manual);
});

test("a flag that is neither true nor false takes its default and is listed", () => {
  const { options, faults } = readTag({ ...account, inferUser: "maybe" });
  expect(options.contextPolicy).toBeUndefined();
  expect(faults).toMatchObject([{ option: "contextPolicy.inferUser", fatal: false }]);
});

test("data-api-key is refused as a server key", () => {
  const { faults } = readTag({ ...account, apiKey: "svc_hush" });
  expect(faults).toMatchObject([{ option: "apiKey", code: "refused", fatal: true }]);
  expect(faults[0]?.message).not.toContain("hush");
});

test("what a template left empty is not there", () => {
  const tag = { dataset: { tenantId: "", userId: "", planHandle: "", playbook: "" } };
  const environment = {
    document: { querySelector: () => null },
    fetch: () => Promise.reject(new Error("none")),
  };
  const attributes = readAttributes(tag, environment);
  const given = { ...account, user: { id: "ada", plan_handle: "pro" } };
  expect(readOptions(given, { browser: true, attributes }).options).toEqual(given);
});

test.each(["", "yes"])("a consent of %j is a wrong one, which grants nothing", (consent) => {
  const { options, faults } = readTag({ ...account, consent });
  expect(options.consent).toBe("denied");
  expect(faults).toMatchObject([{ option: "consent", fatal: false }]);
});

test("no tag, no attributes", () => {
  const environment = {
    document: { querySelector: () => null },
    fetch: () => Promise.reject(new Error("none")),
  };
  const attributes = readAttributes(null, environment);
  expect(isManual(null)).toBe(false);
  expect(readOptions(account, { browser: true, attributes }).options).toEqual(account);
});

describe("data-playbook", () => {
  test("with an id is the JSON of that element, in local_only", () => {
    const { options, faults } = readTag({ playbook: "#pb" });
    expect(faults).toEqual([]);
    expect(options).toEqual({ runtimeMode: "local_only", localRuntime: { playbook: PLAYBOOK } });
  });

  test.each([
    [
      "an element that isn't there",
      "#other",
      undefined,
      'data-playbook "#other": there is no such',
    ],
    ["JSON that isn't any", "#pb", '{"format_version":1,}', "JSON at position 20"],
    ["JSON that is no object", "#pb", "7", "the #id of an element with its JSON"],
  ])("with %s is fatal, and says why", (_, playbook, embedded, why) => {
    expect(readTag({ playbook }, embedded).faults).toMatchObject([
      {
        ...{ option: "localRuntime.playbook", code: "type", fatal: true },
        message: expect.stringContaining(why),
      },
    ]);
  });

  test("with a URL is fetched when the Playbook is asked for", async () => {
    const { options, faults } = readTag({ playbook: "/playbook.json" });
    expect(faults).toEqual([]);
    expect(options.runtimeMode).toBe("local_only");
    expect(await options.localRuntime?.resolvers?.resolvePlaybook?.()).toEqual({
      ...PLAYBOOK,
      playbook_id: "/playbook.json",
    });
  });

  test("with a URL that isn't there says so", async () => {
    const { options } = readTag({ playbook: "/else.json" });
    await expect(options.localRuntime?.resolvers?.resolvePlaybook?.()).rejects.toThrow(
      'data-playbook "/else.json": it answered 404',
    );
  });
});

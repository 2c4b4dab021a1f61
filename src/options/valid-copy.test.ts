import { describe, expect, test, vi } from "vitest";
import { readOptions } from "./read-options";

const account = { tenantId: "acme", publicKey: "svc_public_1" };
const read = (input: unknown, attributes?: unknown) =>
  readOptions(input, { browser: true, attributes });

describe("hostile input", () => {
  const throwing = () => {
    throw new Error("no");
  };

  test.each<[string, unknown]>([
    ["options", new Proxy({}, { ownKeys: throwing })],
    [
      "tenantId",
      {
        ...account,
        get tenantId() {
          return throwing();
        },
      },
    ],
    [
      "user.id",
      {
        ...account,
        user: {
          get id() {
            return throwing();
          },
        },
      },
    ],
    [
      "provider",
      {
        ...account,
        provider: {
          get getPlaybook() {
            return throwing();
          },
        },
      },
    ],
  ])("a throwing getter of %s is a fault, not an exception", (option, input) => {
    expect(read(input).faults).toContainEqual(
      expect.objectContaining({ option, message: "cannot be read" }),
    );
  });

  test("pollutes nothing", () => {
    const { options } = read(
      JSON.parse('{"tenantId":"a","publicKey":"svc_1","__proto__":{"x":1}}'),
    );
    expect(Object.getPrototypeOf(options)).toBe(null);
    expect("x" in options).toBe(false);
  });

  test("reads each option once, inherited ones too", () => {
    const get = vi.fn(() => "acme");
    const input = Object.create(Object.defineProperty({}, "tenantId", { get }));
    input.publicKey = "svc_1";
    expect(read(input).options).toEqual({ tenantId: "acme", publicKey: "svc_1" });
    expect(get).toHaveBeenCalledTimes(1);
  });
});

test("functions, instances and the Playbook are passed by reference", () => {
  const playbook = { format_version: 1, playbook_id: "p", version: 1 };
  class Memory {
    getItem() {}
    setItem() {}
    removeItem() {}
  }
  const storage = new Memory();
  const provider = { getPlaybook() {} };
  const user = { usage: { exports: Number.NaN }, traits: {} };
  const { options, faults } = read({
    ...account,
    localRuntime: { playbook },
    persistentStorage: storage,
    provider,
    user,
  });
  expect(faults).toEqual([]);
  expect(options.localRuntime?.playbook).toBe(playbook);
  expect(options.persistentStorage).toBe(storage);
  expect(options.provider).toBe(provider);
  expect(options.user?.usage).toBe(user.usage);
});

test("of traits only those are left out that cannot be read", () => {
  const traits = Object.defineProperty({ role: "admin" }, "team", {
    enumerable: true,
    get: () => {
      throw new Error("a getter of the page's");
    },
  });
  const { options, faults } = read({ ...account, user: { id: "ada", traits } });
  expect(options.user).toEqual({ id: "ada", traits: { role: "admin" } });
  expect(faults.map(({ option, message }) => `${option} ${message}`)).toEqual([
    "user.traits.team cannot be read",
  ]);
});

describe("attributes and the configuration", () => {
  test("are merged field by field, and the attribute wins", () => {
    const { options } = read(
      { ...account, user: { id: "a", plan_handle: "free" }, debug: true },
      { tenantId: "other", user: { id: "b", plan_handle: undefined } },
    );
    expect(options).toEqual({
      ...account,
      tenantId: "other",
      user: { id: "b", plan_handle: "free" },
      debug: true,
    });
  });

  test("each can be enough", () => {
    expect(read(undefined, account)).toEqual({ options: account, faults: [] });
  });
});

import { describe, expect, test, vi } from "vitest";
import { createStores } from "./stores";

/** What the types rule out and a page gives all the same. */
const fromOutside = <T>(value: T): object => Object(value);

function openStores(offset = 0) {
  const stores = createStores(
    { formatPrice: () => "", inactive: [], enforceCaps: undefined, stated: new Map() },
    { now: () => 0, offset },
    [],
  );
  stores.patchContext({ given: { id: "ada", plan_handle: "free", usage: { exports: 3 } } });
  const onChange = vi.fn();
  stores.listen(onChange);
  return { ...stores, onChange };
}

describe("what decisions read", () => {
  test("is told of once for each change", () => {
    const { patchContext, onChange, state } = openStores();
    patchContext({ userContext: { plan_handle: "pro" } });
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(state().context.plan_handle).toBe("pro");
  });

  test.each([
    ["the same said again", { given: { id: "ada", plan_handle: "free", usage: { exports: 3 } } }],
    ["the same said by somebody else", { userContext: { usage: { exports: 3 } } }],
    ["nothing", {}],
  ])("is the same, and nobody is told, after %s", (_, parts) => {
    const { patchContext, onChange, state } = openStores();
    const { context } = state();
    patchContext(parts);
    expect(onChange).not.toHaveBeenCalled();
    expect(state().context).toBe(context);
  });

  test("what is known of the parts is kept all the same", () => {
    const { patchContext, contextParts } = openStores();
    patchContext({ given: { id: "ada", plan_handle: "free", usage: { exports: 3 }, name: "Ada" } });
    patchContext({ userContext: { usage: { exports: 3 } } });
    expect(contextParts()).toMatchObject({
      given: { name: "Ada" },
      userContext: { usage: { exports: 3 } },
    });
  });

  test.each([
    ["a number that JSON has none of", () => ({ id: 10n })],
    ["what leads back to itself", () => Object.assign({}, { self: globalThis })],
  ])("may hold %s, and changes later on", (_, traits) => {
    const { patchContext, state } = openStores();
    patchContext({ given: fromOutside({ id: "ada", traits: traits() }) });
    patchContext({ clientContext: { plan_handle: "pro" } });
    expect(state().context).toMatchObject({ id: "ada", plan_handle: "pro" });
  });

  test("goes on without what throws when it is read", () => {
    const { patchContext, state } = openStores();
    const usage = Object.defineProperty({}, "exports", {
      enumerable: true,
      get: () => {
        throw new Error("a getter of the page's");
      },
    });
    expect(() => patchContext({ given: { usage } })).toThrow();
    patchContext({ clientContext: { plan_handle: "pro" } });
    expect(state().context).toMatchObject({ id: "ada", plan_handle: "pro" });
  });
});

test("usage that the page told before the server's time was known gives way to a later answer", () => {
  const as_of = "2026-11-01T12:00:00.000Z";
  const told = Date.parse(as_of) - 60_000;
  // The device is ten minutes ahead.
  const { patchContext, state } = openStores(-600_000);
  patchContext({ usageUpdates: { exports: { value: 42, at: told + 600_000 } } });
  expect(state().context.usage).toMatchObject({ exports: 42 });
  patchContext({ clientContext: { usage: { exports: 50 }, as_of } });
  expect(state().context.usage).toMatchObject({ exports: 50 });
});

import { describe, expect, it } from "vitest";
import { type Mark, setAllowed } from "./marks";

/** A mark on an element whose `hidden` the test reads. */
function createMark(kind: Mark["kind"], hidden: boolean) {
  const state = { hidden };
  const element = {
    toggleAttribute: (_: string, on: boolean) => {
      state.hidden = on;
    },
  };
  return { state, mark: { kind, element, hidden, handle: "a", surfaces: undefined, text: "" } };
}

describe.each([false, true])("an element the page has hidden: %s", (hidden) => {
  it.each([
    ["show-if", true, false],
    ["show-if", false, true],
    ["show-if", undefined, true],
    ["hide-if", true, true],
    ["hide-if", false, false],
    ["hide-if", undefined, hidden],
    ["slot", false, hidden],
    ["gate", false, hidden],
  ] as const)("marked %s is, with the entitlement %s, hidden: %s", (kind, allowed, expected) => {
    const { mark, state } = createMark(kind, hidden);
    // @ts-expect-error only what is needed of an element
    const tell = (answer: boolean | undefined) => setAllowed(mark, answer);
    tell(!allowed);
    tell(allowed);
    expect(state.hidden).toBe(expected);
  });
});

import { describe, expect, it } from "vitest";
import { controlVisibility } from "./visibility";

function createElement(hidden: boolean) {
  const state = { hidden };
  return {
    state,
    element: {
      hasAttribute: () => state.hidden,
      toggleAttribute: (_: string, on: boolean) => {
        state.hidden = on;
      },
    },
  };
}

describe.each([false, true])("an element the page has hidden: %s", (hidden) => {
  it.each([
    ["show-if", true, false],
    ["show-if", false, true],
    ["show-if", undefined, true],
    ["hide-if", true, true],
    ["hide-if", false, false],
    ["hide-if", undefined, hidden],
  ] as const)("marked %s is, with the entitlement %s, hidden: %s", (kind, allowed, expected) => {
    const { element, state } = createElement(hidden);
    // @ts-expect-error only what is needed of an element
    const visibility = controlVisibility({ kind, element });
    visibility.update(!allowed);
    visibility.update(allowed);
    expect(state.hidden).toBe(expected);
    visibility.stop();
    expect(state.hidden).toBe(hidden);
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import { watchMarks } from "./marks";

const MARKS = ["data-service-show-if", "data-service-hide-if", "data-service-gate"] as const;
type Said = Partial<Record<(typeof MARKS)[number], string>>;

/** A page of one element, whose `hidden` the test reads, and what is known of entitlements. */
function watchOne(said: Said, hidden: boolean, known: Record<string, boolean | undefined>) {
  let value = hidden ? "" : null;
  const state = {
    get hidden() {
      return value !== null;
    },
    set hidden(on) {
      value = on ? "" : null;
    },
  };
  let asked = 0;
  const read: string[] = [];
  const element = {
    localName: "p",
    matches: () => false,
    getAttribute: (name: string): string | null => {
      asked++;
      if (name === "hidden") return value;
      return Object.entries(said).find(([key]) => key === name)?.[1] ?? null;
    },
    setAttribute: (_: string, text: string) => {
      value = text;
    },
    removeAttribute: () => {
      value = null;
    },
  };
  vi.stubGlobal("document", {
    readyState: "complete",
    contains: () => true,
    querySelectorAll: () => [element],
  });
  const marks = watchMarks({
    hasSlots: true,
    listen: () => {},
    isAllowed(handle) {
      read.push(handle);
      return known[handle];
    },
    isLost: () => false,
    guard: (act) => act(),
    onChange: () => {},
    onError: () => {},
  });
  return { state, marks, read, asked: () => asked };
}

/** The platform's own methods, each of which acts on the element that it is called for. */
const METHODS = ["getAttribute", "setAttribute", "removeAttribute", "matches", "querySelectorAll"];

beforeEach(() => {
  vi.stubGlobal("window", {});
  const prototype = METHODS.map((name) => [
    name,
    function (this: Record<string, (...given: unknown[]) => unknown>, ...given: unknown[]) {
      return this[name]?.(...given);
    },
  ]);
  vi.stubGlobal("Element", { prototype: Object.fromEntries(prototype) });
  return () => vi.unstubAllGlobals();
});

describe.each([false, true])("an element the page has hidden: %s", (hidden) => {
  it.each([
    ["data-service-show-if", true, false],
    ["data-service-show-if", false, true],
    ["data-service-show-if", undefined, true],
    ["data-service-hide-if", true, true],
    ["data-service-hide-if", false, false],
    ["data-service-hide-if", undefined, hidden],
    ["data-service-gate", false, hidden],
  ] as const)("with %s and the entitlement %s is hidden: %s", (mark, allowed, expected) => {
    const known: Record<string, boolean | undefined> = { a: !allowed };
    const { state, marks } = watchOne({ [mark]: "a" }, hidden, known);
    known.a = allowed;
    marks.show();
    expect(state.hidden).toBe(expected);
    marks.stop();
    expect(state.hidden).toBe(hidden);
  });
});

it("what a gate needs is read whenever all is shown anew, so that it is asked for before the click", () => {
  const { marks, read } = watchOne({ "data-service-gate": "a" }, false, {});
  read.length = 0;
  marks.show();
  expect(read).toEqual(["a"]);
});

describe("an element with both conditions", () => {
  const BOTH = { "data-service-show-if": "a", "data-service-hide-if": "b" };
  it.each([
    [true, false, false],
    [true, true, true],
    [false, false, true],
    [false, true, true],
    [undefined, false, true],
  ])("is hidden by either: %s and %s make it %s", (a, b, expected) => {
    expect(watchOne(BOTH, false, { a, b }).state.hidden).toBe(expected);
  });
});

it("what was hidden and lost its `hidden` is hidden again; what the page hides itself stays so", () => {
  const { state, marks } = watchOne({ "data-service-show-if": "a" }, false, { a: false });
  state.hidden = false;
  marks.rescan();
  expect(state.hidden).toBe(true);
  const allowed = watchOne({ "data-service-show-if": "a" }, false, { a: true });
  allowed.state.hidden = true;
  allowed.marks.rescan();
  expect(allowed.state.hidden).toBe(true);
});

it("what changes elsewhere on the page asks no marked element anything", () => {
  class Node {
    readonly attachShadow = null;
    readonly getAttribute = vi.fn(() => null);
    readonly querySelectorAll = () => [];
    readonly matches = () => false;
  }
  let tell = (_: readonly object[]) => {};
  class Observer {
    observe = () => {};
    constructor(told: typeof tell) {
      tell = told;
    }
  }
  vi.stubGlobal("MutationObserver", Observer);
  const { asked } = watchOne({ "data-service-show-if": "a" }, false, {});
  const before = asked();
  const [changed, parent, added, removed] = [new Node(), new Node(), new Node(), new Node()];
  tell([
    { type: "attributes", target: changed, addedNodes: [], removedNodes: [] },
    { type: "childList", target: parent, addedNodes: [added], removedNodes: [removed] },
  ]);
  for (const one of [changed, added, removed]) expect(one.getAttribute).toHaveBeenCalled();
  // Or filling a table row by row would have the whole table searched for each row.
  expect(parent.getAttribute).not.toHaveBeenCalled();
  expect(asked()).toBe(before);
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { watchClicks } from "./clicks";

class FakeElement {
  readonly attachShadow = null;
  constructor(readonly attributeMap: Readonly<Record<string, string>>) {}
  get attributes() {
    return Object.entries(this.attributeMap).map(([name, value]) => ({ name, value }));
  }
  getAttribute(name: string) {
    return this.attributeMap[name] ?? null;
  }
  matches(selector: string) {
    return selector.split(",").some((part) => `[${Object.keys(this.attributeMap)[0]}]` === part);
  }
}

/** A page where a click goes to the given elements, innermost first. */
function createPage(allowed: boolean | undefined) {
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  vi.stubGlobal("Element", FakeElement);
  const seen = { isAllowed: vi.fn(() => allowed), onStopped: vi.fn(), onEvent: vi.fn() };
  watchClicks({
    ...seen,
    listen: (target, type, listener) => target.addEventListener(type, listener, true),
  });
  const pageHandler = vi.fn();
  window.addEventListener("click", pageHandler);
  return {
    ...seen,
    pageHandler,
    click(
      path: readonly Record<string, string>[],
      { type = "click", button }: { type?: string; button?: number | undefined } = { button: 0 },
    ) {
      const event = new Event(type, { cancelable: true });
      const composedPath = () => [...path.map((one) => new FakeElement(one)), window];
      Object.assign(event, { button, composedPath });
      window.dispatchEvent(event);
      return event;
    },
  };
}

afterEach(() => void vi.unstubAllGlobals());

const GATED = [{ class: "icon" }, { "data-service-gate": "data_export" }, { class: "toolbar" }];

describe("a click on a gated element", () => {
  it.each([
    ["denied", false],
    ["not known", undefined],
  ])("is stopped while %s", (_, allowed) => {
    const { click, onStopped, pageHandler } = createPage(allowed);
    expect(click(GATED).defaultPrevented).toBe(true);
    expect(pageHandler).not.toHaveBeenCalled();
    expect(onStopped).toHaveBeenCalledWith("data_export", expect.anything(), allowed);
  });

  it("goes through untouched while allowed", () => {
    const { click, onStopped, pageHandler } = createPage(true);
    expect(click(GATED).defaultPrevented).toBe(false);
    expect(pageHandler).toHaveBeenCalledTimes(1);
    expect(onStopped).not.toHaveBeenCalled();
  });

  it("is stopped too when it was made by a script, with no button at all", () => {
    const { click } = createPage(false);
    expect(click(GATED, { button: undefined }).defaultPrevented).toBe(true);
  });

  it("is stopped with the middle button too, and not with the right one", () => {
    const { click } = createPage(false);
    expect(click(GATED, { type: "auxclick", button: 1 }).defaultPrevented).toBe(true);
    expect(click(GATED, { type: "auxclick", button: 2 }).defaultPrevented).toBe(false);
  });

  it("is stopped as a double click too, which is answered once", () => {
    const { click, onStopped, pageHandler } = createPage(false);
    for (const type of ["click", "click", "dblclick"]) {
      expect(click(GATED, { type }).defaultPrevented).toBe(true);
    }
    expect(pageHandler).not.toHaveBeenCalled();
    expect(onStopped).toHaveBeenCalledTimes(2);
  });

  it("is no event when stopped", () => {
    const { click, onEvent } = createPage(false);
    click([{ "data-service-gate": "a", "data-service-event": "export" }]);
    expect(onEvent).not.toHaveBeenCalled();
  });
});

describe("a click on an element marked with an event", () => {
  it("tells its name and its own properties, in our spelling", () => {
    const { click, onEvent, isAllowed } = createPage(true);
    click([
      { class: "label" },
      { "data-service-event": "plan_chosen", "data-service-prop-plan-name": "pro", title: "x" },
    ]);
    expect(onEvent).toHaveBeenCalledWith("plan_chosen", { plan_name: "pro" });
    expect(isAllowed).not.toHaveBeenCalled();
  });

  it("is left alone under data-service-no-capture", () => {
    const { click, onEvent } = createPage(true);
    click([{ "data-service-event": "a" }, { "data-service-no-capture": "" }]);
    expect(onEvent).not.toHaveBeenCalled();
  });
});

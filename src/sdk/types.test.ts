/** The types of what the SDK answers and tells: checked by the compiler. */
import { expectTypeOf, test } from "vitest";
import type { GateResult, Interaction } from "./types";

test("whether a gated function ran says whether there is a result", () => {
  const told = (answer: GateResult<number>) => {
    if (!answer.ran) return expectTypeOf(answer.result).toEqualTypeOf<undefined>();
    expectTypeOf(answer.result).toEqualTypeOf<number>();
    expectTypeOf(answer.entitlement.allowed).toEqualTypeOf<boolean>();
  };
  expectTypeOf(told).parameter(0).toHaveProperty("entitlement");
});

test("the DOM events are typed wherever they can be heard", () => {
  const listen = (target: Element, root: Document, window: Window) => {
    target.addEventListener("service:dismiss", (event) => {
      expectTypeOf(event.detail).toEqualTypeOf<Interaction>();
    });
    root.addEventListener("service:cta", (event) => {
      expectTypeOf(event.detail).toEqualTypeOf<Interaction>();
    });
    window.addEventListener("service:error", (event) => {
      expectTypeOf(event.detail.message).toEqualTypeOf<string>();
    });
  };
  expectTypeOf(listen).returns.toEqualTypeOf<void>();
});

test("a page that imports the types alone queues its calls", () => {
  const track = (page: Pick<Window, "Service">) => {
    page.Service ||= [];
    page.Service.push((sdk) => sdk.track("pricing_opened"));
  };
  expectTypeOf(track).returns.toEqualTypeOf<void>();
});

import { afterEach, expect, test, vi } from "vitest";
import { watchTitle } from "./index";

afterEach(() => vi.unstubAllGlobals());

test("of a title that goes on and on five changes are told of each route", () => {
  let change = () => {};
  vi.stubGlobal(
    "MutationObserver",
    class {
      constructor(listener: () => void) {
        change = listener;
      }
      observe() {}
      disconnect() {}
    },
  );
  const page = { title: "0", head: {} };
  const told = vi.fn();
  const { renew } = watchTitle(Object(page), told);
  const retitle = (times: number) => {
    for (let i = 0; i < times; i++) {
      page.title += ".";
      change();
    }
  };
  retitle(20);
  expect(told).toHaveBeenCalledTimes(5);
  renew();
  retitle(1);
  expect(told).toHaveBeenCalledTimes(6);
});

import { expect, test, vi } from "vitest";
import { createSlicedWork } from "./sliced-work";

/** Each look at the clock finds a slice over. */
const clock = () => {
  let at = 0;
  return Object({ device: () => (at += 1000) });
};

function* steps(done: string[], name: string) {
  for (let count = 1; count <= 3; count++) {
    done.push(`${name}${count}`);
    yield;
  }
}

test("earlier work that isn't finished is dropped, as all is when everything is over", async () => {
  let isOver = false;
  const guard = <T>(act: () => T) => act();
  const work = createSlicedWork({ guard, clock: clock(), isOver: () => isOver });
  const done: string[] = [];
  work(steps(done, "a"));
  work(steps(done, "b"));
  await vi.waitFor(() => expect(done).toContain("b3"));
  expect(done).toEqual(["a1", "b1", "b2", "b3"]);
  work(steps(done, "c"));
  isOver = true;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(done.slice(4)).toEqual(["c1"]);
});

import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { copyOf } from "./copy";

test.each([
  [null],
  [undefined],
  [0],
  ["text"],
  [[null, [undefined], { a: null }]],
  [{ a: null, b: { c: [null, 1] }, d: undefined }],
])("a copy of %j is equal to it", (value) => {
  expect(copyOf(value)).toStrictEqual(value);
});

test("lists and plain objects are copied all the way down, instances are not", () => {
  const date = new Date(0);
  const given = { list: [{ date }], inner: {} };
  const copied = copyOf(given);
  expect(copied).toStrictEqual(given);
  expect(copied.list).not.toBe(given.list);
  expect(copied.list[0]).not.toBe(given.list[0]);
  expect(copied.inner).not.toBe(given.inner);
  expect(copied.list[0]?.date).toBe(date);
});

test("an object without prototype is copied too", () => {
  const given = { cart: Object.assign(Object.create(null), { items: 0 }) };
  const copied = copyOf(given);
  given.cart.items = 2;
  expect(copied).toEqual({ cart: { items: 0 } });
});

test("a plain object of another window is copied too, an instance isn't", () => {
  const given = runInNewContext("({ team: { size: 1 }, date: new Date(0) })");
  const copied = copyOf(given);
  given.team.size = 2;
  expect(copied.team).toEqual({ size: 1 });
  expect(copied.date).toBe(given.date);
});

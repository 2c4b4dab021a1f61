import fc from "fast-check";
import { expect, test } from "vitest";
import { anyJson, arbitraryCondition } from "./arbitraries.fixture";
import { inspect } from "./inspect";
import { isPlainCondition } from "./plain-condition";

test.each([
  {},
  { country: "CH", beta: true, gone: null },
  { country: { $in: ["CH"], $nin: [] }, "usage.seats": { $gte: 1, $lt: 9.5 } },
  { state: { $eq: { any: "thing" }, $ne: [1], $exists: false } },
  { $or: [{ role: "owner" }, { $and: [{ tags: { $in: ["a"] } }, { $nor: [] }] }] },
])("one of few operators is plain: %j", (condition) => {
  expect(isPlainCondition(condition)).toBe(true);
});

test.each([
  [null],
  [[]],
  ["country"],
  [{ $in: ["CH"] }],
  [{ $or: { role: "owner" } }],
  [{ $or: ["owner"] }],
  [{ $or: [{ role: { $unknown: 1 } }] }],
  [{ country: { $in: "CH" } }],
  [{ seats: { $gte: null } }],
  [{ seats: { $gte: Number.NaN } }],
  [{ seats: { $lt: Number.POSITIVE_INFINITY } }],
  [{ state: { $eq: 1, other: 2 } }],
  [{ name: { $regex: "a" } }],
  [{ id: { $inSegment: "new" } }],
  [{ tags: { $not: { $regex: "a" } } }],
  [Object.create({ $unknown: 1 })],
])("any other is left to the inspection: %j", (condition) => {
  expect(isPlainCondition(condition)).toBe(false);
});

test("in a plain one the inspection finds nothing, whatever it is", () => {
  let plain = 0;
  const isRight = (condition: unknown) => {
    if (!isPlainCondition(condition)) return;
    plain++;
    expect(inspect(condition, "")).toMatchObject({
      problems: [],
      hasPattern: false,
      segments: [],
    });
  };
  const operator = fc.constantFrom("$in", "$nin", "$gte", "$lt", "$eq", "$exists", "$or", "$and");
  const operand = fc.oneof(anyJson, fc.double(), fc.array(arbitraryCondition, { maxLength: 2 }));
  const wanted = fc.oneof(operand, fc.dictionary(operator, operand, { maxKeys: 2 }));
  const key = fc.oneof(operator, fc.constantFrom("country", "usage.seats"));
  const made = fc.dictionary(key, wanted, { maxKeys: 3 });
  fc.assert(fc.property(fc.oneof(arbitraryCondition, made, anyJson), isRight), { numRuns: 20_000 });
  expect(plain).toBeGreaterThan(1_000);
});

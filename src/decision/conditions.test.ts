import { describe, expect, test } from "vitest";
import { evaluateCondition, type JsonObject } from "../decision";

const context = {
  id: "user_7",
  plan_handle: "pro",
  country: "CH",
  segments: ["beta", "power_user"],
  traits: {
    seats: 12,
    score: 0,
    admin: false,
    nickname: "",
    release: "2.10.0",
    nothing: null,
    address: { city: "Bern", lines: ["Marktgasse 1"] },
    orders: [
      { total: 40, state: "paid" },
      { total: 90, state: "open" },
    ],
    gaps: [null, { paid: true }],
    a: { "b.c": 1 },
  },
  usage: { exports: 20 },
  page: { path: "/editor/7", tags: ["Docs", "help"], query: { ref: "mail" } },
};
const segments = { testers: ["user_7", 42], others: ["user_8"], empty: [] };

type Case = readonly [condition: JsonObject, expected: boolean];
const cases: Readonly<Record<string, readonly Case[]>> = {
  "a bare value": [
    [{ plan_handle: "pro" }, true],
    [{ plan_handle: "Pro" }, false],
    [{ "traits.score": 0 }, true],
    [{ "traits.admin": false }, true],
    [{ "traits.admin": true }, false],
    [{ "traits.nickname": "" }, true],
    [{ segments: ["beta", "power_user"] }, true],
    [{ segments: ["power_user", "beta"] }, false],
    [{ "traits.address": { lines: ["Marktgasse 1"], city: "Bern" } }, true],
    [{ "traits.address": { city: "Bern" } }, false],
  ],
  "several keys and an empty condition": [
    [{}, true],
    [{ plan_handle: "pro", country: "CH" }, true],
    [{ plan_handle: "pro", country: "AT" }, false],
    [{ "usage.exports": { $gte: 20, $lt: 21 } }, true],
    [{ "usage.exports": { $gte: 20, $lt: 20 } }, false],
  ],
  "a dotted path": [
    [{ "traits.address.city": "Bern" }, true],
    [{ "traits.address.city.name": "Bern" }, false],
    [{ "traits.address.street": "Bern" }, false],
    [{ "page.query.ref": "mail" }, true],
    [{ "traits.orders.1.state": "open" }, true],
  ],
  $eq: [
    [{ "usage.exports": { $eq: 20 } }, true],
    [{ "usage.exports": { $eq: 21 } }, false],
    [{ segments: { $eq: ["beta", "power_user"] } }, true],
  ],
  $ne: [
    [{ country: { $ne: "AT" } }, true],
    [{ country: { $ne: "CH" } }, false],
    [{ "traits.missing": { $ne: "AT" } }, true],
  ],
  $in: [
    [{ country: { $in: ["AT", "CH"] } }, true],
    [{ country: { $in: ["ch"] } }, false],
    [{ country: { $in: [] } }, false],
    [{ segments: { $in: ["gamma", "beta"] } }, true],
    [{ segments: { $in: ["gamma"] } }, false],
  ],
  $nin: [
    [{ country: { $nin: ["AT"] } }, true],
    [{ country: { $nin: ["CH"] } }, false],
    [{ segments: { $nin: ["beta"] } }, false],
    [{ "traits.missing": { $nin: ["beta"] } }, true],
  ],
  $ini: [
    [{ country: { $ini: ["ch"] } }, true],
    [{ "page.tags": { $ini: ["DOCS"] } }, true],
    [{ country: { $ini: ["at"] } }, false],
    [{ "usage.exports": { $ini: [20] } }, true],
  ],
  $nini: [
    [{ country: { $nini: ["ch"] } }, false],
    [{ "page.tags": { $nini: ["docs"] } }, false],
    [{ country: { $nini: ["at"] } }, true],
  ],
  $gt: [
    [{ "usage.exports": { $gt: 19.9 } }, true],
    [{ "usage.exports": { $gt: 20 } }, false],
    [{ country: { $gt: "AT" } }, true],
    [{ segments: { $gt: 0 } }, false],
    [{ "traits.address": { $gt: 0 } }, false],
  ],
  $gte: [
    [{ "usage.exports": { $gte: 20 } }, true],
    [{ "usage.exports": { $gte: 20.1 } }, false],
  ],
  $lt: [
    [{ "usage.exports": { $lt: 20.1 } }, true],
    [{ "usage.exports": { $lt: 20 } }, false],
    [{ "traits.score": { $lt: 1 } }, true],
  ],
  $lte: [
    [{ "usage.exports": { $lte: 20 } }, true],
    [{ "usage.exports": { $lte: 19 } }, false],
  ],
  $exists: [
    [{ "traits.score": { $exists: true } }, true],
    [{ "traits.admin": { $exists: true } }, true],
    [{ "traits.nickname": { $exists: true } }, true],
    [{ "traits.missing": { $exists: true } }, false],
    [{ "traits.missing": { $exists: false } }, true],
    [{ "traits.score": { $exists: false } }, false],
  ],
  $type: [
    [{ country: { $type: "string" } }, true],
    [{ "traits.seats": { $type: "number" } }, true],
    [{ "traits.admin": { $type: "boolean" } }, true],
    [{ segments: { $type: "array" } }, true],
    [{ traits: { $type: "object" } }, true],
    [{ segments: { $type: "object" } }, false],
    [{ "traits.nothing": { $type: "null" } }, true],
  ],
  $regex: [
    [{ "page.path": { $regex: "^/editor/" } }, true],
    [{ "page.path": { $regex: "^/Editor/" } }, false],
    [{ "page.path": { $regex: "\\d$" } }, true],
    [{ "traits.seats": { $regex: "^12$" } }, true],
    [{ "traits.missing": { $regex: "" } }, false],
    [{ traits: { $regex: "." } }, false],
  ],
  $regexi: [
    [{ "page.path": { $regexi: "^/EDITOR" } }, true],
    [{ "page.path": { $regexi: "^/viewer" } }, false],
  ],
  $size: [
    [{ segments: { $size: 2 } }, true],
    [{ segments: { $size: 1 } }, false],
    [{ segments: { $size: { $gte: 2 } } }, true],
    [{ segments: { $size: { $lt: 2 } } }, false],
    [{ country: { $size: 2 } }, false],
  ],
  $elemMatch: [
    [{ "traits.orders": { $elemMatch: { total: { $gt: 50 }, state: "open" } } }, true],
    [{ "traits.orders": { $elemMatch: { total: { $gt: 50 }, state: "paid" } } }, false],
    [{ "traits.orders": { $elemMatch: { $or: [{ total: 1 }, { state: "paid" }] } } }, true],
    [{ "traits.gaps": { $elemMatch: { paid: { $ne: true } } } }, false],
    [{ "traits.gaps": { $elemMatch: { $ne: 5 } } }, true],
    [{ "traits.gaps": { $elemMatch: { $in: [null] } } }, false],
    [{ segments: { $elemMatch: { $regex: "^pow" } } }, true],
    [{ segments: { $elemMatch: { $eq: "gamma" } } }, false],
    [{ country: { $elemMatch: { $eq: "CH" } } }, false],
  ],
  $all: [
    [{ segments: { $all: ["power_user", "beta"] } }, true],
    [{ segments: { $all: ["beta", "gamma"] } }, false],
    [{ "page.tags": { $all: ["docs"] } }, false],
    [{ country: { $all: ["CH"] } }, false],
  ],
  $alli: [
    [{ "page.tags": { $alli: ["docs", "HELP"] } }, true],
    [{ "page.tags": { $alli: ["docs", "other"] } }, false],
  ],
  "$and, $or, $nor and $not": [
    [{ $and: [{ country: "CH" }, { plan_handle: "pro" }] }, true],
    [{ $and: [{ country: "CH" }, { plan_handle: "free" }] }, false],
    [{ $or: [{ country: "AT" }, { plan_handle: "pro" }] }, true],
    [{ $or: [{ country: "AT" }, { plan_handle: "free" }] }, false],
    [{ $nor: [{ country: "AT" }, { plan_handle: "free" }] }, true],
    [{ $nor: [{ country: "AT" }, { plan_handle: "pro" }] }, false],
    [{ $not: { country: "AT" } }, true],
    [{ $not: { country: "CH" } }, false],
    [{ country: { $not: { $eq: "CH" } } }, false],
    [{ country: { $not: "AT" } }, true],
    [{ $or: [{ $and: [{ country: "AT" }] }, { $not: { $nor: [{ country: "CH" }] } }] }, true],
    [{ country: "CH", $or: [{ id: "nobody" }] }, false],
  ],
  "the version operators": [
    [{ "traits.release": { $veq: "v2.10.0" } }, true],
    [{ "traits.release": { $veq: "2.1.0" } }, false],
    [{ "traits.release": { $vne: "2.1.0" } }, true],
    [{ "traits.release": { $vne: "2.10.0+build.9" } }, false],
    [{ "traits.release": { $vgt: "2.9.9" } }, true],
    [{ "traits.release": { $vgt: "2.10.0" } }, false],
    [{ "traits.release": { $vgt: "2.10.0-rc.1" } }, true],
    [{ "traits.release": { $vgte: "2.10.0" } }, true],
    [{ "traits.release": { $vgte: "2.10.1" } }, false],
    [{ "traits.release": { $vlt: "2.11.0" } }, true],
    [{ "traits.release": { $vlt: "2.9.0" } }, false],
    [{ "traits.release": { $vlte: "2.10.0" } }, true],
    [{ "traits.release": { $vlte: "2.10.0-rc.1" } }, false],
  ],
  "$inSegment and $notInSegment": [
    [{ id: { $inSegment: "testers" } }, true],
    [{ id: { $inSegment: "others" } }, false],
    [{ id: { $inSegment: "empty" } }, false],
    [{ id: { $inSegment: "unheard_of" } }, false],
    [{ id: { $inSegment: "constructor" } }, false],
    [{ id: { $notInSegment: "testers" } }, false],
    [{ id: { $notInSegment: "others" } }, true],
    [{ id: { $notInSegment: "unheard_of" } }, true],
  ],
};

describe.each(Object.entries(cases))("%s", (_, rows) => {
  test.each(rows)("%j is %j", (condition, expected) => {
    expect(evaluateCondition(condition, context, segments)).toBe(expected);
  });
});

test("an empty version is version 0", () => {
  const holds = (comparison: object) => evaluateCondition({ app: comparison }, { app: "" });
  expect(holds({ $vgte: "1.0.0" })).toBe(false);
  expect(holds({ $vlt: "1.0.0" })).toBe(true);
  expect(holds({ $veq: "0" })).toBe(true);
});

test("a number is a version too", () => {
  const holds = (comparison: object) => evaluateCondition({ app: comparison }, { app: 17.5 });
  expect(holds({ $vgte: "17.4.9" })).toBe(true);
  expect(holds({ $vlt: "9" })).toBe(false);
  expect(holds({ $vne: "17.5" })).toBe(false);
  expect(evaluateCondition({ app: { $vgte: "0" } }, { app: [17] })).toBe(false);
});

describe("a missing value", () => {
  const comparisons = ["$gt", "$gte", "$lt", "$lte"].flatMap((name) => [
    { [name]: 0 },
    { [name]: -1 },
    { [name]: "" },
    { [name]: false },
  ]);
  const versions = ["$veq", "$vne", "$vgt", "$vgte", "$vlt", "$vlte"].map((name) => ({
    [name]: "0.0.0",
  }));

  test.each([...comparisons, ...versions])("is not %j", (comparison) => {
    for (const path of ["traits.missing", "traits.nothing", "traits.score.deeper"]) {
      expect(evaluateCondition({ [path]: comparison }, context)).toBe(false);
      expect(evaluateCondition({ [path]: { $not: comparison } }, context)).toBe(true);
    }
  });

  test.each([
    ["false", false],
    ["0", 0],
    ["the empty text", ""],
  ])("does not equal %s", (_, value) => {
    expect(evaluateCondition({ "traits.missing": value }, context)).toBe(false);
    expect(evaluateCondition({ "traits.missing": { $eq: value } }, context)).toBe(false);
  });

  test("equals null", () => {
    expect(evaluateCondition({ "traits.missing": null }, context)).toBe(true);
    expect(evaluateCondition({ country: null }, context)).toBe(false);
  });
});

describe("only own properties", () => {
  const paths = ["constructor", "__proto__", "toString", "hasOwnProperty", "traits.__proto__"];
  test.each([...paths, "constructor.name", "country.length", "traits.constructor.prototype"])(
    "%s is not there",
    (path) => {
      expect(evaluateCondition({ [path]: { $exists: true } }, context)).toBe(false);
      expect(evaluateCondition({ [path]: { $exists: false } }, context)).toBe(true);
    },
  );

  test.each(["constructor", "toString", "__proto__"])("an own trait named %s is there", (name) => {
    const traits = JSON.parse(`{ "${name}": "mine" }`);
    expect(evaluateCondition({ [`traits.${name}`]: "mine" }, { traits })).toBe(true);
  });

  test("a condition's inherited keys ask for nothing", () => {
    const condition = Object.create({ country: "nowhere" });
    expect(evaluateCondition(condition, context)).toBe(true);
  });

  test("nothing is polluted by a __proto__ in condition or context", () => {
    const hostile = JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}',
    );
    evaluateCondition(hostile, hostile, hostile);
    expect({}).not.toHaveProperty("polluted");
  });
});

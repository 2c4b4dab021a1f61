import fc from "fast-check";
import { expect, test } from "vitest";
import { anyJson } from "./arbitraries.fixture";
import { isPlainPart } from "./plain-part";
import { placementOf } from "./playbook.fixture";
import { playbookSchema } from "./playbook-schema";
import { isSound, type Schema } from "./schema";

/** A part of each list that has every field which is checked. */
const PLAIN: Readonly<Record<string, object>> = {
  placements: placementOf({
    name: "Offer",
    priority: 1,
    payload: {
      target: { plans: ["free"], segments: ["new"], condition: { country: "CH" } },
      content: { title: "Hello", body: "World" },
      ctas: [{ label: "Go", action: "go" }],
    },
  }),
  segments: { handle: "new", condition: { country: "CH" } },
  entitlements: {
    handle: "export",
    type: "feature",
    grants: [{ plans: ["pro"], segments: ["new"] }],
  },
  plans: { handle: "free", name: "Free" },
};

test.each(Object.entries(PLAIN))(
  "of %s one that says little is sound at a glance",
  (list, part) => {
    expect(isPlainPart(list, part)).toBe(true);
  },
);

test.each([
  ["placements", { ...PLAIN.placements, trigger: { type: "slot_render" } }],
  ["placements", placementOf({ payload: { caps: [] } })],
  ["placements", placementOf({ payload: { content: { title: "Hello", dismissible: true } } })],
  ["entitlements", { handle: "seats", type: "seats", grants: [{ plans: ["pro"], limit: 5 }] }],
  ["trials", { handle: "trial", plan: "pro", days: 14 }],
  ["constructor", {}],
])("any other is left to the schema: of %s %j", (list, part) => {
  expect(isPlainPart(list, part)).toBe(false);
});

/** The value with what is at one of its paths replaced. */
function withOther(value: unknown, path: readonly string[], other: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return other;
  const copy: Record<string, unknown> = Array.isArray(value)
    ? Object.assign([], value)
    : { ...Object(value) };
  copy[key] = withOther(copy[key], rest, other);
  return copy;
}

/** Every path in a value, and one of something it lacks at each level. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== "object") return [[]];
  const inner = Object.entries(Object(value)).flatMap(([key, one]) =>
    pathsOf(one).map((path) => [key, ...path]),
  );
  return [[], ["handle"], ["title"], ["plans"], ...inner];
}
const CASES = Object.entries(PLAIN).flatMap(([list, part]) =>
  pathsOf(part).map((path): [string, string[]] => [list, path]),
);

test.each(CASES)(
  "what is sound at a glance is so by the schema: of %s, anything at %j",
  (list, path) => {
    const { items = {} } = playbookSchema().properties?.[list] ?? {};
    const given = ["ok", "Not ok", "card", "fixed", 5, NaN, true, null, undefined, [], {}, [null]];
    const check = (other: unknown) => {
      const part = withOther(PLAIN[list], path, other);
      if (isPlainPart(list, part)) expect(isSound(items, part)).toBe(true);
    };
    given.forEach(check);
    fc.assert(fc.property(anyJson, check), { numRuns: 50 });
  },
);

/** Every place that the schema knows in a part, except those that may be null. */
function fieldsOf(schema: Schema, path: readonly string[] = []): string[][] {
  const { properties = {}, items, type } = schema;
  const inner = [
    ...Object.entries(properties).flatMap(([key, one]) => fieldsOf(one, [...path, key])),
    ...(items ? fieldsOf(items, [...path, "0"]) : []),
  ];
  return type?.includes("null") ? inner : [[...path], ...inner];
}
const FIELDS = Object.keys(PLAIN).flatMap((list) =>
  fieldsOf(playbookSchema().properties?.[list]?.items ?? {}).map((path): [string, string[]] => [
    list,
    path,
  ]),
);

test.each(FIELDS)("no field of the schema is overlooked: of %s, null at %j", (list, path) => {
  const part = withOther(PLAIN[list], path, null);
  expect(isPlainPart(list, part)).toBe(false);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { anyJson } from "./arbitraries.fixture";
import { isPlainPlacement } from "./plain-placement";
import { placementOf } from "./playbook.fixture";
import { playbookSchema } from "./playbook-schema";
import { isSound } from "./schema";

const plain = placementOf({
  payload: {
    target: { condition: { country: "CH" } },
    content: { title: "Hello", body: "World" },
    ctas: [{ label: "Go", action: "go" }],
  },
});

test("a placement that says little is sound at a glance", () => {
  expect(isPlainPlacement(plain)).toBe(true);
});

test.each([
  { ...plain, trigger: { type: "slot_render" } },
  placementOf({ payload: { caps: [] } }),
  placementOf({ payload: { target: { plans: ["free"] } } }),
  placementOf({ payload: { content: { title: "Hello", dismissible: true } } }),
])("any other is left to the schema: %j", (placement) => {
  expect(isPlainPlacement(placement)).toBe(false);
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

const paths = [
  ...["handle", "category", "slot", "payloads", "name", "target", "title", "payloads.0"],
  ...["handle", "surface", "content", "target", "ctas", "category", "label"].map(
    (key) => `payloads.0.${key}`,
  ),
  ...["title", "body", "handle", "content"].map((key) => `payloads.0.content.${key}`),
  ...["condition", "plans", "title"].map((key) => `payloads.0.target.${key}`),
  ...["", ".label", ".action", ".params", ".title"].map((key) => `payloads.0.ctas.0${key}`),
];

test.each(paths)("what is sound at a glance is so by the schema, with anything at %s", (path) => {
  const { items = {} } = playbookSchema().properties?.placements ?? {};
  const given = ["ok", "Not ok", "card", "fixed", 5, NaN, true, null, undefined, [], {}, [null]];
  const check = (other: unknown) => {
    const placement = withOther(plain, path.split("."), other);
    if (isPlainPlacement(placement)) expect(isSound(items, placement)).toBe(true);
  };
  given.forEach(check);
  fc.assert(fc.property(anyJson, check), { numRuns: 50 });
});

/** What surfaces are drawn of: nothing that the build leaves out of Preact (`scripts/preact.mjs`). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlacementOutput } from "../decision/index";
import { drawSurface, type SurfaceState } from "./surface";

beforeEach(() => {
  vi.stubGlobal("document", { baseURI: "https://site.example/" });
});
afterEach(() => vi.unstubAllGlobals());

const SURFACES = [
  ...["banner", "card", "button", "usage_meter", "gate"],
  ...["modal", "toast", "full_page", "tooltip", "bar"],
];
const image = { url: "https://cdn.example/x.png", alt: "Picture" };
const ctas = [
  { label: "Upgrade", action: "open_checkout" },
  { label: "Plans", action: "open_url", params: { url: "/plans" } },
];
const PLAIN = { content: { title: "Title" }, ctas: [] };
const FULL = { content: { title: "Title", body: "Body", image }, ctas };
const STATES: readonly (readonly [Pick<PlacementOutput, "content" | "ctas">, SurfaceState])[] = [
  [PLAIN, {}],
  [{ ...PLAIN, content: { title: "Title", dismissible: false } }, {}],
  [FULL, {}],
  [FULL, { meter: { used: 3, limit: 5, text: "3 / 5" }, confirming: "open_checkout" }],
  [FULL, { meter: { used: 5, limit: 5, text: "5 / 5" } }],
];

interface Node {
  readonly type: unknown;
  readonly props: Readonly<Record<string, unknown>>;
  readonly key?: unknown;
  readonly ref?: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "props" in value;

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  if (!isNode(value)) return;
  yield value;
  yield* nodesIn(value.props.children);
}
/** Every node of a surface, in each of its states. */
const drawn = (surface: string) =>
  STATES.map(([words, state]) =>
    drawSurface({
      ...{ ...state, onCta: () => undefined, onDismiss: () => {} },
      output: { placement: "p", payload: "d", surface, playbook_version: 1, ...words },
      branding: { workspace_name: "Acme", logo_url: "https://cdn.example/logo.svg" },
    }),
  );

test.each(SURFACES)("a %s is elements and text, without keys or references", (surface) => {
  const nodes = drawn(surface).flatMap((root) => [...nodesIn(root)]);
  expect(nodes.length).toBeGreaterThan(20);
  for (const { type, key, ref, props } of nodes) {
    expect(type).toBeTypeOf("string");
    expect(key ?? ref).toBeUndefined();
    expect(props).not.toHaveProperty("dangerouslySetInnerHTML");
    expect(["string", "undefined"]).toContain(typeof props.style);
  }
});

test.each(SURFACES)("the children of each element of a %s keep their places", (surface) => {
  const [first, ...others] = drawn(surface);
  const placesOf = (root: unknown) =>
    [...nodesIn(root)].map(({ type, props: { children, class: name } }) => {
      // A list of whatever length is all that its element has.
      const isNested = Array.isArray(children) && children.some(Array.isArray);
      expect(isNested, String(type)).toBe(false);
      return [`${type}.${name}`, name !== "ctas" && Array.isArray(children) && children.length];
    });
  const places = Object.fromEntries(others.flatMap(placesOf));
  for (const [name, count] of placesOf(first)) expect(places[String(name)]).toBe(count);
});

test("what may go from an element that stays is an attribute", () => {
  const optional = (surface: string) => {
    const byElement = new Map<string, Set<string>[]>();
    for (const root of drawn(surface)) {
      for (const { type, props } of nodesIn(root)) {
        const name = `${type}.${props.class} ${props.src ?? ""}`;
        byElement.set(name, [...(byElement.get(name) ?? []), new Set(Object.keys(props))]);
      }
    }
    return [...byElement.values()].flatMap((sets) =>
      [...new Set(sets.flatMap((set) => [...set]))].filter((key) =>
        sets.some((set) => !set.has(key)),
      ),
    );
  };
  for (const surface of SURFACES) {
    expect(
      [...new Set(optional(surface))].filter((key) => !/^aria-|^(children|tabindex)$/.test(key)),
    ).toEqual([]);
  }
});

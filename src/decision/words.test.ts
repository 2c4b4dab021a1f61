/** Which words a placement says: the variant's and the language's. */
import { describe, expect, test } from "vitest";
import { bucket, type Payload, type PlacementOutput, type TargetingContext } from "../decision";
import { decide, freeUser, placementOf, type Question } from "./playbook.fixture";

const said = (payload: Partial<Payload>, question: Question = {}): PlacementOutput | undefined =>
  decide(placementOf({ payload }), question).output;

describe("a variant", () => {
  const variants = [
    { handle: "a", weight: 1 },
    { handle: "b", weight: 3, content: { title: "B" }, ctas: [{ label: "Go B" }] },
  ];
  const ctas = [
    { label: "Go", action: "go", params: { plan: "pro" } },
    { label: "No", action: "dismiss" },
  ];
  const users = Array.from({ length: 300 }, (_, i) => ({ id: `user_${i}` }));
  const drawn = (from: Payload["variants"] & object, context: TargetingContext) =>
    said({ variants: from }, { context })?.variant;

  test("is drawn by the bucket of placement/payload:variant, in proportion to its weight", () => {
    for (const context of users) {
      const expected = bucket("welcome/default:variant", context.id) < 0.25 ? "a" : "b";
      expect(drawn(variants, context)).toBe(expected);
    }
  });

  test("weighs only relative to the others", () => {
    const heavier = variants.map((one) => ({ ...one, weight: one.weight * 50 }));
    for (const context of users) expect(drawn(heavier, context)).toBe(drawn(variants, context));
  });

  test("survives edits to copy", () => {
    const edited = variants.map((one) => ({ ...one, content: { title: "New" } }));
    for (const context of users) expect(drawn(edited, context)).toBe(drawn(variants, context));
  });

  test("of weight 0 is nobody's", () => {
    const off = [{ handle: "off", weight: 0 }, ...variants];
    for (const context of users) expect(drawn(off, context)).toBe(drawn(variants, context));
  });

  test("says its own words over the payload's, CTAs by position", () => {
    const content = { title: "Hello", body: "Body" };
    const only = variants.slice(1);
    expect(said({ content, ctas, variants: only })).toMatchObject({
      variant: "b",
      content: { title: "B", body: "Body" },
      ctas: [
        { label: "Go B", action: "go", params: { plan: "pro" } },
        { label: "No", action: "dismiss" },
      ],
    });
  });

  test("is not told of where there is none", () => {
    expect(said({})).not.toHaveProperty("variant");
    expect(said({ variants: [] })).not.toHaveProperty("variant");
  });
});

describe("a language", () => {
  const locales = {
    de: { content: { title: "Hallo" }, ctas: [{ label: "Los" }] },
    "de-AT": { content: { title: "Servus" } },
  };
  const ctas = [{ label: "Go", action: "go" }];
  const titleIn = (locale: string | undefined) =>
    said({ locales }, { query: { slot: "top", ...(locale && { locale }) } })?.content.title;

  test.each([
    ["de", "Hallo"],
    ["de-AT", "Servus"],
    ["de-CH", "Hallo"],
    ["de-Latn-CH", "Hallo"],
    ["de_AT", "Servus"],
    ["de_CH", "Hallo"],
    ["de-at", "Servus"],
    ["DE_AT", "Servus"],
    ["de_AT_1996", "Servus"],
    ["fr", "Hello"],
    ["d", "Hello"],
    ["constructor", "Hello"],
    ["__proto__", "Hello"],
    ["", "Hello"],
    [undefined, "Hello"],
  ])("%s reads %j", (locale, title) => {
    expect(titleIn(locale)).toBe(title);
  });

  test("is found however its tag is cased and joined, the nearer one last", () => {
    const names = { ...locales, "PT-br": { content: { title: "Oi" } }, pt: {} };
    const query = { slot: "top", locale: "pt-BR" };
    expect(said({ locales: names }, { query })?.content.title).toBe("Oi");
    for (const tag of ["DE-AT", "de_AT"]) {
      const authored = { [tag]: locales["de-AT"], de: locales.de };
      expect(
        said({ locales: authored }, { query: { slot: "top", locale: "de-AT" } })?.content.title,
      ).toBe("Servus");
    }
  });

  test("replaces the words it has and leaves the others", () => {
    const content = { title: "Hello", body: "Body" };
    expect(
      said({ content, ctas, locales }, { query: { slot: "top", locale: "de" } }),
    ).toMatchObject({
      content: { title: "Hallo", body: "Body" },
      ctas: [{ label: "Los", action: "go" }],
    });
  });

  test("says nothing by a field that is undefined", () => {
    // Not all applications compile with `exactOptionalPropertyTypes`.
    const missing = undefined as unknown as string;
    const silent = { content: { title: missing, body: "Text" }, ctas: [{ label: missing }] };
    const expected = { content: { title: "Hello", body: "Text" }, ctas };
    const query = { slot: "top", locale: "de" };
    expect(said({ ctas, locales: { de: silent } }, { query })).toMatchObject(expected);
    expect(said({ ctas, variants: [{ handle: "a", weight: 1, ...silent }] })).toMatchObject(
      expected,
    );
  });

  test("of a country leaves to the language what it doesn't say itself", () => {
    const austrian = said({ ctas, locales }, { query: { slot: "top", locale: "de-AT" } });
    expect(austrian).toMatchObject({ content: { title: "Servus" }, ctas: [{ label: "Los" }] });
  });

  test("is the context's, unless the question has one", () => {
    const context = { ...freeUser, locale: "de-AT" };
    expect(said({ locales }, { context })?.content.title).toBe("Servus");
    const query = { slot: "top", locale: "de" };
    expect(said({ locales }, { context, query })?.content.title).toBe("Hallo");
  });

  test("of the variant comes over the variant, and that over the payload's", () => {
    const variant = { handle: "a", weight: 1, content: { title: "A" } };
    const german = { query: { slot: "top", locale: "de" } };
    expect(said({ locales, variants: [variant] }, german)?.content.title).toBe("A");
    const translated = { ...variant, locales: { de: { content: { title: "A auf Deutsch" } } } };
    expect(said({ locales, variants: [translated] }, german)?.content.title).toBe("A auf Deutsch");
    expect(said({ locales, variants: [translated] })?.content.title).toBe("A");
  });
});

/** Playbooks and contexts of any shape, made of what is hostile: the page stays what it was. */
import fc from "fast-check";
import { expect, test } from "../fixtures";
import { placement } from "../playbooks";
import { IN_FLOW } from "../surface-pages";
import { expectNoHarm, openHostile, partsOf, watchHarm } from "./hostile-page";
import { CONFUSING, MARKUP, NAMES, REFUSED, STYLES } from "./hostile-vectors";

test.beforeEach(({ context }) => watchHarm(context));

const SEED = 7;
const word = fc.oneof(
  fc.constantFrom(...MARKUP, ...REFUSED, ...CONFUSING, ...STYLES, ...NAMES),
  fc.string({ unit: "binary", maxLength: 20 }),
  // Two of them grown together, cut anywhere.
  fc
    .tuple(
      fc.constantFrom(...MARKUP, ...REFUSED),
      fc.constantFrom(...MARKUP, ...STYLES),
      fc.nat(40),
    )
    .map(([first, second, at]) => first.slice(0, at) + second + first.slice(at)),
);
const { tree } = fc.letrec<{ tree: unknown; object: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    tie("object"),
    fc.array(tie("tree"), { maxLength: 3 }),
  ),
  object: fc.dictionary(word, tie("tree"), { maxKeys: 4 }),
}));
/** As it should be in most places, so that it is shown, and anything in some. */
const payload = fc.record({
  surface: fc.constantFrom(...IN_FLOW),
  content: fc.record(
    {
      title: word,
      body: fc.oneof(word, tree),
      image: fc.oneof(fc.record({ url: word, alt: word }), tree),
      dismissible: fc.boolean(),
    },
    { requiredKeys: ["title"] },
  ),
  ctas: fc.array(
    fc.record({
      label: word,
      action: fc.oneof(fc.constantFrom("open_url", "open_placement", "go"), word),
      params: fc.oneof(fc.record({ url: word, placement: word }), fc.dictionary(word, tree)),
    }),
    { maxLength: 3 },
  ),
  locales: fc.oneof(fc.dictionary(word, tree, { maxKeys: 2 }), fc.constant({})),
});

const isOfTheWeb = (image: unknown) => {
  try {
    const { protocol } = new URL(String(Object(image).url), "http://localhost/");
    return /^https?:$/.test(protocol);
  } catch {
    return false;
  }
};

const LINKS = ["http:", "https:", "mailto:", "tel:"];

test("any words, addresses and shapes in a Playbook's payloads are shown as text or not at all", async ({
  site,
}) => {
  const payloads = fc.sample(payload, { seed: SEED, numRuns: 250 });
  // An image of the web is asked for, as it should be: none here.
  const here = payloads.map(({ content, ...rest }) => ({
    ...rest,
    content: { ...content, ...(isOfTheWeb(content.image) && { image: undefined }) },
  }));
  const page = await openHostile(site, {
    placements: here.map((one, index) => placement(`slot_${index}`, { payload: one })),
    config: { branding: fc.sample(tree, { seed: SEED, numRuns: 1 })[0] },
  });
  await page.evaluate("Service.ready");
  let known = 0;
  // All of them: slots are filled some at a time.
  const isFilled = async () => {
    const before = known;
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 500))");
    known = await page.locator(".box").count();
    return known > 40 && known === before;
  };
  await expect.poll(isFilled, { timeout: 60_000 }).toBe(true);
  const { parts, strange } = await partsOf(page);
  expect(strange).toEqual([]);
  for (const { hrefs, images } of parts) {
    for (const href of hrefs) expect(LINKS).toContain(href);
    expect(images).toEqual([]);
  }
  await expectNoHarm(site, page);
});

test("any value of any shape given to any method of the SDK does no harm, and throws nothing", async ({
  site,
}) => {
  site.allowConsole(/^error: \[Service\]/);
  const page = await openHostile(site, {
    placements: [
      placement("top", {
        payload: { content: { title: "Title", body: "{{user_name|none}} {{traits.a|none}}" } },
      }),
    ],
  });
  await expect(page.locator(".box")).toBeVisible();
  const calls = fc.sample(fc.tuple(fc.nat(), tree, tree), { seed: SEED, numRuns: 500 });
  const thrown = await page.evaluate(async (text) => {
    const METHODS =
      "setUser setPage updateUsage track trigger capture show can explain checkEntitlement getPlacement getPlacementDecision identify fetchUserContext gate".split(
        " ",
      );
    const sdk = Object(window).Service;
    const calls: [number, unknown, unknown][] = JSON.parse(text);
    const thrown: string[] = [];
    for (const [which, first, second] of calls) {
      const name = METHODS[which % METHODS.length] ?? "";
      try {
        await Promise.race([
          sdk[name](first, second),
          new Promise((resolve) => setTimeout(resolve, 100)),
        ]);
      } catch (error) {
        thrown.push(`${name}(${JSON.stringify(first)}) ${error}`);
      }
    }
    return thrown;
  }, JSON.stringify(calls));
  // Whatever `gate` was given to run is no function, which is the caller's mistake.
  expect(thrown.filter((line) => !line.startsWith("gate("))).toEqual([]);
  expect((await partsOf(page)).strange).toEqual([]);
  await page.evaluate("Service.reset()");
  await expect(page.locator(".box")).toBeVisible();
  await expectNoHarm(site, page);
});

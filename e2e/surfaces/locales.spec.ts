/** The language of a placement: the region's, else the language's, else what was authored. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

const CTAS = [
  { label: "Get Pro", action: "get_pro" },
  { label: "Later", action: "remind_later" },
];
const WORDS = {
  content: { title: "More room", body: "Pro costs {{price}}." },
  ctas: CTAS,
  locales: {
    de: { content: { title: "Mehr Platz" }, ctas: [{ label: "Pro holen" }, { label: "Später" }] },
    "de-AT": { content: { title: "Mehr Platz, Servus" } },
  },
};
const book = playbook({ placements: [placement("top", { payload: WORDS })] });
const HTML = '<div data-service-slot="top"><p>Own</p></div>';
const configOf = (locale?: string) =>
  localConfig(book, { user: { id: "u1", plan_handle: "pro", ...(locale && { locale }) } });

/** What a locale doesn't say is its language's, and what that doesn't say is the payload's own. */
for (const [locale, title, first] of [
  ["de-AT", "Mehr Platz, Servus", "Pro holen"],
  ["de_AT", "Mehr Platz, Servus", "Pro holen"],
  ["de-CH", "Mehr Platz", "Pro holen"],
  ["de", "Mehr Platz", "Pro holen"],
  ["fr-FR", "More room", "Get Pro"],
  ["en", "More room", "Get Pro"],
  // No language tag: nobody's words, and the price as the browser writes it.
  ["constructor", "More room", "Get Pro"],
] as const) {
  test(`a reader of ${locale} reads "${title}"`, async ({ site }) => {
    const page = await site.open({ html: HTML, config: configOf(locale) });
    await expect(page.locator(".title")).toHaveText(title);
    await expect(page.locator(".cta").first()).toHaveText(first);
    await expect(page.locator(".cta")).toHaveCount(2);
  });
}

/** As a screen reader and the browser's hyphens read it. */
const languageOf = (page: Page) =>
  page.locator(".title").evaluate((title) => title.closest("[lang]")?.getAttribute("lang"));

test("words of a locale are marked with its language, the payload's own are the page's", async ({
  site,
}) => {
  const page = await site.open({ html: HTML, config: configOf("de_AT") });
  await expect(page.locator(".title")).toHaveText("Mehr Platz, Servus");
  expect(await languageOf(page)).toBe("de-AT");
  await page.evaluate("Service.setUser({ locale: 'de-CH' })");
  await expect.poll(() => languageOf(page)).toBe("de");
  await page.evaluate("Service.setUser({ locale: 'fr' })");
  await expect(page.locator(".title")).toHaveText("More room");
  expect(await languageOf(page)).toBeUndefined();
});

test("a variant's own words are marked too", async ({ site }) => {
  const fr = { content: { title: "Plus de place" } };
  const variants = [{ handle: "a", weight: 1, locales: { fr } }];
  const payload = { ...WORDS, variants };
  const config = localConfig(playbook({ placements: [placement("top", { payload })] }), {
    user: { id: "u1", plan_handle: "pro", locale: "fr-CA" },
  });
  const page = await site.open({ html: HTML, config });
  await expect(page.locator(".title")).toHaveText("Plus de place");
  expect(await languageOf(page)).toBe("fr");
});

test("the price is written as the reader writes it", async ({ site }) => {
  const tab = await site.open({ html: HTML, config: configOf("en") });
  await expect(tab.locator(".body")).toHaveText("Pro costs €29.");
  await site.open({ html: HTML, config: configOf("de") }, tab);
  await expect(tab.locator(".body")).toHaveText(/^Pro costs 29\s€\.$/);
});

for (const [locale, text, used = 1234] of [
  ["en", "1,234 / 5,000"],
  ["de", "1.234 / 5.000"],
  ["ar-EG", "٨٠٠ / ٥٬٠٠٠", 800],
  // No language tag: as the browser writes it.
  ["constructor", "1,234 / 5,000"],
] as const) {
  test(`a meter says ${text} to a reader of ${locale}`, async ({ site }) => {
    const content = { title: "Exports", meter: { entitlement: "exports" } };
    const metered = playbook({
      entitlements: [
        { handle: "exports", type: "usage_limit", grants: [{ plans: ["pro"], limit: 5000 }] },
      ],
      placements: [placement("top", { payload: { surface: "usage_meter", content } })],
    });
    const user = { id: "u1", plan_handle: "pro", locale, usage: { exports: used } };
    const page = await site.open({ html: HTML, config: localConfig(metered, { user }) });
    const meter = page.getByRole("meter", { name: "Exports" });
    await expect(meter).toHaveText(text);
    await expect(meter).toHaveAttribute("aria-valuetext", text);
  });
}

test("the language follows the user at once, and what is on display stays on display", async ({
  site,
}) => {
  const page = await site.open({ html: HTML, config: configOf("en") });
  await expect(page.locator(".title")).toHaveText("More room");
  const before = await page.locator(".box").elementHandle();
  await page.evaluate("Service.setUser({ locale: 'de-DE' })");
  await expect(page.locator(".title")).toHaveText("Mehr Platz");
  const isSame = await page.locator(".box").evaluate((box, other) => box === other, before);
  expect(isSame).toBe(true);
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-CH" });

  test("the browser's language counts, unless the page says another", async ({ site }) => {
    const tab = await site.open({ html: HTML, config: configOf() });
    await expect(tab.locator(".title")).toHaveText("Mehr Platz");
    await site.open({ html: HTML, config: configOf("en") }, tab);
    await expect(tab.locator(".title")).toHaveText("More room");
    const unasked = { ...configOf(), contextPolicy: { inferUser: false } };
    await site.open({ html: HTML, config: unasked }, tab);
    await expect(tab.locator(".title")).toHaveText("More room");
  });
});

test("a variant's own words win over the payload's locale, and its locale over them", async ({
  site,
}) => {
  const variants = [
    {
      handle: "only",
      weight: 1,
      content: { title: "Room to grow" },
      locales: { de: { content: { title: "Platz zum Wachsen" } } },
    },
  ];
  const varied = playbook({ placements: [placement("top", { payload: { ...WORDS, variants } })] });
  const config = (locale: string) => localConfig(varied, { user: { id: "u1", locale } });
  const tab = await site.open({ html: HTML, config: config("en") });
  await tab.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expect(tab.locator(".title")).toHaveText("Room to grow");
  await tab.evaluate("Service.setUser({ locale: 'de-AT' })");
  await expect(tab.locator(".title")).toHaveText("Platz zum Wachsen");
});

/** Minor units are those of ISO 4217, whatever the engine usually shows. */
for (const [amount, currency, shown] of [
  [2900, "EUR", "€29"],
  [2950, "EUR", "€29.50"],
  [2900, "JPY", "¥2,900"],
  [29_500, "KWD", "KWD 29.500"],
  [499_000, "HUF", "HUF 4,990"],
  [499_050, "HUF", "HUF 4,990.50"],
  [1_500_000, "IQD", "IQD 1,500"],
  [4_900_000, "IDR", "IDR 49,000"],
  [290_000, "CLF", "CLF 29"],
  [1_500, "UYI", "UYI 1,500"],
] as const) {
  test(`${amount} of ${currency} is ${shown}`, async ({ site }) => {
    const plans = [{ handle: "pro", price: { amount, currency } }];
    const priced = playbook({
      plans,
      entitlements: [],
      placements: [placement("top", { payload: { content: { title: "For {{price}}" } } })],
    });
    const user = { id: "u1", plan_handle: "pro", locale: "en-US" };
    const page = await site.open({ html: HTML, config: localConfig(priced, { user }) });
    // Between a code and its amount there is a space that doesn't break.
    await expect(page.locator(".title")).toHaveText(`For ${shown}`.replace(/([A-Z]) /, "$1\u00a0"));
  });
}

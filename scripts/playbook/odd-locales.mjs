// @ts-check
/** Languages that no user has, those that are given twice, and those that a variant isn't written in. */
import { didYouMean } from "./nearest.mjs";

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {import("./words.mjs").Words} Words
 * @typedef {NonNullable<Playbook["placements"]>[number]["payloads"][number]} Payload
 */

const LANGUAGES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const REGIONS = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** Countries that are often written for the language of their own. */
const OF_COUNTRY = new Map(
  "at:de cn:zh cz:cs dk:da gb:en gr:el jp:ja ua:uk us:en".split(" ").map((pair) => {
    const [country = "", language = ""] = pair.split(":");
    return [country, language];
  }),
);
/** As the SDK compares them. */
const plain = (/** @type {string} */ tag) => tag.toLowerCase().replaceAll("_", "-");
/** Whether who says the one tag takes the words of the other. */
const isTakenBy = (/** @type {string} */ tag, /** @type {string} */ other) =>
  `${plain(tag)}-`.startsWith(`${plain(other)}-`);

/** @param {string} tag @returns {boolean} */
function isLanguage(tag) {
  const [language = ""] = plain(tag).split("-");
  try {
    const { region } = new Intl.Locale(plain(tag));
    return LANGUAGES.of(language) !== undefined && (!region || REGIONS.of(region) !== undefined);
  } catch {
    return false;
  }
}

/** What browsers say where a language is written in another way too. */
const OF_BROWSERS = new Map([
  ["zh-hant", ["zh-TW", "zh-HK"]],
  ["zh-hans", ["zh-CN"]],
  ["no", ["nb"]],
]);

/**
 * Tags that browsers have in place of this one, if `tags` have none that they take.
 * @param {string} tag @param {readonly string[]} tags @returns {readonly string[]}
 */
function saidFor(tag, tags) {
  const [language = "", script = ""] = plain(tag).split("-");
  const [canonical = ""] = Intl.getCanonicalLocales(language);
  // With its country, such as "en-GB" for "en-UK".
  const [whole = ""] = Intl.getCanonicalLocales(plain(tag));
  const other = canonical === language ? whole : canonical;
  const said =
    OF_BROWSERS.get(language) ??
    OF_BROWSERS.get(`${language}-${script}`) ??
    (isTakenBy(tag, other) ? [] : [other]);
  const isTaken = (/** @type {string} */ one) => tags.some((given) => isTakenBy(one, given));
  return said.every(isTaken) ? [] : said;
}

/** @param {Words} words @param {string} path @returns {string[]} */
function oddIn({ locales = {} }, path) {
  const tags = Object.keys(locales);
  return tags.flatMap((tag, i) => {
    const at = `${path}.locales.${tag}`;
    const first = tags.findIndex((one) => plain(one) === plain(tag));
    if (first < i) return [`${at}: is the same language as "${tags[first]}": join them`];
    if (isLanguage(tag)) {
      const said = saidFor(tag, tags).map((one) => `"${one}"`);
      return said.length
        ? [`${at}: browsers say ${said.join(" or ")} for "${tag}": write that too`]
        : [];
    }
    const [country = ""] = plain(tag).split("-");
    const known = country !== tag && isLanguage(country) ? country : undefined;
    const meant = didYouMean(OF_COUNTRY.get(country) ?? known);
    return [
      `${at}: "${tag}" is no language that is known${meant}: write one such as "de" or "pt-BR"`,
    ];
  });
}

/** @param {Pick<Words, "content">} words @returns {string[]} What of its content they say to a reader. */
const saidIn = ({ content = {} }) => ["title", "body"].filter((name) => name in content);

/** @param {Payload} payload @param {string} path @returns {string[]} Lines about words of variants that count over those of the payload's languages. */
const untranslated = ({ locales = {}, variants = [] }, path) =>
  variants.flatMap((variant, k) => {
    const own = Object.entries(variant.locales ?? {});
    return saidIn(variant).flatMap((said) => {
      const tags = Object.entries(locales).flatMap(([tag, words]) => {
        const isSaid = own.some(
          ([other, ones]) => isTakenBy(tag, other) && saidIn(ones).includes(said),
        );
        return saidIn(words).includes(said) && !isSaid ? [`locales.${tag}`] : [];
      });
      if (!variant.weight || tags.length === 0) return [];
      return [
        `${path}.variants[${k}].content.${said}: counts over ${tags.join(", ")} of the payload too: give the variant locales of its own`,
      ];
    });
  });

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export const oddLocales = ({ placements = [] }) =>
  placements.flatMap(({ payloads }, i) =>
    payloads.flatMap((payload, j) => {
      const path = `placements[${i}].payloads[${j}]`;
      const inVariants = (payload.variants ?? []).flatMap((variant, k) =>
        oddIn(variant, `${path}.variants[${k}]`),
      );
      return [...oddIn(payload, path), ...inVariants, ...untranslated(payload, path)];
    }),
  );

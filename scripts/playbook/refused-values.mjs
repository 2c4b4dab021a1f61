// @ts-check
/** What is valid JSON of the right shape, and yet refused by every page: addresses and colours. */

import { wordsOf } from "./words.mjs";

/** As `safeUrl` has them (src/placements/safe-url.ts). */
const LINKS = ["http:", "https:", "mailto:", "tel:"];
const IMAGES = ["http:", "https:"];
/** The action of a CTA with an address; a variant or a language may leave it out. */
const OPENS = "open_url";
/** A domain where a path would begin: by `www.`, or by an end that files on a web site hardly have. */
const LIKE_DOMAIN = /^(www\.|([\w-]+\.)+(com|org|net|io|co|dev|app|eu|de|fr|uk|example)([/?#]|$))/i;
/** What a link is read as a path for, since it lacks its scheme. */
const SCHEMES = Object.entries({
  mailto: /^[^\s/?#@:]+@[\w-]+(\.[\w-]+)+$/,
  tel: /^\+[\d ()-]{6,}$/,
});
/** Where a relative address is looked up; any page would do. */
const PAGE = "https://page.example/";

/** @param {unknown} url @param {readonly string[]} protocols @param {string} path @returns {string[]} */
function refusedUrl(url, protocols, path) {
  // A token says where it leads only when it is shown.
  if (typeof url !== "string" || !url || url.includes("{{")) return [];
  const address = URL.canParse(url, PAGE) ? new URL(url, PAGE) : undefined;
  const [scheme] =
    SCHEMES.find(([one, like]) => protocols.includes(`${one}:`) && like.test(url)) ?? [];
  const meant = LIKE_DOMAIN.test(url)
    ? `https://${url}`
    : scheme && `${scheme}:${url.replaceAll(" ", "")}`;
  if (meant) {
    return [`${path}: "${url}" is read as a path of the page's own site: write "${meant}"`];
  }
  if (address && protocols.includes(address.protocol)) return [];
  const reason = address ? `with ${address.protocol}` : "that can't be read";
  return [`${path}: an address ${reason} is refused: use ${protocols.join(", ")} or a path`];
}

/** @param {import("./words.mjs").Words} words @param {string} path @returns {string[]} */
const refusedIn = ({ content, ctas = [] }, path) => [
  ...refusedUrl(content?.image?.url, IMAGES, `${path}.content.image.url`),
  ...ctas.flatMap(({ action = OPENS, params }, i) =>
    action === OPENS ? refusedUrl(params?.url, LINKS, `${path}.ctas[${i}].params.url`) : [],
  ),
];

const HEX = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
/** What was meant to be `HEX`, or is nothing; no colour's name has these letters alone. */
const LIKE_HEX = /^(#.*|[\da-f]*)$/i;

/** @param {unknown} value */
const isNoColor = (value) => LIKE_HEX.test(`${value}`) && !HEX.test(`${value}`);

/** @param {import("../../dist/decision.js").Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function refusedValues({ placements = [], branding }) {
  const colors = Object.entries(branding?.theme?.colors ?? {}).flatMap(([name, value]) =>
    isNoColor(value)
      ? [`branding.theme.colors.${name}: "${value}" is no colour, and is left out`]
      : [],
  );
  const addresses = placements.flatMap(({ payloads }, i) =>
    payloads
      .flatMap((payload, j) => wordsOf(payload, `placements[${i}].payloads[${j}]`))
      .flatMap(({ words, path }) => refusedIn(words, path)),
  );
  const logo = refusedUrl(branding?.logo_url, IMAGES, "branding.logo_url");
  return [...colors, ...logo, ...addresses];
}

// @ts-check
/** All that a payload may say: its own words, those of its variants, and those of each of their languages. */

/** @typedef {NonNullable<import("../../dist/decision.js").Playbook["placements"]>[number]["payloads"][number]} Payload */
/** @typedef {NonNullable<Payload["variants"]>[number]} Variant A language has the same words, and no languages. */
/** @typedef {Pick<Variant, "content" | "ctas" | "locales">} Words */

/** @param {Words} words @param {string} path @returns {{ words: Words, path: string }[]} */
const withLocales = (words, path) => [
  { words, path },
  ...Object.entries(words.locales ?? {}).map(([tag, words]) => ({
    words,
    path: `${path}.locales.${tag}`,
  })),
];

/** @param {Payload} payload @param {string} path @returns {{ words: Words, path: string }[]} With the path of each. */
export const wordsOf = (payload, path) => [
  ...withLocales(payload, path),
  ...(payload.variants ?? []).flatMap((variant, i) =>
    withLocales(variant, `${path}.variants[${i}]`),
  ),
];

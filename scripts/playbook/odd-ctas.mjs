// @ts-check
/** What the buttons of a valid payload name in vain, and those that are never shown. */
import { question, slipOf } from "./nearest.mjs";

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["placements"]>[number]["payloads"][number]} Payload
 * @typedef {Pick<NonNullable<Payload["variants"]>[number], "ctas" | "locales">} Words
 * @typedef {NonNullable<Words["ctas"]>[number]} Cta
 * @typedef {{ words: Words, path: string, below: readonly Words[] }} Layer Words, and those that they are merged over.
 */

/** What the SDK does itself (README, "CTAs"); any other action is the application's. */
const ACTIONS = ["dismiss", "remind_later", "open_url", "open_placement"];

/** As the SDK compares the tags of languages: `de_AT` takes what `de` says. */
const stem = (/** @type {string} */ tag) => `${tag.toLowerCase().replaceAll("_", "-")}-`;

/** @param {Words} words @param {string} locale @returns {Words[]} Its words for that language, the more general first. */
function wordsIn({ locales = {} }, locale) {
  return Object.entries(locales)
    .filter(([tag]) => stem(locale).startsWith(stem(tag)))
    .sort(([a], [b]) => a.length - b.length)
    .map(([, words]) => words);
}

/** @param {Words} words @param {string} path @param {readonly Words[]} below @returns {Layer[]} */
function layersOf(words, path, below) {
  const locales = Object.entries(words.locales ?? {}).map(([tag, own]) => {
    const others = [...below, words].flatMap((one) => [one, ...wordsIn(one, tag)]);
    return {
      words: own,
      path: `${path}.locales.${tag}`,
      below: others.filter((one) => one !== own),
    };
  });
  return [{ words, path, below }, ...locales];
}

/** @param {readonly Words[]} layers @param {number} i @returns {Cta} The button there, each layer over those before it. */
const merged = (layers, i) => Object.assign({}, ...layers.map(({ ctas }) => ctas?.[i]));

/** @param {Cta} cta */
const leadsNowhere = ({ action, params }) => action === "open_url" && !params?.url;

/** @param {Layer} layer @param {Payload} payload @param {readonly string[]} plans @returns {string[]} */
function oddIn({ words, path, below }, { ctas = [], variants = [], ...payload }, plans) {
  const drawn = variants.filter(({ weight }) => weight > 0);
  /** Whether the payload's own words are seen by nobody, and those of each variant have an address. */
  const isMended = (/** @type {number} */ i) =>
    below.length === 0 &&
    drawn.length > 0 &&
    drawn.every((variant) => !leadsNowhere(merged([{ ...payload, ctas }, variant], i)));
  return (words.ctas ?? []).flatMap(({ label, action, params }, i) => {
    const at = `${path}.ctas[${i}]`;
    if (i >= ctas.length) {
      return [
        `${at}: is never shown, since its payload has no CTA at this position: add one there`,
      ];
    }
    const lines = [];
    if (label !== undefined && !label.trim()) {
      lines.push(`${at}.label: is empty, so that nobody knows what the button does: say it`);
    }
    const saysWhere = action !== undefined || params !== undefined;
    if (saysWhere && leadsNowhere(merged([...below, words], i)) && !isMended(i)) {
      lines.push(`${at}.params: open_url leads nowhere without url`);
    }
    const own = action === undefined ? "" : slipOf(action, ACTIONS);
    if (own) lines.push(`${at}.action: "${action}" is no action of the SDK's own${own}`);
    const plan = params?.plan;
    // A token says which plan only when it is shown.
    if (typeof plan === "string" && !plan.includes("{{") && !plans.includes(plan)) {
      const remedy = "name one of its plans, or add this one";
      lines.push(
        `${at}.params.plan: "${plan}" is no plan of the Playbook${question(plan, plans)}: ${remedy}`,
      );
    }
    return lines;
  });
}

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function oddCtas({ placements = [], plans = [] }) {
  const handles = plans.map(({ handle }) => handle);
  return placements.flatMap(({ payloads }, i) =>
    payloads.flatMap((payload, j) => {
      const path = `placements[${i}].payloads[${j}]`;
      const layers = [
        ...layersOf(payload, path, []),
        ...(payload.variants ?? []).flatMap((variant, k) =>
          layersOf(variant, `${path}.variants[${k}]`, [payload]),
        ),
      ];
      return layers.flatMap((layer) => oddIn(layer, payload, handles));
    }),
  );
}

// @ts-check
/** The paths of a condition: what a context has, and what was probably meant by what it never has. */
import { didYouMean, nearest, slipOf } from "./nearest.mjs";

/** @typedef {import("../../dist/decision.js").TargetingContext} TargetingContext */

/** @type {Readonly<Record<keyof TargetingContext, string>>} Its names with their fields; an empty text: none, or free ones. */
const CONTEXT = {
  id: "",
  anonymous_id: "",
  plan_handle: "",
  name: "",
  email_domain: "",
  locale: "",
  country: "",
  timezone: "",
  device: "",
  created_at: "",
  segments: "",
  traits: "",
  usage: "",
  entitlements: "",
  page: "url path title referrer tags query",
  trial:
    "in_trial trial_handle plan_handle kind started_at ends_at day_number days_remaining converted",
  event: "name properties",
};
const FIELDS = new Map(
  Object.entries(CONTEXT).map(([name, text]) => [name, text.split(" ").filter(Boolean)]),
);
const NAMES = [...FIELDS.keys()];
/** Those that have other names in them. */
const HOLDERS = ["traits", "usage", "entitlements", "page", "trial", "event"];
/** Those that are an object each. */
export const OBJECTS = [...HOLDERS, "page.query", "event.properties"];
/** Those that are one text each. */
export const TEXTS = [
  ...["id", "anonymous_id", "plan_handle", "name", "email_domain", "locale", "country", "timezone"],
  ...["device", "created_at", "page.url", "page.path", "page.title", "page.referrer"],
  ...["trial.trial_handle", "trial.plan_handle", "trial.kind"],
];
/** @param {string} path @returns {boolean} Whether it is always a number. */
export const isNumber = (path) => /^(usage\..|trial\.day(_number|s_remaining)$)/.test(path);
/** Those that are true or false. */
export const FLAGS = ["trial.in_trial", "trial.converted"];
/** Those that are a date each. */
export const DATES = ["created_at", "trial.started_at", "trial.ends_at"];
/** Those that are a list each. */
export const LISTS = ["segments", "page.tags"];
const PATHS = [...FIELDS].flatMap(([name, fields]) => [
  name,
  ...fields.map((field) => `${name}.${field}`),
]);

/** So that `page_path` is close to `page.path`. */
const undotted = (/** @type {string} */ path) => path.replaceAll(".", "_");

/** Most names are short, and `stage` is no slip of `usage`: the first letter is rarely a wrong one. */
const closest = (/** @type {string} */ name, /** @type {readonly string[]} */ known) =>
  nearest(
    name,
    known.filter((one) => one[0] === name[0]?.toLowerCase()),
  );

/** @param {string} path @param {readonly string[]} entitlements @returns {string | undefined} A path that there is. */
function closePath(path, entitlements) {
  const paths = [...PATHS, ...entitlements.map((handle) => `usage.${handle}`)];
  const close = closest(undotted(path), paths.map(undotted));
  return paths.find((one) => undotted(one) === close);
}

/** @param {string} path One whose first step no context has. @param {readonly string[]} entitlements @returns {string | undefined} */
function meantBy(path, entitlements) {
  // The user's own values are not below `user`.
  const inner = path.replace(/^(user|context)[._]/, "");
  const [first = "", ...rest] = inner.split(".");
  if (FIELDS.has(first)) return inner;
  if (first === "") return undefined;
  const holder = ["page", "trial", "event"].find((name) => FIELDS.get(name)?.includes(first));
  if (holder) return `${holder}.${inner}`;
  if (entitlements.includes(first)) return `usage.${inner}`;
  if (/^plan/i.test(first)) return "plan_handle";
  const close = closePath(inner, entitlements);
  if (close) return close;
  const near = closest(first, NAMES);
  if (near === undefined) return `traits.${path.replace(/^(user|context)\./, "")}`;
  return HOLDERS.includes(near) ? [near, ...rest].join(".") : near;
}

/**
 * @param {string} path As a condition has it.
 * @param {readonly string[]} entitlements The handles of the Playbook's.
 * @returns {string | undefined} What is odd about it.
 */
export function oddityOfPath(path, entitlements) {
  const [first = "", second] = path.split(".");
  const fields = FIELDS.get(first);
  if (!fields) {
    const meant = didYouMean(meantBy(path, entitlements));
    return `a context has no "${first}"${meant}: values of your own belong under traits`;
  }
  if (second === undefined) return undefined;
  if (fields.length > 0 && !fields.includes(second)) {
    const meant = didYouMean(closePath(path, entitlements));
    return `"${first}" has no "${second}"${meant}: it has ${fields.join(", ")}`;
  }
  const slip = first === "usage" || first === "entitlements" ? slipOf(second, entitlements) : "";
  return slip && `"${second}" is no entitlement of the Playbook${slip}: name one of its own`;
}

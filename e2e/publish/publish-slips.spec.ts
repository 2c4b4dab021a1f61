/** `npm run playbook -- validate` on what people write who know what they want, but not how to say it. */
import { expect, test } from "@playwright/test";
import { readPlaybook } from "../../scripts/playbook/read-playbook.mjs";
import { warningsOf } from "../../scripts/playbook/warnings.mjs";

type Part = Readonly<Record<string, unknown>>;

const GRANTS = [
  { plans: ["free"], limit: 50 },
  { plans: ["pro"], limit: null },
];
const ENTITLEMENTS = [
  { handle: "raw", type: "feature", grants: [{ plans: ["pro"] }] },
  { handle: "beta", type: "feature", grants: [{ plans: ["pro"], segments: ["testers"] }] },
  { handle: "exports", type: "usage_limit", grants: GRANTS },
];

/** What is said of a Playbook with this placement, which has this payload; it is always valid. */
function saidOf(payload: Part, placement: Part = {}, entitlements: readonly Part[] = ENTITLEMENTS) {
  const json = {
    ...{ format_version: 1, playbook_id: "acme", version: 1 },
    ...{ plans: [{ handle: "free" }, { handle: "pro" }], entitlements },
    placements: [
      {
        ...{ handle: "only", category: "fixed", slot: "top", ...placement },
        payloads: [{ handle: "a", surface: "card", content: { title: "Hello" }, ...payload }],
      },
    ],
  };
  const answer = readPlaybook(Buffer.from(JSON.stringify(json)));
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems));
  return warningsOf(answer.playbook);
}
const ofCondition = (condition: unknown) =>
  saidOf({ target: { condition } }).map((line) =>
    line.replace("placements[0].payloads[0].target.condition.", ""),
  );

test("says where a field belongs that stands elsewhere, and asks for no other one", () => {
  const moved = (path: string, place: string) =>
    `${path} is no field of format 1 (did you mean ${place}?), and is not read`;
  const [at, one] = ["placements[0]", "placements[0].payloads[0]"];
  // Each of these two looks like the other one, which means the contrary.
  expect(saidOf({ holdout_percent: 5 })).toEqual([
    moved(`${one}.holdout_percent`, `${at}.holdout_percent`),
  ]);
  expect(saidOf({}, { rollout_percent: 5 })).toEqual([
    moved(`${at}.rollout_percent`, `${at}.payloads[].rollout_percent`),
  ]);
  expect(saidOf({}, { target: { plans: ["free"] }, caps: [] })).toEqual([
    moved(`${at}.target`, `${at}.payloads[].target`),
    moved(`${at}.caps`, `${at}.payloads[].caps`),
  ]);
  const words = {
    ...{ title: "Hello", trigger: { type: "page_view" }, plans: ["free"], until: "2026-12-24" },
    content: { title: "Hello", ctas: [] },
    variants: [{ handle: "b", weight: 1, surface: "banner" }],
    locales: { "de-AT": { title: "Servus" } },
  };
  expect(saidOf(words)).toEqual([
    moved(`${one}.content.ctas`, `${one}.ctas`),
    moved(`${one}.title`, `${one}.content.title`),
    moved(`${one}.trigger`, `${at}.trigger`),
    moved(`${one}.plans`, `${one}.target.plans`),
    moved(`${one}.until`, `${one}.schedule.until`),
    moved(`${one}.variants[0].surface`, `${one}.surface`),
    moved(`${one}.locales.de-AT.title`, `${one}.locales.de-AT.content.title`),
  ]);
  const limited = { handle: "seats", type: "seats", limit: 3, grants: [] };
  expect(saidOf({}, {}, [limited])).toEqual([
    moved("entitlements[0].limit", "entitlements[0].grants[].limit"),
  ]);
});

test("asks for no place where there are several, or none", () => {
  const line = (path: string) => `${path} is no field of format 1, and is not read`;
  expect(saidOf({}, { condition: {}, version: 2, url: "/" })).toEqual([
    line("placements[0].condition"),
    line("placements[0].version"),
    line("placements[0].url"),
  ]);
  expect(saidOf({ ctas: [{ label: "A", action: "go", handle: "b", url: "/" }] })).toEqual([
    line("placements[0].payloads[0].ctas[0].handle"),
    line("placements[0].payloads[0].ctas[0].url"),
  ]);
});

test("names plans that are never refused what a gate asks for", () => {
  const gate = (entitlement: string, plans?: readonly string[]) =>
    saidOf(
      { surface: "modal", ...(plans && { target: { plans } }) },
      { slot: undefined, trigger: { type: "entitlement_denied", entitlement } },
    );
  const at = "placements[0].payloads[0].target.plans";
  const has = (plans: string, handle: string) =>
    `${at}: users of ${plans} have "${handle}", so that nobody is refused it unless the service says so`;
  expect(gate("raw", ["pro"])).toEqual([has("pro", "raw")]);
  expect(gate("exports", ["pro"])).toEqual([has("pro", "exports")]);
  for (const plans of [["free"], ["free", "pro"], undefined])
    expect(gate("raw", plans)).toEqual([]);
  expect(gate("beta", ["pro"])).toEqual([]);
  expect(gate("exports", ["free"])).toEqual([]);
});

test("names plans that never come to a threshold", () => {
  const trigger = { type: "usage_threshold", entitlement: "exports", percent: 80 };
  expect(saidOf({ target: { plans: ["pro"] } }, { trigger })).toEqual([
    `placements[0].payloads[0].target.plans: users of pro have no limit of "exports", so that no percent of it is reached`,
  ]);
  expect(saidOf({ target: { plans: ["free", "pro"] } }, { trigger })).toEqual([]);
});

test("names signs for operators, and lists and objects that are compared as a whole", () => {
  const whole = "an object is compared as a whole";
  for (const [sign, operator] of Object.entries({ ">=": "$gte", "<": "$lt", "!=": "$ne" })) {
    expect(ofCondition({ "usage.exports": { [sign]: 20 } })).toEqual([
      `usage.exports: "${sign}" is no operator, and ${whole}: write "${operator}"`,
    ]);
  }
  expect(ofCondition({ "page.query": { tab: "all" } })).toEqual([
    `page.query: ${whole}, with all that "page.query" has: write "page.query.tab"`,
  ]);
  for (const path of ["usage.exports", "page.query.tab", "trial.in_trial"]) {
    expect(ofCondition({ [path]: ["1", "2"] })).toEqual([
      `${path}: a list is compared as a whole: use $in`,
    ]);
  }
  expect(ofCondition({ "traits.sizes": [1, 2], "traits.size": { ">": 1 } })).toEqual([
    `traits.size: ">" is no operator, and ${whole}: write "$gt"`,
  ]);
});

test("names a list that nothing is in", () => {
  for (const operator of ["$in", "$ini"]) {
    expect(ofCondition({ plan_handle: { $not: { [operator]: [] } } })).toEqual([
      `plan_handle.$not.${operator}: is empty, so that nothing is in it: name at least one value`,
    ]);
  }
  expect(ofCondition({ plan_handle: { $nin: [] }, $or: [] })).toEqual([]);
});

test("names what no referrer, no domain and no path is", () => {
  expect(ofCondition({ "page.referrer": "google.com" })).toEqual([
    'page.referrer: "page.referrer" begins with its scheme and host: use $regex',
  ]);
  expect(ofCondition({ "page.referrer": "https://google.com" })).toEqual([
    'page.referrer: no page has the address "https://google.com": write "https://google.com/"',
  ]);
  expect(ofCondition({ email_domain: { $regex: "@acme\\.com$" } })).toEqual([
    'email_domain.$regex: a domain has no "@", so that nothing matches: write what follows it',
  ]);
  expect(ofCondition({ "page.path": { $regex: "^/list\\?tab=all" } })).toEqual([
    'page.path.$regex: a path has no query, so that nothing matches: use "page.query." and a name',
  ]);
  const sound = {
    "page.referrer": { $regex: "google" },
    email_domain: { $regex: "(^|@)acme\\.com$" },
    "page.path": { $regex: "^/list(\\?|$)" },
    "traits.question": { $regex: "\\?$" },
  };
  expect(ofCondition(sound)).toEqual([]);
  expect(ofCondition({ "page.path": { $regex: "^/list\\??$" }, "page.referrer": "" })).toEqual([]);
});

test("says of a comment in the first line what it says of any other", () => {
  for (const comment of ["// Of the shop", "/* Of the shop */"]) {
    const answer = readPlaybook(Buffer.from(`\n ${comment}\n{}`));
    expect(answer.ok ? "" : answer.problems[0]?.message).toMatch(/: JSON has no comments$/);
  }
  const answer = readPlaybook(Buffer.from("/ {}"));
  expect(answer.ok ? "" : answer.problems[0]?.message).toMatch(/is not valid JSON$/);
});

test("names a language of a country that there isn't, or that browsers call otherwise", () => {
  const tags = ["en-UK", "en-EN", "de", "de-AT", "de_CH", "es-419", "zh-TW", "sr-Latn-RS", "pt-BR"];
  const locales = Object.fromEntries(tags.map((tag) => [tag, { content: { title: "A" } }]));
  const at = "placements[0].payloads[0].locales";
  expect(saidOf({ locales })).toEqual([
    `${at}.en-UK: browsers say "en-GB" for "en-UK": write that too`,
    `${at}.en-EN: "en-EN" is no language that is known (did you mean en?): write one such as "de" or "pt-BR"`,
  ]);
});

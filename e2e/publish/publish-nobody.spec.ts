/** `npm run playbook -- validate` warns of what is valid, and what nobody is ever shown, granted or asked for. */
import { expect, test } from "@playwright/test";
import { readPlaybook } from "../../scripts/playbook/read-playbook.mjs";
import { warningsOf } from "../../scripts/playbook/warnings.mjs";

type Part = Readonly<Record<string, unknown>>;

/** What is said of a Playbook with this one payload; it is always valid. */
function saidOf(payload: Part, { trigger, ...lists }: Part = {}): string[] {
  const playbook = {
    ...{ format_version: 1, playbook_id: "acme", version: 1 },
    placements: [
      {
        ...{ handle: "only", category: "trials", slot: "top", trigger },
        payloads: [{ handle: "a", surface: "card", content: { title: "Hello" }, ...payload }],
      },
    ],
    ...lists,
  };
  const read = readPlaybook(new TextEncoder().encode(JSON.stringify(playbook)));
  expect(read).toMatchObject({ ok: true });
  return read.ok ? warningsOf(read.playbook) : [];
}

/** What is said of a condition, behind the path of the condition itself. */
const saidOfCondition = (condition: Part) =>
  saidOf({ target: { condition } }).map((line) => line.replace(/^.*\.target\.condition\./, ""));

test("names lists that name nobody, and stages that no trial is long enough for", () => {
  const path = "placements[0].payloads[0].target";
  const shown = "so that nobody is shown it: for everybody leave it out";
  expect(saidOf({ target: { plans: [], segments: [] } })).toEqual([
    `${path}.plans: is empty, ${shown}`,
    `${path}.segments: is empty, ${shown}`,
  ]);
  const plans = [{ handle: "pro" }];
  const grants = [{ plans: ["pro"], segments: [] }, { plans: ["pro"] }];
  expect(saidOf({}, { plans, entitlements: [{ handle: "f", type: "feature", grants }] })).toEqual([
    "entitlements[0].grants[0].segments: is empty, so that it is granted to nobody: leave it out",
  ]);
  // Whom the service grants it needs no grant.
  expect(saidOf({}, { entitlements: [{ handle: "f", type: "feature", grants: [] }] })).toEqual([]);
  const stageOf = (stage: string, days: readonly number[], days_before_end?: number) =>
    saidOf(
      {},
      {
        ...{ plans, trigger: { type: "trial_stage", stage, days_before_end } },
        trials: days.map((days, i) => ({ handle: `t${i}`, plan: "pro", days })),
      },
    ).map((line) => line.replace("placements[0].trigger: ", ""));
  const missed = (stage: string, days: number, last: number) => [
    `a trial of ${days} days is "ending" before it could be "${stage}": write a days_before_end below ${last}`,
  ];
  expect(stageOf("midpoint", [6])).toEqual(missed("midpoint", 6, 3));
  expect(stageOf("midpoint", [3, 14], 7)).toEqual(missed("midpoint", 14, 7));
  expect(stageOf("started", [3])).toEqual(missed("started", 3, 3));
  expect(stageOf("midpoint", [6, 7])).toEqual([]);
  expect(stageOf("started", [3], 2)).toEqual([]);
  expect(stageOf("midpoint", [])).toEqual([]);
  expect(stageOf("ending", [3], 30)).toEqual([]);
});

test("names values of another type, domains with capitals and addresses that no page has", () => {
  const kind = (is: string, attribute: string, type: string) =>
    `is of type ${is}, and "${attribute}" is always of type ${type}, which it is never equal to`;
  expect(
    saidOfCondition({
      "page.query.step": { $in: ["1", 2] },
      id: { $eq: 5 },
      "trial.in_trial": { $ne: "false" },
      "trial.days_remaining": { $eq: "3" },
      "usage.exports": { $not: { $in: ["20"] } },
      email_domain: { $in: ["acme.com", "Acme.com"] },
      "page.url": { $in: ["https://a.example", "https://a.example/b#c", "a.example/b"] },
    }),
  ).toEqual([
    `page.query.step.$in[1]: ${kind("number", "page.query.step", "string")}`,
    `id.$eq: ${kind("number", "id", "string")}`,
    `trial.in_trial.$ne: ${kind("string", "trial.in_trial", "boolean")}`,
    `trial.days_remaining.$eq: ${kind("string", "trial.days_remaining", "number")}`,
    `usage.exports.$not.$in[0]: ${kind("string", "usage.exports", "number")}`,
    'email_domain.$in[1]: a domain is in lower case: write "acme.com"',
    'page.url.$in[0]: no page has the address "https://a.example": write "https://a.example/"',
    'page.url.$in[1]: no page has the address "https://a.example/b#c": write "https://a.example/b"',
    'page.url.$in[2]: "page.url" begins with its scheme and host: use page.path, or $regex',
  ]);
  // A bare value is compared with the value read as one, and own values may be of any type.
  expect(
    saidOfCondition({
      ...{ "page.query.step": 2, id: 5, "trial.in_trial": "true", "usage.exports": "20" },
      ...{ "traits.level": { $in: [1, "1"] }, id: { $eq: null }, segments: { $in: [1] } },
      "page.url": { $in: ["https://a.example/app#/route", "https://a.example/?a=b"] },
    }),
  ).toEqual([]);
});

test("names a trial that is a slip, a kind there isn't, a bound that is no number, and no payload at all", () => {
  const trials = [{ handle: "pro_trial", plan: "pro", days: 14 }];
  const saidOfTrial = (condition: Part) =>
    saidOf({ target: { condition } }, { plans: [{ handle: "pro" }], trials }).map((line) =>
      line.replace(/^.*\.target\.condition\./, ""),
    );
  const slip =
    "is no trial of the Playbook (did you mean pro_trial?): name one of its trials, or add this one";
  const bound = (attribute: string, text: string) =>
    `"${attribute}" is a number, which is neither more nor less than "${text}": write a number`;
  expect(
    saidOfTrial({
      "trial.trial_handle": "pro_trail",
      "trial.kind": { $ne: "paid" },
      "trial.days_remaining": { $lt: "3 days" },
      $or: [{ "trial.trial_handle": { $in: ["Pro_Trial"] } }, { "usage.exports": { $gte: "ten" } }],
    }),
  ).toEqual([
    `trial.trial_handle: "pro_trail" ${slip}`,
    'trial.kind.$ne: "paid" is no kind of trial: it is free, reverse',
    `trial.days_remaining.$lt: ${bound("trial.days_remaining", "3 days")}`,
    `$or[0].trial.trial_handle.$in[0]: "Pro_Trial" ${slip}`,
    `$or[1].usage.exports.$gte: ${bound("usage.exports", "ten")}`,
  ]);
  // The application may have trials of its own, and `$gt` reads a text as a number where it is one.
  expect(
    saidOfTrial({
      ...{ "trial.trial_handle": { $in: ["pro_trial", "winback"] }, "trial.kind": "reverse" },
      ...{ "usage.exports": { $gte: "10" }, "traits.size": { $lt: "large" } },
    }),
  ).toEqual([]);
  const placements = [{ handle: "draft", category: "fixed", slot: "top", payloads: [] }];
  expect(saidOf({}, { placements })).toEqual([
    "placements[0].payloads: is empty, so that it is never shown: add one",
  ]);
});

test("names texts that no number or flag is equal to", () => {
  expect(saidOfCondition({ "trial.in_trial": "yes", "usage.exports": "many" })).toEqual([
    'trial.in_trial: "trial.in_trial" is a boolean, which "yes" is never equal to',
    'usage.exports: "usage.exports" is a number, which "many" is never equal to',
  ]);
  expect(saidOfCondition({ "usage.exports": { $eq: "many" } })).toHaveLength(1);
  expect(
    saidOfCondition({ "trial.in_trial": "true", "usage.exports": "20", "traits.size": "many" }),
  ).toEqual([]);
});

test("names mail addresses and telephone numbers that lack their scheme", () => {
  const saidOfUrls = (urls: readonly string[]) => {
    const ctas = urls.map((url) => ({ label: "Go", action: "open_url", params: { url } }));
    return saidOf({ ctas }).map((line) => line.replace("placements[0].payloads[0].", ""));
  };
  const path = (i: number, url: string, meant: string) =>
    `ctas[${i}].params.url: "${url}" is read as a path of the page's own site: write "${meant}"`;
  expect(saidOfUrls(["sales@acme.example", "+49 30 123456"])).toEqual([
    path(0, "sales@acme.example", "mailto:sales@acme.example"),
    path(1, "+49 30 123456", "tel:+4930123456"),
  ]);
  expect(
    saidOfUrls(["mailto:a@acme.example", "tel:+4930123456", "/@ada", "2026-11-30", "/a?to=a@b.c"]),
  ).toEqual([]);
});

test("names words of a variant that count over those of a language", () => {
  const title = (title: string): Part => ({ content: { title } });
  const line = (tags: string, k = 0) =>
    `placements[0].payloads[0].variants[${k}].content.title: counts over ${tags} of the payload too: give the variant locales of its own`;
  const variant = { handle: "a", weight: 1, ...title("Hey") };
  const payload = { locales: { de: title("Hallo"), "fr-CA": title("Salut") } };
  expect(saidOf({ ...payload, variants: [variant] })).toEqual([line("locales.de, locales.fr-CA")]);
  const translated = { de: title("He"), fr: title("Eh") };
  const variants = [
    { ...variant, locales: translated },
    { ...variant, handle: "b", locales: { ...translated, fr: {} } },
    { handle: "c", weight: 0, ...title("Retired") },
    { handle: "d", weight: 1, content: { body: "Said in one language, here and there." } },
    { handle: "e", weight: 1 },
  ];
  expect(saidOf({ ...payload, variants })).toEqual([line("locales.fr-CA", 1)]);
});

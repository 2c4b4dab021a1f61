/** `npm run playbook -- validate` warns of conditions that are valid, and ask for what is never there. */
import { expect, test } from "@playwright/test";
import { readPlaybook } from "../../scripts/playbook/read-playbook.mjs";
import { warningsOf } from "../../scripts/playbook/warnings.mjs";
import { complete, jsonBlocks, listOf, tableUnder, withLists } from "../readme-blocks";

/** The complete example with this one segment more, which is the second. */
const playbookWith = (condition: unknown) =>
  withLists({ segments: [{ handle: "asked", condition }] });

/** What is said of a Playbook; it is always valid. */
function linesFor(playbook: object): string[] {
  const read = readPlaybook(new TextEncoder().encode(JSON.stringify(playbook)));
  expect(read).toMatchObject({ ok: true });
  return read.ok ? warningsOf(read.playbook) : [];
}
/** What is said of a condition, behind the path of the condition itself. */
const saidOf = (condition: unknown) =>
  linesFor(playbookWith(condition)).map((line) => line.replace(/^segments\[1\]\.condition\./, ""));

/** Every value of a context with its path. */
const pathsOf = (context: object, before = ""): [string, unknown][] =>
  Object.entries(context).flatMap(([name, value]): [string, unknown][] =>
    typeof value === "object" && value && !Array.isArray(value)
      ? pathsOf(value, `${before}${name}.`)
      : [[`${before}${name}`, value]],
  );

test("names what looks like a logical operator, and is read as an attribute's name", () => {
  const line = (key: string, meant: string) =>
    `"${key}" is no operator${meant && ` (did you mean ${meant}?)`}, and is read as an attribute's name: use $and, $or, $nor, $not`;
  const mobile = { device: "mobile" };
  for (const [key, meant] of [
    ["$AND", "$and"],
    ["$Or", "$or"],
    ["$adn", "$and"],
    ["$where", ""],
    ["and", "$and"],
    ["OR", "$or"],
    ["nor", "$nor"],
  ] as const) {
    expect(saidOf({ [key]: [mobile] })).toEqual([`${key}: ${line(key, meant)}`]);
  }
  expect(saidOf({ $and: [{ $not: { not: mobile } }] })).toEqual([
    `$and[0].$not.not: ${line("not", "$not")}`,
  ]);
  const items = { $elemMatch: { or: ["a"], $or: [{ paid: true }], not: { $ne: 1 } } };
  expect(saidOf({ $nor: [{ $or: [mobile] }], $not: mobile, "traits.seats": items })).toEqual([]);
});

test("names paths that no context has, and what was probably meant", () => {
  for (const [path, meant] of [
    ["plan", "plan_handle"],
    ["plan.handle", "plan_handle"],
    ["planHandle", "plan_handle"],
    ["plan_id", "plan_handle"],
    ["createdAt", "created_at"],
    ["contry", "country"],
    ["email", "email_domain"],
    ["user.plan_handle", "plan_handle"],
    ["user_id", "id"],
    ["user.traits.role", "traits.role"],
    ["user.role", "traits.role"],
    ["role", "traits.role"],
    ["age", "traits.age"],
    ["stage", "traits.stage"],
    ["usages.export", "usage.exports"],
    ["usages.teams", "usage.teams"],
    ["exports", "usage.exports"],
    ["path", "page.path"],
    ["page_path", "page.path"],
    ["in_trial", "trial.in_trial"],
    ["segment", "segments"],
  ]) {
    expect(saidOf({ [`${path}`]: { $exists: true } })).toEqual([
      `${path}: a context has no "${path?.split(".")[0]}" (did you mean ${meant}?): values of your own belong under traits`,
    ]);
  }
  expect(saidOf({ "page.pathname": "/a", "trial.dayNumber": 1, "event.format": "csv" })).toEqual([
    `page.pathname: "page" has no "pathname": it has url, path, title, referrer, tags, query`,
    `trial.dayNumber: "trial" has no "dayNumber" (did you mean trial.day_number?): it has in_trial, trial_handle, plan_handle, kind, started_at, ends_at, day_number, days_remaining, converted`,
    `event.format: "event" has no "format": it has name, properties`,
  ]);
});

test("names a slip in an entitlement or a plan, and leaves names of others alone", () => {
  const slip = (path: string, kind: string, meant: string, remedy: string) =>
    `${path} is no ${kind} of the Playbook (did you mean ${meant}?): ${remedy}`;
  const plan = "name one of its plans, or add this one";
  expect(
    saidOf({
      ...{ "usage.export": 1, "entitlements.data_exports": true, plan_handle: "prro" },
      $or: [{ plan_handle: { $in: ["free", "frree"] } }, { "trial.plan_handle": { $ne: "Pro" } }],
      $not: { plan_handle: { $not: { $eq: "frre" } } },
    }),
  ).toEqual([
    slip('usage.export: "export"', "entitlement", "exports", "name one of its own"),
    ...[
      slip(
        'entitlements.data_exports: "data_exports"',
        ...(["entitlement", "data_export", "name one of its own"] as const),
      ),
      slip('plan_handle: "prro"', "plan", "pro", plan),
      slip('$or[0].plan_handle.$in[1]: "frree"', "plan", "free", plan),
      slip('$or[1].trial.plan_handle.$ne: "Pro"', "plan", "pro", plan),
      slip('$not.plan_handle.$not.$eq: "frre"', "plan", "free", plan),
    ],
  ]);
  expect(
    saidOf({
      ...{ "usage.imports": 1, "usage.exports2": 1, "usage.exports.export": 1 },
      plan_handle: { $in: ["enterprise", "pro_2", "por"], $ini: ["Pro"] },
      "traits.plan_handle": "prro",
    }),
  ).toEqual([]);
});

test("names a slip in a segment, wherever segments are named", () => {
  const segment = (handle: string) =>
    `"${handle}" is no segment of the Playbook (did you mean power_user?): name one of its own, or add it`;
  const asked = { $not: { $inSegment: "power_users" }, $notInSegment: "poweruser" };
  const payload = { handle: "a", surface: "modal", content: { title: "A" } };
  const target = { segments: ["power_user", "beta", "pwoer_user", "cohort_2"] };
  const playbook = withLists({
    segments: [
      { handle: "asked", condition: { id: asked, anonymous_id: { $inSegment: "beta" } } },
      { handle: "cohort_1", condition: {} },
    ],
    entitlements: [
      { handle: "sso", type: "feature", grants: [{ segments: ["power_uesr", "churned"] }] },
    ],
    placements: [{ handle: "a", category: "fixed", payloads: [{ ...payload, target }] }],
  });
  expect(linesFor(playbook)).toEqual([
    `entitlements[2].grants[0].segments[0]: ${segment("power_uesr")}`,
    `placements[2].payloads[0].target.segments[2]: ${segment("pwoer_user")}`,
    `segments[1].condition.id.$not.$inSegment: ${segment("power_users")}`,
    `segments[1].condition.id.$notInSegment: ${segment("poweruser")}`,
  ]);
});

test("names a pattern between slashes, unless slashes may be meant", () => {
  const line = (pattern: string, meant: string, how = "") =>
    `the slashes around "${pattern}" are part of the pattern: write "${meant}"${how}`;
  expect(
    saidOf({
      "page.path": { $regex: "/^\\/editor/" },
      "traits.role": { $regex: "/^own/i", $not: { $regexi: "/owner$/i" } },
      "traits.team": { $regex: "/sales/i" },
      email_domain: { $regexi: "/acme/" },
    }),
  ).toEqual([
    `page.path.$regex: ${line("/^\\/editor/", "^\\/editor")}`,
    `traits.role.$regex: ${line("/^own/i", "^own", " in $regexi")}`,
    `traits.role.$not.$regexi: ${line("/owner$/i", "owner$")}`,
    `traits.team.$regex: ${line("/sales/i", "sales", " in $regexi")}`,
    `email_domain.$regexi: ${line("/acme/", "acme")}`,
  ]);
  expect(
    saidOf({
      "page.path": { $regex: "/editor/", $regexi: "/docs/i" },
      "page.url": { $regex: "//acme.example/" },
      "page.query.q": { $regex: "/cost\\$/" },
      "traits.landing": { $regex: "/docs/my" },
      "traits.paths": { $elemMatch: { $regex: "/docs/" } },
      "event.properties.path": { $regex: "/docs/" },
      timezone: { $regex: "/Argentina/" },
    }),
  ).toEqual([]);
});

test("names letters that a pattern can't match", () => {
  expect(
    saidOf({
      "page.path": { $regex: "^/über-uns" },
      "page.url": { $regexi: "/料金$" },
      "traits.city": { $regex: "^\\p{Lu}" },
    }),
  ).toEqual([
    `page.path.$regex: addresses are encoded, and "ü" is in none: write "%C3%BC"`,
    `page.url.$regexi: addresses are encoded, and "料金" is in none: write "%E6%96%99%E9%87%91"`,
    `traits.city.$regex: "\\p{Lu}" matches these characters alone: write the letters that are meant, such as "[a-zà-ž]"`,
  ]);
  expect(
    saidOf({
      "page.path": { $regex: "^/%C3%BCber" },
      "page.title": { $regex: "^Über" },
      "traits.city": { $regex: "^[а-яё]+$", $regexi: "\\\\p{1}" },
    }),
  ).toEqual([]);
});

test("names values that no context has", () => {
  const own = `a context's "segments" are those that others name, "power_user" is the Playbook's own: use { "id": { "$inSegment": "power_user" } }`;
  const whole = "an object is compared as a whole";
  expect(
    saidOf({
      device: { $in: ["mobile", "phone"] },
      "page.path": { $nin: ["/a%20b", "/a b", "prices", "/über-uns", "/a?b=1", "//a"] },
      email_domain: "@acme.com",
      segments: { $in: ["beta", "power_user"], $all: ["power_user"], $nin: ["beta"] },
      $nor: [{ usage: { exports: { $gte: 20 } } }, { plan_handle: ["free", "pro"] }],
      $and: [{ traits: { role: "admin" } }, { segments: ["power_user"] }],
      "traits.address": { city: { code: { $in: ["B", "M"] } } },
    }),
  ).toEqual([
    'device.$in[1]: "phone" is no device: it is mobile, tablet, desktop',
    'page.path.$nin[1]: no address has the path "/a b": write "/a%20b"',
    'page.path.$nin[2]: no address has the path "prices": write "/prices"',
    'page.path.$nin[3]: no address has the path "/über-uns": write "/%C3%BCber-uns"',
    'page.path.$nin[4]: no address has the path "/a?b=1": write "/a"',
    'email_domain: "@acme.com" is more than a domain: write "acme.com"',
    `segments.$in[1]: ${own}`,
    `segments.$all[0]: ${own}`,
    `$nor[0].usage: ${whole}, "$gte" in it too: write "usage.exports"`,
    "$nor[1].plan_handle: a list is compared as a whole: use $in",
    `$and[0].traits: ${whole}, with all that "traits" has: write "traits.role"`,
    `$and[1].segments[0]: ${own}`,
    `traits.address: ${whole}, "$in" in it too: write "traits.address.city.code"`,
  ]);
  expect(
    saidOf({
      ...{ usage: {}, "traits.tags": ["a"], "page.tags": ["docs"], "traits.path": "a b" },
      ...{ "traits.address": { city: "Bonn" }, "page.title": { $regex: "^docs" } },
      "traits.teams": { $elemMatch: { device: "phone", "page.path": "a" } },
    }),
  ).toEqual([]);
});

test("names an operator without its $, and a text that is to be equal to a list", () => {
  const whole = "is no operator, and an object is compared as a whole";
  const list = "is a list, which no text is equal to: use $in";
  expect(
    saidOf({
      plan_handle: { in: ["free"] },
      "usage.exports": { gte: 20 },
      segments: "beta",
      "page.tags": { $ne: "docs" },
    }),
  ).toEqual([
    `plan_handle: "in" ${whole}: write "$in"`,
    `usage.exports: "gte" ${whole}: write "$gte"`,
    `segments: "segments" ${list}`,
    `page.tags.$ne: "page.tags" ${list}`,
  ]);
  expect(saidOf({ segments: { $in: ["beta"] }, "page.tags": { $all: ["docs"] } })).toEqual([]);
});

test("names them in triggers and targets too", () => {
  const condition = { $AND: [] };
  const payload = { handle: "a", surface: "modal", content: { title: "A" }, target: { condition } };
  const of = (trigger: object, handle: string) => ({
    ...{ handle, category: "fixed", trigger, payloads: [payload] },
  });
  const placements = [
    of({ type: "event", name: "sent", condition }, "a"),
    of({ type: "page_view", condition }, "b"),
  ];
  expect(linesFor(withLists({ placements })).map((line) => line.split(":")[0])).toEqual([
    "placements[2].trigger.condition.$AND",
    "placements[2].payloads[0].target.condition.$AND",
    "placements[3].trigger.condition.$AND",
    "placements[3].payloads[0].target.condition.$AND",
  ]);
});

test("says nothing of what the README shows", () => {
  const conditions = tableUnder("Conditions").map(([, cell = ""]) => JSON.parse(cell));
  expect(conditions.length).toBeGreaterThan(25);
  for (const condition of conditions) {
    expect(saidOf(condition), JSON.stringify(condition)).toEqual([]);
  }
  const [context] = jsonBlocks.flatMap(({ kind, json }) => (kind === "context" ? [json] : []));
  expect(saidOf(Object.fromEntries(pathsOf(Object(context))))).toEqual([]);
  const [{ payloads }] = listOf(complete.placements);
  for (const { name, kind, json } of jsonBlocks) {
    if (kind !== "payload" && kind !== "lists") continue;
    const placement = { handle: "a", category: "fixed", slot: "top" };
    const placements = [{ ...placement, payloads: [{ ...payloads[0], ...json }] }];
    expect(linesFor(withLists(kind === "lists" ? json : { placements })), name).toEqual([]);
  }
});

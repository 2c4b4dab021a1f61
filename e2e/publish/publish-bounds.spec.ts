/** `npm run playbook -- validate` warns of conditions that compare with what nothing is compared with as meant. */
import { expect, test } from "@playwright/test";
import { readPlaybook } from "../../scripts/playbook/read-playbook.mjs";
import { warningsOf } from "../../scripts/playbook/warnings.mjs";
import { withLists } from "../readme-blocks";

/** What is said of the complete example with these parts more; it is always valid. */
function linesOf(lists: Readonly<Record<string, readonly object[]>>): string[] {
  const read = readPlaybook(new TextEncoder().encode(JSON.stringify(withLists(lists))));
  expect(read).toMatchObject({ ok: true });
  return read.ok ? warningsOf(read.playbook) : [];
}
/** What is said of a condition, behind the path of the condition itself. */
const saidOf = (condition: unknown) =>
  linesOf({ segments: [{ handle: "asked", condition }] }).map((line) =>
    line.replace(/^segments\[1\]\.condition\./, ""),
  );

test("names a version that is compared as a text, and what is no version", () => {
  const asText = `compares texts, of which "3.10.0" is less than "3.9.0": use`;
  expect(
    saidOf({
      "traits.app": { $gte: "3.2.0", $lt: "v4.0.0-beta.1" },
      "traits.sdk": { $vgte: ">=3.2.0", $not: { $veq: "3.x" } },
      "traits.apps": { $elemMatch: { version: { $gt: "1.2.3" } } },
    }),
  ).toEqual([
    `traits.app.$gte: ${asText} $vgte for versions`,
    `traits.app.$lt: ${asText} $vlt for versions`,
    `traits.sdk.$vgte: ">=3.2.0" is no version: write numbers with dots, such as "3.2.0"`,
    `traits.sdk.$not.$veq: "3.x" is no version: write numbers with dots, such as "3.2.0"`,
    `traits.apps.$elemMatch.version.$gt: ${asText} $vgt for versions`,
  ]);
  expect(
    saidOf({
      "traits.app": { $vgte: "v2", $vlt: "3.2.0-rc.1+7", $vne: "2.5" },
      "traits.price": { $gt: "3.2", $lte: 4.5 },
      "traits.day": { $gte: "2026.11.30" },
    }),
  ).toEqual([]);
});

test("names what is no date where one is compared with it", () => {
  const line = (path: string, name: string) =>
    `${path}: "${name}" is compared as a text: write a date such as "2026-11-30" or "2026-11-30T12:00:00Z"`;
  expect(
    saidOf({
      created_at: { $gt: "01.01.2026", $lte: 1764000000 },
      "trial.ends_at": { $lt: "2026-1-1" },
    }),
  ).toEqual([
    line("created_at.$gt", "created_at"),
    line("created_at.$lte", "created_at"),
    line("trial.ends_at.$lt", "trial.ends_at"),
  ]);
  expect(
    saidOf({
      created_at: { $gte: "2026", $lt: "2026-12-01" },
      "trial.started_at": { $gt: "2026-11-30T12:00:00.500Z" },
      "traits.since": { $gt: "01.01.2026" },
    }),
  ).toEqual([]);
});

test("names bounds that no number is between", () => {
  expect(
    saidOf({
      "usage.exports": { $gte: 50, $lt: 20 },
      "traits.age": { $gt: 3, $lte: 3 },
    }),
  ).toEqual([
    "usage.exports: no number is above 50 and below 20: exchange them, or use $or",
    "traits.age: no number is above 3 and below 3: exchange them, or use $or",
  ]);
  expect(
    saidOf({ "usage.exports": { $gte: 3, $lte: 3 }, "traits.age": { $gt: 3, $lt: 4, $gte: 1 } }),
  ).toEqual([]);
});

test("names what is taken for true or false, sizes of no list, and what is no type", () => {
  const types = "it has string, number, boolean, array, object, null";
  expect(
    saidOf({
      country: { $exists: "false" },
      locale: { $exists: 0 },
      "traits.tags": { $size: "2", $not: { $size: -1 } },
      "traits.seats": { $size: 1.5 },
      "usage.exports": { $type: "integer" },
      "traits.role": { $type: "String" },
    }),
  ).toEqual([
    'country.$exists: takes "false" for true: write true or false',
    "locale.$exists: takes 0 for false: write true or false",
    'traits.tags.$size: "2" is no number, so that no list is of that size: write a whole number',
    "traits.tags.$not.$size: no list has -1 items: write a whole number",
    "traits.seats.$size: no list has 1.5 items: write a whole number",
    `usage.exports.$type: "integer" is no type of JSON: ${types}`,
    `traits.role.$type: "String" is no type of JSON (did you mean string?): ${types}`,
  ]);
  expect(
    saidOf({
      country: { $exists: false },
      "traits.tags": { $size: 0 },
      "traits.seats": { $size: { $gte: 2 }, $type: "array" },
      "traits.role": { $type: "null" },
    }),
  ).toEqual([]);
});

test("names paths with a part for any, and addresses that no page has", () => {
  const line = (pattern: string) =>
    `a path is compared as a whole, letter by letter: use { "$regex": "${pattern}" }`;
  expect(
    saidOf({
      "page.path": { $in: ["/docs/*", "/w/:id/edit", "/w/[id]", "/**", "https://a.example/b"] },
      "page.url": "/docs",
      "page.query": "utm_source=ads",
      traits: "admin",
    }),
  ).toEqual([
    `page.path.$in[0]: ${line("^/docs/")}`,
    `page.path.$in[1]: ${line("^/w/[^/]+/edit$")}`,
    `page.path.$in[2]: ${line("^/w/[^/]+$")}`,
    `page.path.$in[3]: ${line("^/")}`,
    'page.path.$in[4]: no address has the path "https://a.example/b": write "/b"',
    'page.url: "page.url" begins with its scheme and host: use page.path, or $regex',
    'page.query: "page.query" is an object, which no text is equal to: write "page.query." and a name',
    'traits: "traits" is an object, which no text is equal to: write "traits." and a name',
  ]);
  expect(
    saidOf({
      "page.path": { $in: ["/a*b", "/at:10", "/@ann"] },
      "page.url": { $in: ["https://a.example/docs"] },
      "traits.route": "/w/:id",
    }),
  ).toEqual([]);
});

test("names a pattern that no path matches", () => {
  const slash = (pattern: string) =>
    `every path begins with a slash, so that nothing matches: write "${pattern}"`;
  expect(
    saidOf({
      "page.path": { $regex: "^docs/", $regexi: "^App$", $not: { $regex: "#/settings" } },
    }),
  ).toEqual([
    `page.path.$regex: ${slash("^/docs/")}`,
    `page.path.$regexi: ${slash("^/App$")}`,
    `page.path.$not.$regex: a path has no hash, so that nothing matches: use page.url, which has that of a "#/route"`,
  ]);
  for (const $regex of ["docs", "^d*/a", "^a|b", "^(a|/b)", "^[/a]", "^\\/a", "(#a)?$", "a#*"]) {
    expect(saidOf({ "page.path": { $regex } }), $regex).toEqual([]);
  }
});

test("names what asks for an event where there is none", () => {
  const condition = { $or: [{ "event.name": "shared" }] };
  const payload = { handle: "a", surface: "toast", content: { title: "A" }, target: { condition } };
  const placements = [
    undefined,
    { type: "event", name: "shared" },
    { type: "page_view", condition },
  ];
  const lines = linesOf({
    placements: placements.map((trigger, i) => ({
      ...{ handle: `p${i}`, category: "fixed", trigger, payloads: [payload] },
    })),
  });
  const line = `condition.$or[0].event.name: there is an event only where a placement has the trigger "event": ask this there`;
  expect(lines).toEqual([
    `placements[2].payloads[0].target.${line}`,
    `placements[4].trigger.${line}`,
    `placements[4].payloads[0].target.${line}`,
  ]);
});

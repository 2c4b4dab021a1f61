/** `npm run playbook -- validate` warns of what looks like a token and is none. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { Placement, Playbook } from "service-snippet/decision";
import { oddTokens } from "../../scripts/playbook/odd-tokens.mjs";
import { complete, ROOT, readme } from "../readme-blocks";

const COMMAND = join(ROOT, "scripts/playbook.mjs");
/** A Playbook with these parts in its one payload. */
const playbookWith = (payload: object) => ({
  ...({ format_version: 1, playbook_id: "acme", version: 1 } as const),
  plans: [{ handle: "pro", price: { amount: 2900, currency: "EUR" } }],
  placements: [
    {
      handle: "only",
      category: "fixed" as const,
      slot: "top",
      payloads: [{ handle: "a", surface: "card", content: { title: "Hello" }, ...payload }],
    },
  ],
});

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a test needs from here.
test("names what is no token, and tokens of no known name, with their paths", ({}, testInfo) => {
  const playbook = playbookWith({
    target: { condition: { "traits.a": "{{ a }}" } },
    content: {
      title: "{{user_name|you}}, {{price}}, {{traits.seats.paid}}, {{plan_name}}, { a }",
      body: "{{traits.firstName}} {{ user_name }} {{ user_name }}",
    },
    ctas: [{ label: "{{name|you}}", action: "dismiss", params: { url: "/{{plan}}" } }],
    variants: [{ handle: "b", weight: 1, locales: { de: { ctas: [{ label: "{{traits}}" }] } } }],
    locales: { de: { content: { title: "{{user_name|{du}}}" } } },
  });
  const file = testInfo.outputPath("odd.json");
  writeFileSync(file, JSON.stringify(playbook));
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, "validate", file]);
  expect(status).toBe(0);
  const at = "Warning: placements[0].payloads[0]";
  const literal = "is no token, and is shown as it is.";
  const unknown = "is a token of no known name, and";
  expect(`${stderr}`.trim().split("\n")).toEqual([
    `${at}.content.body: {{traits.firstName}} ${literal}`,
    `${at}.content.body: {{ user_name }} ${literal}`,
    `${at}.ctas[0].label: {{name|you}} ${unknown} always takes its fallback.`,
    `${at}.ctas[0].params.url: {{plan}} ${unknown} hides its payload.`,
    `${at}.variants[0].locales.de.ctas[0].label: {{traits}} ${unknown} hides its payload.`,
    `${at}.locales.de.content.title: {{user_name|{du}} ${literal}`,
  ]);
});

test("names the braces that are left when tokens are taken out", () => {
  const around = "has braces around its token, which are shown as they are";
  const literal = "is no token, and is shown as it is";
  const at = "placements[0].payloads[0].content.title";
  for (const [title, ...odd] of [
    ["{{{user_name}}}", `{{{user_name}}} ${around}`],
    ["{{a {{user_name}}", `{{a ${literal}`],
    ["{{a {{user_name}} b }} c", `{{a {{user_name}} b }} ${around}`],
    ["Hello {{user_name}", `{{user_name ${literal}`],
    ["Hello user_name}}!", `user_name}} ${literal}`],
    [
      "{{ a }} {{b|c}}",
      `{{b|c}} is a token of no known name, and always takes its fallback`,
    ].concat(`{{ a }} ${literal}`),
    ["{ {{user_name}} } {{user_name}}{{price}}"],
  ]) {
    const lines = odd.map((line) => `${at}: ${line}`);
    expect(oddTokens(playbookWith({ content: { title } })), title).toEqual(lines);
  }
});

test("knows every token that the README lists", () => {
  const [, list = ""] = /^### Tokens\n\n(?:.*\n)*?(`\{\{.+)/m.exec(readme) ?? [];
  const tokens = list.match(/\{\{.+?\}\}/g) ?? [];
  expect(tokens).toHaveLength(12);
  const title = tokens.join().replace("*", "seats");
  const meter = { entitlement: "exports" };
  expect(oddTokens(playbookWith({ content: { title, meter } }))).toEqual([]);
  expect(oddTokens(playbookWith({ content: { title: "{{usage_left}}", meter } }))).toHaveLength(1);
});

test("names usage tokens that have no entitlement to count", () => {
  const usage = { content: { title: "{{usage_used}} of {{usage_limit|many}}" } };
  const playbook = playbookWith(usage);
  const at = "placements[0].payloads[0].content.title";
  const needs = "needs a content.meter, or a trigger with an entitlement, and";
  expect(oddTokens(playbook)).toEqual([
    `${at}: {{usage_used}} ${needs} hides its payload`,
    `${at}: {{usage_limit|many}} ${needs} always takes its fallback`,
  ]);
  const trigger = { type: "usage_threshold", entitlement: "exports", percent: 80 } as const;
  const triggered = playbook.placements.map((placement) => ({ ...placement, trigger }));
  expect(oddTokens({ ...playbook, placements: triggered })).toEqual([]);
});

test("says nothing of the README's Playbook, nor of the demo's", () => {
  const { placements = [] }: { placements?: readonly Placement[] } = complete;
  const demo: Playbook = JSON.parse(readFileSync(join(ROOT, "demo/playbook.json"), "utf8"));
  expect(placements.length).toBeGreaterThan(1);
  expect(oddTokens({ ...demo, placements })).toEqual([]);
  expect(oddTokens(demo)).toEqual([]);
});

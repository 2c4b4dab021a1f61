/** The condition language as the snippet has it: every operator of README's table, on a page. */
import { conditionPage } from "../condition-page";
import { expect, test } from "../fixtures";
import { jsonBlocks, tableUnder } from "../readme-blocks";
import type { Site } from "../site";
import { settled } from "../slot-pages";

const { page: _, ...user } = jsonBlocks.find(({ kind }) => kind === "context")?.json ?? {};
const SEGMENTS = [
  { handle: "power_user", condition: { "usage.exports": { $gt: 40 } } },
  { handle: "churned", condition: { "usage.exports": { $lt: 40 } } },
];
const EXAMPLES: readonly (readonly [handle: string, condition: object])[] = tableUnder(
  "Conditions",
).map(([name = "", example = ""]) => [name.slice(1).toLowerCase(), JSON.parse(example)]);

/** Which of these conditions hold for README's context. */
async function holding(site: Site, conditions: Readonly<Record<string, object>>) {
  const { html, config } = conditionPage(conditions, { user }, { segments: SEGMENTS });
  const page = await site.open({ html, config, path: "/editor/12" });
  await page.evaluate("Service.ready");
  await settled(page);
  const shown = await page.getByText(/^Title of/).allTextContents();
  return shown.map((text) => text.replace("Title of ", ""));
}

test("every operator holds as README's example of it does", async ({ site }) => {
  const names = EXAMPLES.map(([name]) => name);
  expect(await holding(site, Object.fromEntries(EXAMPLES))).toEqual(names);
});

test("none holds turned round", async ({ site }) => {
  const turned = EXAMPLES.map(([name, example]) => [name, { $nor: [example] }]);
  expect(await holding(site, { ...Object.fromEntries(turned), known: { id: "user_1" } })).toEqual([
    "known",
  ]);
});

test("neither what has a wrong operand nor its opposite holds", async ({ site }) => {
  site.allowConsole(/\[Service\]/);
  const wrong = {
    in: "free",
    nin: "pro",
    ini: "free",
    nini: 7,
    regex: "(",
    regexi: "(a+)+",
    elemMatch: 1,
    all: "a",
    alli: {},
    veq: 2,
    vgt: null,
    inSegment: 1,
    notInSegment: {},
    like: "free",
  };
  const conditions = Object.entries(wrong).flatMap(([name, operand]) => {
    const condition = { plan_handle: { [`$${name}`]: operand } };
    const handle = name.toLowerCase();
    return [
      [handle, condition],
      [`not_${handle}`, { $not: condition }],
    ];
  });
  const lists = ["and", "or", "nor"].map((name) => [name, { [`$${name}`]: { id: "user_1" } }]);
  const known = { id: "user_1" };
  expect(await holding(site, { ...Object.fromEntries([...conditions, ...lists]), known })).toEqual([
    "known",
  ]);
});

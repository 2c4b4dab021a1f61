/** A Playbook that is far too large keeps the main thread from the page no longer than a small one. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { longestOf, PASTE, slowTab } from "../slow-tab";

const ROUNDS = 3;
/** Times the longest task with a hundredth of the placements; a slow machine is slow at both. */
const MOST = 2;
/** Until the Playbook's problems are looked for, and found. */
const REST_MS = 5000;

test("a Playbook of 5,000 placements makes no longer tasks than one of 50", async ({
  site,
  context,
}) => {
  const handles = Array.from({ length: 50 }, (_, index) => `slot_${index}`);
  const html = handles.map((handle) => `<div data-service-slot="${handle}"></div>`).join("");
  const configOf = (count: number) =>
    localConfig(
      playbook({
        placements: Array.from({ length: count }, (_, index) =>
          placement(`p_${index}`, { slot: `slot_${index % handles.length}` }),
        ),
      }),
    );
  const page = await slowTab(context);
  const few: number[] = [];
  const many: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await site.open({ html, config: configOf(50), script: "" }, page);
    few.push(await longestOf(page, PASTE));
    await site.open({ html, config: configOf(5000), script: "" }, page);
    many.push(await longestOf(page, PASTE, REST_MS));
  }
  const times = { few: Math.min(...few), many: Math.min(...many) };
  test.info().annotations.push({ type: "longest task, ms", description: JSON.stringify(times) });
  expect(times.many).toBeLessThanOrEqual(times.few * MOST);
});

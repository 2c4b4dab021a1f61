/** A tooltip: where each engine places it, and that it can be seen there. */
import { expect, test } from "vitest";
import { localConfig, placement, playbook } from "../playbooks";
import { ask, expectSeen } from "./sight";
import { keepPicture, visit } from "./visit";

const TOOLTIP = placement("look", {
  slot: undefined,
  payload: { surface: "tooltip", content: { title: "New here", anchor: "spot" } },
});
const HTML = `<h1>Page</h1>
  <div data-service-slot="spot" style="inline-size: 8em">Anchor</div>`;

/** Runs in the page: the tooltip's distances from its anchor, how high it is, and how opaque. */
function measure() {
  const box = document.querySelector("service-host")?.shadowRoot?.querySelector(".box");
  const anchor = document.querySelector("[data-service-slot]")?.getBoundingClientRect();
  if (!box || !anchor) return null;
  const { left, top, height } = box.getBoundingClientRect();
  const opacity = Number(getComputedStyle(box).opacity);
  return { aside: left - anchor.left, below: top - anchor.bottom, height, opacity };
}

test("look: a tooltip is seen below its anchor, where the engine knows anchors", async () => {
  const config = localConfig(playbook({ placements: [TOOLTIP] }), { user: { id: "u1" } });
  const { tab } = await visit({ html: HTML, config });
  await expectSeen(tab, "New here");
  await expect.poll(async () => (await ask(tab, measure))?.opacity).toBe(1);
  await keepPicture(tab, "tooltip");
  // Elsewhere it is in the corner (README, "Browsers").
  if (!(await tab.evaluate("CSS.supports('position-area:end')"))) return;
  const { aside = 99, below = 99, height = 999 } = (await ask(tab, measure)) ?? {};
  expect(Math.abs(aside)).toBeLessThan(2);
  expect(below).toBeGreaterThanOrEqual(0);
  expect(below).toBeLessThan(16);
  // One line of words, and no more than that.
  expect(height).toBeLessThan(100);
});

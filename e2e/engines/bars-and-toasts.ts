/** Bars and toasts, which share an edge of the window: where each engine places several of them. */
import { expect, test } from "vitest";
import { localConfig, placement, playbook } from "../playbooks";
import type { Tab } from "./driver";
import { ask, expectSeen } from "./sight";
import { visit } from "./visit";

const NAMES = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** A page that each of these names makes say so. */
async function open(surface: string, names: readonly string[]): Promise<Tab> {
  const placements = names.map((name) =>
    placement(name, {
      slot: undefined,
      trigger: { type: "event", name },
      payload: { surface, content: { title: name, duration_ms: 60_000, dismissible: true } },
    }),
  );
  const config = localConfig(playbook({ placements }), { user: { id: "u1" } });
  const { tab } = await visit({ html: "<h1>Page</h1>", config });
  for (const name of names) {
    await tab.evaluate(`Service.trigger("${name}")`);
    if (surface !== "modal") await expectSeen(tab, name);
  }
  return tab;
}

/** Runs in the page: what of the window each box takes, from the upper side. */
function rows(): number[][] {
  const root = document.querySelector("service-host")?.shadowRoot;
  return [...(root?.querySelectorAll(".box") ?? [])]
    .map((box) => box.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .map(({ top, bottom }) => [Math.round(top), Math.round(bottom)]);
}

/** Runs in the page: boxes that a finger or a wheel can move sideways. */
function loose(): string[] {
  const root = document.querySelector("service-host")?.shadowRoot;
  return [...(root?.querySelectorAll(".box") ?? [])].flatMap((box) => {
    const isHeld = ["hidden", "clip", "visible"].includes(getComputedStyle(box).overflowX);
    return isHeld || box.scrollWidth <= box.clientWidth ? [] : [box.outerHTML];
  });
}

test("look: bars at the upper side are one below the other, where the engine knows anchors", async () => {
  const tab = await open("bar", NAMES.slice(0, 3));
  if (!(await tab.evaluate("CSS.supports('anchor-name: --spot')"))) return;
  await expect
    .poll(async () => {
      const [latest = [], middle = [], oldest = []] = await ask(tab, rows);
      return [latest[0], middle[0], oldest[0]].join() === [0, latest[1], middle[1]].join();
    })
    .toBe(true);
});

test("look: of many toasts the latest four are seen, as many as there is room for", async () => {
  const tab = await open("toast", NAMES);
  const most = (await ask(tab, () => innerHeight)) < 44 * 16 ? 2 : 4;
  await expect.poll(async () => (await ask(tab, rows)).length).toBe(most);
});

for (const surface of ["modal", "toast"]) {
  test(`look: a ${surface} doesn't move sideways`, async () => {
    const tab = await open(surface, ["first"]);
    await expectSeen(tab, "first");
    expect(await ask(tab, loose)).toEqual([]);
  });
}

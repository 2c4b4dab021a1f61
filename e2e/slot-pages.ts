/** Placements for the slots of a page, and a look at what changes inside one. */
import type { Page } from "@playwright/test";
import { localConfig, placement, playbook } from "./playbooks";

const HI = { content: { title: "Hi {{user_name|there}}", body: "On {{plan_name|no plan}}" } };
const BOOK = playbook({
  placements: [
    placement("top", { payload: HI }),
    placement("side"),
    placement("editor", {
      payload: { target: { condition: { "page.path": "/editor" } } },
    }),
    placement("usage", {
      payload: { target: { condition: { "usage.seats": { $gte: 2 } } } },
    }),
  ],
});
export const CONFIG = localConfig(BOOK, { user: { id: "u1", plan_handle: "free", name: "Ann" } });

export const append = (page: Page, html: string) =>
  page.evaluate((text) => document.body.insertAdjacentHTML("beforeend", text), html);

/** Counts what changes inside the shadow root of a slot from now on. */
export const countMutations = (page: Page, selector: string) =>
  page.evaluate((slot) => {
    const root = document.querySelector(slot)?.shadowRoot;
    const mutations: string[] = [];
    Object.assign(window, { mutations });
    if (!root) throw new Error("no shadow root");
    new MutationObserver((records) => {
      for (const { type, target } of records) mutations.push(`${type} ${target.textContent}`);
    }).observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  }, selector);
export const mutationsOf = (page: Page): Promise<string[]> => page.evaluate("window.mutations");
/** Everything that was asked for has been decided and drawn. */
export const settled = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));

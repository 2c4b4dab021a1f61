/** A page of `local_only` with a slot, and an element and a button of which both need an entitlement of Pro. */
import type { Page } from "@playwright/test";
import { placement, playbook } from "./playbooks";

export const FREE = { id: "u1", plan_handle: "free" };
export const HTML = `<h1>Page</h1><div data-service-slot="top"><p>Own</p></div>
  <p data-service-show-if="export">Export</p>
  <button type="button" data-service-gate="export" onclick="document.title = 'exported'">Go</button>`;
export const ON_FREE = { target: { plans: ["free"] } };
export const BOOK = playbook({ placements: [placement("top", { payload: ON_FREE })] });
export const title = (page: Page) => page.getByText("Title of top");
export const exported = (page: Page) => page.getByText("Export", { exact: true });

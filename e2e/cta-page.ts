/** A page with one card, its calls to action, and a modal that one of them may open. */
import type { Page } from "@playwright/test";
import { localConfig, placement, playbook } from "./playbooks";

export const SLOT = '<div id="slot" data-service-slot="top"><p>Own</p></div>';

/** A card with these calls to action, and a modal that one of them may open. */
export const configOf = (...ctas: unknown[]) =>
  localConfig(
    playbook({
      placements: [
        placement("top", { payload: { ctas, caps: undefined } }),
        placement("more", {
          slot: undefined,
          trigger: { type: "event", name: "never" },
          payload: { surface: "modal", content: { title: "More about it" } },
        }),
      ],
    }),
    { user: { id: "u1", plan_handle: "free" } },
  );
export const withResolvers = (resolvers: string) =>
  `<script>ServiceConfig.uiPathResolvers = ${resolvers};</script>
   <script src="/dist/service.js"></script>`;

export const card = (page: Page) => page.getByText("Title of top");
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();

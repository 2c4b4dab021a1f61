/** A page whose options come from a script, with sources of answers that JSON cannot hold. */
import type { Page } from "@playwright/test";
import { localConfig, placement, playbook } from "./playbooks";
import type { Site } from "./site";

const GATE = placement("export_gate", {
  slot: undefined,
  category: "gated",
  trigger: { type: "entitlement_denied", entitlement: "export" },
  payload: { surface: "modal", content: { title: "Export is part of Pro" } },
});
const BOOK = playbook({
  placements: [
    placement("top"),
    GATE,
    placement("refused", {
      category: "gated",
      trigger: { type: "entitlement_denied", entitlement: "export" },
    }),
  ],
});
const HTML = `<div data-service-slot="top"><p>The page's own</p></div>
  <div data-service-slot="refused"></div>
  <p data-service-show-if="export">Shown if</p>
  <button type="button" data-service-gate="export" onclick="window.ran = true">Export</button>`;

/** Options that JSON cannot hold are written as a script. */
export function openSourced(site: Site, setup: string, options: object = {}): Promise<Page> {
  const user = { id: "u1", plan_handle: "free" };
  return site.open({
    html: HTML,
    config: localConfig(BOOK, { user, ...options }),
    script: `<script>
      const asked = [];
      const hang = () => new Promise(() => {});
      const output = (title, more) => ({ placement: "mine", payload: "only", surface: "card",
        content: { title }, ctas: [], playbook_version: 1, ...more });
      const shows = (title, more) => ({ visible: true, output: output(title, more) });
      const local = ServiceConfig.localRuntime;
      ${setup}
    </script><script src="/dist/service.js"></script>`,
  });
}
export const top = (page: Page) => page.locator("[data-service-slot=top]");

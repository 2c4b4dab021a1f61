/** A page with one of everything: slot, gate, shown and hidden parts, and what an event opens. */
import { localConfig, placement, playbook } from "./playbooks";

const BOOK = playbook({
  placements: [
    placement("top", {
      payload: {
        ctas: [{ label: "Later", action: "remind_later" }],
        caps: [{ count: 9, period: "day" }],
      },
    }),
    placement("ask", {
      slot: undefined,
      category: "gated",
      trigger: { type: "entitlement_denied", entitlement: "export" },
      payload: { surface: "modal", content: { title: "Export is part of Pro" } },
    }),
    placement("saved", {
      slot: undefined,
      trigger: { type: "event", name: "saved" },
      payload: {
        surface: "toast",
        content: { title: "It is saved" },
        caps: [{ count: 5, period: "day" }],
      },
    }),
  ],
});
export const PAGE = {
  html: `<h1>Page</h1>
    <div data-service-slot="top"><span>Page content</span></div>
    <button onclick="document.title = 'saved'" data-service-event="saved">Save</button>
    <button onclick="document.title = 'exported'" data-service-gate="export">Export</button>
    <p data-service-show-if="seats">Add a seat</p>
    <p data-service-hide-if="seats">Full</p>`,
  config: localConfig(BOOK, { user: { id: "u1", plan_handle: "free" } }),
};

/** Pages that show one surface: whatever it is, it says the same and offers the same. */
import type { Page } from "@playwright/test";
import { expect, type TestSite } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";

export const IN_FLOW = ["banner", "card", "button", "usage_meter", "gate"];
export const PAGE_LEVEL = ["modal", "toast", "full_page", "tooltip", "bar"];
export const CTAS = [
  { label: "Upgrade", action: "open_url", params: { url: "/plans" } },
  { label: "Later", action: "remind_later" },
  { label: "No thanks", action: "dismiss" },
];
export const CONTENT = {
  title: "You are almost there",
  body: "Two seats of three are in use. Pro has as many as you like.",
  meter: { entitlement: "seats" },
};

/** One in-flow placement in the slot `top`. */
export const inFlow = (surface: string, payload = {}) =>
  placement("top", { payload: { surface, content: CONTENT, ctas: CTAS, ...payload } });
/** A page-level placement that an event of its own name opens. */
export const onEvent = (handle: string, payload: object, overrides = {}) =>
  placement(handle, {
    slot: undefined,
    trigger: { type: "event", name: handle },
    payload: { surface: "modal", ...payload },
    ...overrides,
  });
/** A toast stays for as long as any test takes, unless its payload says otherwise. */
export const pageLevel = (surface: string, payload: { readonly content?: object } = {}) =>
  onEvent("opened", {
    surface,
    ctas: CTAS,
    ...payload,
    content: {
      ...(surface === "toast" && { duration_ms: 60_000 }),
      ...(payload.content ?? { ...CONTENT, ...(surface === "tooltip" && { anchor: "top" }) }),
    },
  });
/** For a page whose toasts may be gone before a test looks: how often one came, and whether one is there. */
export const COUNT_TOASTS = `<script>
  window.toasts = { came: 0, isThere: false };
  setInterval(() => {
    const isThere = !!document.querySelector("service-host")?.shadowRoot.querySelector(".toast .box");
    if (isThere && !toasts.isThere) toasts.came++;
    toasts.isThere = isThere;
  }, 20);
</script>`;
export const toastsOf = (page: Page) => page.evaluate<unknown>("toasts");
export const user = { id: "u1", plan_handle: "free", name: "Ann", usage: { seats: 2 } };

export const configOf = (...placements: unknown[]) =>
  localConfig(playbook({ placements }), { user });

export const PAGE = `<main><h1>Page</h1><input aria-label="Field">
  <button type="button" id="button" onclick="Service.trigger('opened')">Open</button>
  <section data-service-slot="top"></section></main>`;

interface Shown {
  readonly html?: string;
  readonly payload?: object;
  /** Default: a new one. */
  readonly tab?: Page;
}

/** A page that shows one surface. */
export async function show(
  site: TestSite,
  surface: string,
  { html = PAGE, payload = {}, tab }: Shown = {},
): Promise<Page> {
  const isPageLevel = PAGE_LEVEL.includes(surface);
  const one = isPageLevel ? pageLevel(surface, payload) : inFlow(surface, payload);
  const page = await site.open({ html, config: configOf(one) }, tab);
  if (isPageLevel) await page.evaluate("Service.trigger('opened')");
  await expect(page.locator(".box")).toBeVisible();
  return page;
}

/** Pages that offer a plan and seats to somebody whom the control plane knows, until they have bought. */
import type { Page } from "@playwright/test";
import type { ControlPlane } from "../../demo/control-plane/index.mjs";
import { placement, playbook } from "../playbooks";
import { addUser, CLIENT_SESSION, expect, openService, type ServicePage } from "../service-page";
import { onEvent } from "../surface-pages";

const offer = (slot: string, action: string) =>
  placement(slot, {
    payload: {
      target: { plans: ["free"] },
      content: { title: `Offer of ${slot}` },
      ctas: [{ label: action, action }],
    },
  });
const BOOK = playbook({
  placements: [
    offer("top", "buy_plan"),
    offer("side", "buy_seats"),
    onEvent("asked", { content: { title: "Asked for" } }),
  ],
});
const HTML = '<div data-service-slot="top"></div><div data-service-slot="side"></div>';

/** Who has bought nothing yet. */
export const FREE = { plan_handle: "free", payment_state: "none" } as const;

/** How the payment went, as far as the service has told the page. */
export const paymentOf = (page: Page) =>
  page.evaluate("Service.getUserContext().then(({ traits }) => traits?.payment_state)");

/** The page knows the state before the purchase; else the purchase may be in the first answer, and taken for it. */
export const knowsUser = (page: Page) =>
  expect.poll(() => paymentOf(page)).toBe(FREE.payment_state);

/** Puts the offers on sale to these people. */
export async function makeOffers(plane: ControlPlane, ...ids: string[]): Promise<void> {
  await plane.launch(BOOK);
  for (const id of ids) {
    await addUser(plane, id);
    await plane.setUser(id, FREE);
  }
}

interface OfferPage extends Pick<ServicePage, "site" | "plane" | "path" | "tab"> {
  /** Whom the page names; nobody: only the token tells. */
  readonly id?: string;
  /** What buys the plan, as JavaScript. */
  readonly buyPlan?: string;
  /** What buys seats. */
  readonly buySeats?: string;
}
const COMPLETED = '() => "completed"';

/** The page's own backend has to serve `/token`. */
export async function openOffers(options: OfferPage) {
  const { id, buyPlan = COMPLETED, buySeats = COMPLETED, ...rest } = options;
  const code = `${CLIENT_SESSION}, uiPathResolvers: { buy_plan: ${buyPlan}, buy_seats: ${buySeats} }`;
  const config = id ? { user: { id, plan_handle: "free" } } : {};
  const page = await openService({ ...rest, config, code, html: HTML });
  const button = page.getByRole("button", { name: "buy_plan" });
  const confirming = page.getByRole("button", { name: "Confirming…" });
  return { page, button, confirming };
}

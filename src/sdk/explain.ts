/** Why something is seen or not: every gate of the Playbook's, and what it came to on this page. */
import { explainPlacement, type Handle, type PlacementExplanation } from "../decision/index";
import { asOnPage, decide, isSlot, queryAt, slotQuery, sourcedFor } from "./decisions";
import type { Stores } from "./stores";

export function explain(stores: Stores, handle: Handle): PlacementExplanation {
  const moment = stores.momentNow();
  const { playbook, slots, page } = moment;
  const isOfSlot = isSlot(moment, handle);
  const seen = isOfSlot ? undefined : page?.find(({ placement }) => placement === handle);
  // With what happened, if it answers that.
  const query = isOfSlot
    ? asOnPage(moment, { slot: handle })
    : { ...seen?.occasion?.query, placement: handle };
  const { candidates } = explainPlacement(playbook, queryAt(moment, query), moment);
  // The very question that the page was decided by.
  const slot = slots.find((one) => one.handle === query.slot);
  const asked = slot ? slotQuery(moment, slot) : query;
  const { visible, reasons } = seen?.decision ?? sourcedFor(moment, asked) ?? decide(moment, query);
  return { visible, reasons, candidates };
}

/** Why something is shown or not: every gate of the Playbook, and what was decided on this page. */
import {
  candidatesFor,
  explainPlacement,
  type Handle,
  hidden,
  isOccasion,
  type Placement,
  type PlacementExplanation,
  type PlacementReason,
  type ServicePlacementDecision,
} from "../decision/index";
import type { Core } from "./core";
import { createDecisions, decide, type Occasion } from "./decisions";
import { asOnPage, opensOver, queryAt, surfacesOver } from "./queries";

/** What keeps a placement that passes its gates off the page: a refusal would open it, and there was none. */
function obstacleTo(
  { output }: ServicePlacementDecision,
  { slot, trigger }: Partial<Placement> = {},
): PlacementReason | undefined {
  const isOver = opensOver(slot, output?.surface);
  return isOver && trigger?.type === "entitlement_denied" ? "trigger_not_met" : undefined;
}

export function explain({ stores, window, warn }: Core, handle: Handle): PlacementExplanation {
  const moment = stores.momentNow();
  const { playbook, slots, page, occasions } = moment;
  // What the Playbook lacks may be a slot that the application's own sources decide about.
  const authored = playbook.part("placements", handle);
  const isOfSlot = playbook.placements("slot", handle)[0] || !authored;
  const name = isOfSlot ? handle : authored?.slot;
  const slot = slots.find((one) => one.handle === name);
  const inSlot = slot && createDecisions(moment).slot(slot);
  const isSeen = isOfSlot || inSlot?.decision.output?.placement === handle;
  const seen = isSeen ? inSlot : page?.find(({ placement }) => placement === handle);
  // The occasion that it answers, or would answer if no other placement did.
  const isAbout = ({ query }: Occasion) =>
    !isOfSlot && candidatesFor(playbook, query).some((one) => one.handle === handle);
  const about = (seen?.occasion ?? occasions.filter(isAbout).at(-1))?.query;
  const inPlace = asOnPage(moment, { ...(name && { slot: name }), ...about });
  // What answers a refusal or an event may also open over the page.
  const opens = about || isOccasion(authored?.trigger);
  // What has no slot is shown over the page, or not at all.
  const surfaces = name ? undefined : surfacesOver(moment);
  const query = isOfSlot
    ? inPlace
    : { ...(surfaces && { surfaces }), ...(opens ? about : inPlace), placement: handle };
  const { candidates } = explainPlacement(playbook, queryAt(moment, query), moment);
  const decision = seen?.decision ?? decide(moment, query);
  // Another placement is in its slot, or answers the occasion that it waits for.
  const isOutdone = about || inSlot?.decision.visible;
  const obstacle = isOutdone
    ? "lower_priority"
    : obstacleTo(decision, isOfSlot ? undefined : authored);
  const { visible, reasons } = decision.visible && !seen && obstacle ? hidden(obstacle) : decision;
  const [reason = "shown"] = reasons;
  // What passes all its gates is not shown all the same, for a reason of the page's.
  const told = candidates.map((one) =>
    !visible && one.reason === "shown" ? { ...one, reason } : one,
  );
  const isUnknown = !authored && !slot && !candidates[0] && reason !== "playbook_unavailable";
  if (isUnknown) warn(`no slot or placement is named "${handle}"`);
  // No gate tells it: whatever was decided has nowhere to go.
  if (visible && window && name && !slot && !seen) warn(`slot "${name}" is not on the page`);
  return { visible, reasons, candidates: told };
}

/** Why something is shown or not: every gate of the Playbook, and what was decided on this page. */
import {
  candidatesFor,
  explainPlacement,
  type Handle,
  hidden,
  isOccasion,
  PAGE_LEVEL_SURFACES,
  type PlacementExplanation,
  type PlacementQuery,
  type ServicePlacementDecision,
} from "../../decision/index";
import type { Core } from "../core";
import type { Moment, Occasion, SlotRequest } from "../moment";
import { decide } from "./decide";
import { createDecisions } from "./decisions";
import { opensOver, queryAt, slotQuery, surfacesOver } from "./queries";

type Candidates = PlacementExplanation["candidates"];

/** Every candidate with its gates. What was asked for by its handle stands before all others of a slot. */
function candidatesOf(moment: Moment, query: PlacementQuery, isOfSlot: boolean): Candidates {
  const { placement: asked, requested: _, ...inSlot } = query;
  const { candidates } = explainPlacement(moment.playbook, queryAt(moment, query), moment);
  if (!isOfSlot || !asked) return candidates;
  const others = candidatesOf(moment, inSlot, isOfSlot);
  return [...candidates, ...others.filter(({ placement }) => placement !== asked)];
}

/** The candidates with what became of them on the page: of those that pass all their gates one at most is shown. */
const toldAs = (
  candidates: Candidates,
  { output, reasons }: ServicePlacementDecision,
  { stated }: Moment,
): Candidates =>
  candidates.map((one) => {
    if (one.reason !== "shown" && one.reason !== "lower_priority") return one;
    // Without an output for a reason of the page's: the one that would be shown has it.
    if (!output) return one.reason === "shown" ? { ...one, reason: reasons[0] ?? "shown" } : one;
    if (one.placement === output.placement) return { ...one, reason: "shown" };
    const isStated = stated.get(one.placement)?.visible === false;
    return { ...one, reason: isStated ? "by_resolver" : "lower_priority" };
  });

/** What this page knows of a slot or a placement. */
function findOnPage(moment: Moment, handle: Handle) {
  const { playbook, slots, page, occasions } = moment;
  // What the Playbook lacks may be a slot that the application's own sources decide about.
  const authored = playbook.part("placements", handle)?.placement;
  const isOfSlot = !!playbook.placements("slot", handle)[0] || !authored;
  const name = isOfSlot ? handle : authored?.slot;
  // Of several slots of that name the one that shows that placement, else one that shows something.
  const decisions = createDecisions(moment);
  const named = slots.filter((one) => one.handle === name);
  const shownIn = (one: SlotRequest) => decisions.slot(one).decision.output;
  const showing = named.find((one) => shownIn(one)?.placement === handle);
  const slot = showing ?? named.find(shownIn) ?? named[0];
  const inSlot = slot && decisions.slot(slot);
  const seen = isOfSlot || showing ? inSlot : page?.find(({ placement }) => placement === handle);
  // The occasion that it answers, or would answer if no other placement did.
  const isAbout = ({ query }: Occasion) =>
    !isOfSlot && candidatesFor(playbook, query).some((one) => one.handle === handle);
  const { query: about } = seen?.occasion ?? occasions.filter(isAbout).at(-1) ?? {};
  return { authored, isOfSlot, name, slot, inSlot, seen, about };
}

export function explain({ stores, window, warn }: Core, handle: Handle): PlacementExplanation {
  const moment = stores.momentNow();
  const { authored, isOfSlot, name, slot, inSlot, seen, about } = findOnPage(moment, handle);
  const inPlace: PlacementQuery = slot ? slotQuery(moment, slot) : { ...(name && { slot: name }) };
  // What answers a refusal or an event may also open over the page.
  const opens = about || isOccasion(authored?.trigger);
  // What has no slot is shown over the page, or not at all.
  const mayOpen = !name || (opens && slot);
  const over = name ? PAGE_LEVEL_SURFACES : surfacesOver(moment);
  const surfaces = mayOpen && [...over, ...(inPlace.surfaces ?? [])];
  const query = isOfSlot
    ? { ...inPlace, ...about }
    : { ...(!opens && inPlace), ...about, ...(surfaces && { surfaces }), placement: handle };
  const candidates = candidatesOf(moment, query, isOfSlot);
  const decision = seen?.decision ?? decide(moment, query);
  const isOverPage = opensOver(name, decision.output?.surface);
  // It would open over the page at a refusal, and there was none.
  const isAsked = isOfSlot || !isOverPage || about;
  const isUnasked = !isAsked && authored?.trigger?.type === "entitlement_denied";
  // What belongs in a slot of the page and isn't in it is hidden for a reason of the slot's.
  const reason = isUnasked ? "trigger_not_met" : !isOverPage && inSlot?.decision.reasons[0];
  // Another placement is in its slot, or answers the occasion that it waits for. While the page is being
  // decided anew none does yet.
  const isOutdone = (moment.page && about) || inSlot?.decision.visible;
  const obstacle = isOutdone ? "lower_priority" : reason;
  const made = decision.visible && !seen && obstacle ? hidden(obstacle) : decision;
  const { visible, reasons } = made;
  const isUnknown = !authored && !slot && !candidates[0] && reasons[0] !== "playbook_unavailable";
  if (isUnknown) warn(`no slot or placement is named "${handle}"`);
  // No gate tells it: whatever was decided has nowhere to go.
  if (visible && window && name && !slot && !seen) warn(`slot "${name}" is not on the page`);
  return { visible, reasons, candidates: toldAs(candidates, made, moment) };
}

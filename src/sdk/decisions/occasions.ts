/** Keeps the occasions: what happened and waits for placements to answer it. */
import { copyOf } from "../../context/index";
import type { Handle, JsonObject, PlacementQuery } from "../../decision/index";
import type { Occasion, PageDecision } from "../moment";
import type { Stores } from "../stores";
import type { Decisions } from "./decisions";

const MAX_OCCASIONS = 1000;

export function createOccasions({ state, patch }: Stores) {
  const keep = (isWanted: (occasion: Occasion) => boolean) => {
    const all = state().occasions;
    const occasions = all.filter(isWanted);
    if (occasions.length < all.length) patch({ occasions });
  };
  function add(query: PlacementQuery, answersClick = false): void {
    // Bounded, since nothing answers them before there is a Playbook.
    const latest = state().occasions.slice(-MAX_OCCASIONS);
    patch({ occasions: [...latest, { query, answersClick, done: new Set() }] });
  }
  return {
    trigger: (name: string, properties: JsonObject = {}) =>
      add({ trigger: { type: "event", name, properties: copyOf(properties) } }),
    show: (placement: unknown) => add({ placement: `${placement}`, requested: true }, true),
    /** Whether a placement was asked for since, or a gate has refused. */
    hasNew: (before: readonly Occasion[]) =>
      state().occasions.some((one) => !before.includes(one) && one.answersClick),
    /** A gate has refused a click. */
    refuse: (entitlement: Handle) =>
      add({ trigger: { type: "entitlement_denied", entitlement } }, true),
    /** The placement that answered an occasion was closed. A click has no other answer over the page. */
    answer(occasion: Occasion | undefined, placement: Handle): void {
      occasion?.done.add(placement);
      const isAnswered = occasion?.answersClick && occasion.isOverPage !== false;
      patch({ occasions: state().occasions.filter((one) => !isAnswered || one !== occasion) });
    },
    /** A placement is over for this route: its button has led on, or its time was up. What can't be dismissed is back after that. */
    leave(placement: Handle): void {
      patch({ finished: [...new Set([...state().finished, placement])] });
    },
    /**
     * Drops occasions that nothing answers now: an answer much later would come out of the blue. Likewise
     * an occasion is over for a page-level placement that doesn't answer it while another one does.
     */
    keepAnswered({ subject, slots, unmet }: Decisions, page: readonly PageDecision[]): void {
      if (!subject.playbook.usable) {
        // If it couldn't be had, a click is too long ago when it is there after all.
        if (state().failed !== undefined) keep((one) => !one.answersClick);
        return;
      }
      const over = page.map(({ occasion }) => occasion);
      const wanted = [...slots.values()].map(({ occasion }) => occasion).concat(over);
      for (const one of state().occasions) one.isOverPage ??= over.includes(one);
      for (const { occasion, placement } of unmet) occasion.done.add(placement);
      keep((one) => wanted.includes(one));
    },
    /** Drops what was clicked or left on the last route, and what was still waiting for its turn there. */
    leaveRoute(page: readonly PageDecision[]): void {
      // A change of the state has everything decided anew.
      if (state().finished[0]) patch({ finished: [] });
      for (const { occasion, placement, decision } of page) {
        if (!decision.visible) occasion?.done.add(placement);
      }
      keep((one) => {
        const answers = page.filter(({ occasion }) => occasion === one);
        const isWaiting = answers[0] && !answers.some(({ decision }) => decision.visible);
        return !one.answersClick && !isWaiting;
      });
    },
  };
}
export type Occasions = ReturnType<typeof createOccasions>;

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
    patch({ occasions: [...latest, { query, answersClick, done: [] }] });
  }
  return {
    trigger: (name: string, properties: JsonObject = {}) =>
      add({ trigger: { type: "event", name, properties: copyOf(properties) } }),
    show: (placement: unknown) => add({ placement: `${placement}`, requested: true }, true),
    /** Whether a placement was asked for since. */
    hasNew: (before: readonly Occasion[]) =>
      state().occasions.some((one) => one.query.requested && !before.includes(one)),
    /** A gate has refused a click. */
    refuse: (entitlement: Handle) =>
      add({ trigger: { type: "entitlement_denied", entitlement } }, true),
    /** The placement that answered an occasion was closed. A click has no other answer over the page. */
    answer(occasion: Occasion | undefined, placement: Handle): void {
      const occasions = state().occasions.flatMap((one) => {
        // What is on display may know it by an earlier copy.
        if (one.query !== occasion?.query) return one;
        const isAnswered = one.answersClick && one.isOverPage !== false;
        return isAnswered ? [] : { ...one, done: [...one.done, placement] };
      });
      patch({ occasions });
    },
    /** A placement that is there by itself is over for this route: its button has led on, or its time was up. */
    leave(placement: Handle): void {
      patch({ finished: [...new Set([...state().finished, placement])] });
    },
    /** Drops occasions that nothing answers now: an answer much later would come out of the blue. */
    keepAnswered({ subject, slots }: Decisions, page: readonly PageDecision[]): void {
      if (!subject.playbook.usable) {
        // If it couldn't be had, a click is too long ago when it is there after all.
        if (state().failed !== undefined) keep((one) => !one.answersClick);
        return;
      }
      const over = page.map(({ occasion }) => occasion);
      const wanted = [...slots.values()].map(({ occasion }) => occasion).concat(over);
      for (const one of state().occasions) one.isOverPage ??= over.includes(one);
      keep((one) => wanted.includes(one));
    },
    /** Drops what was clicked or left on the last route, and what was still waiting for its turn there. */
    leaveRoute(page: readonly PageDecision[]): void {
      // A change of the state has everything decided anew.
      if (state().finished[0]) patch({ finished: [] });
      keep((one) => {
        const answers = page.filter(({ occasion }) => occasion === one);
        const isWaiting = answers[0] && !answers.some(({ decision }) => decision.visible);
        return !one.answersClick && !isWaiting;
      });
    },
  };
}
export type Occasions = ReturnType<typeof createOccasions>;

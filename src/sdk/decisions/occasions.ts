/** Keeps the occasions: what happened and waits for placements to answer it. */
import { copyOf } from "../../context/index";
import type { Handle, JsonObject, PlacementQuery } from "../../decision/index";
import type { Occasion, PageDecision } from "../moment";
import type { Stores } from "../stores";
import type { Decisions } from "./decisions";

const MAX_OCCASIONS = 1000;

export function createOccasions({ state, patch }: Stores) {
  /** Keeps of each occasion what `next` makes of it, if anything. */
  function update(next: (occasion: Occasion) => Occasion | undefined): void {
    const all = state().occasions;
    const occasions = all.flatMap((one) => next(one) ?? []);
    if (occasions.length < all.length || occasions.some((one, i) => one !== all[i])) {
      patch({ occasions });
    }
  }
  /** Closed to these placements. */
  const closeTo = (one: Occasion, placements: readonly Handle[]): Occasion =>
    placements[0] ? { ...one, done: new Set([...one.done, ...placements]) } : one;
  function add(query: PlacementQuery, answersClick = false): void {
    // Bounded, since nothing answers them before there is a Playbook.
    const latest = state().occasions.slice(-MAX_OCCASIONS);
    patch({ occasions: [...latest, { query, answersClick, done: new Set() }] });
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
        return isAnswered ? [] : closeTo(one, [placement]);
      });
      patch({ occasions });
    },
    /** A placement that is there by itself is over for this route: its button has led on, or its time was up. */
    leave(placement: Handle): void {
      patch({ finished: [...new Set([...state().finished, placement])] });
    },
    /**
     * Drops occasions that nothing answers now: an answer much later would come out of the blue. So it
     * would of a placement over the page which doesn't answer one that another does.
     */
    keepAnswered({ subject, slots, unmet }: Decisions, page: readonly PageDecision[]): void {
      if (!subject.playbook.usable) {
        // If it couldn't be had, a click is too long ago when it is there after all.
        if (state().failed !== undefined) update((one) => (one.answersClick ? undefined : one));
        return;
      }
      const over = page.map(({ occasion }) => occasion);
      const wanted = [...slots.values()].map(({ occasion }) => occasion).concat(over);
      for (const one of state().occasions) one.isOverPage ??= over.includes(one);
      update((one) => (wanted.includes(one) ? closeTo(one, unmet.get(one) ?? []) : undefined));
    },
    /** Drops what was clicked or left on the last route, and what was still waiting for its turn there. */
    leaveRoute(page: readonly PageDecision[]): void {
      // A change of the state has everything decided anew.
      if (state().finished[0]) patch({ finished: [] });
      update((one) => {
        const answers = page.filter(({ occasion }) => occasion === one);
        const waiting = answers.filter(({ decision }) => !decision.visible);
        const isWaiting = answers[0] && answers.length === waiting.length;
        if (one.answersClick || isWaiting) return undefined;
        return closeTo(
          one,
          waiting.map(({ placement }) => placement),
        );
      });
    },
  };
}
export type Occasions = ReturnType<typeof createOccasions>;

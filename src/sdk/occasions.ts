/** What happened and waits to be answered: refusals, events, placements asked for by name. */
import type { Handle, JsonObject, PlacementQuery } from "../decision/index";
import type { Decisions, Occasion, PageDecision } from "./decisions";
import type { Stores } from "./stores";

const MOST = 50;

export function createOccasions({ state, patch }: Stores) {
  const keep = (isWanted: (occasion: Occasion) => boolean) => {
    const all = state().occasions;
    const occasions = all.filter(isWanted);
    if (occasions.length < all.length) patch({ occasions });
  };
  function add(query: PlacementQuery, answersClick = false): void {
    // Bounded, for before the Playbook is there nothing answers.
    const latest = state().occasions.slice(-MOST);
    patch({ occasions: [...latest, { query, answersClick, done: [] }] });
  }
  return {
    trigger: (name: string, properties: JsonObject = {}) =>
      add({ trigger: { type: "event", name, properties } }),
    show: (placement: unknown) => add({ placement: `${placement}`, requested: true }, true),
    /** A click came to nothing. */
    refuse: (entitlement: Handle) =>
      add({ trigger: { type: "entitlement_denied", entitlement } }, true),
    /** The placement shown for it was closed, or did what it was for. */
    answer(occasion: Occasion | undefined, placement: Handle): void {
      const occasions = state().occasions.map((one) =>
        one === occasion ? { ...one, done: [...one.done, placement] } : one,
      );
      patch({ occasions });
    },
    /** What nothing answers now is not answered later, when nobody expects it any more. */
    keepAnswered({ subject, slots }: Decisions, page: readonly PageDecision[]): void {
      if (!subject.playbook.usable) return;
      const wanted = [...slots.values(), ...page].map(({ occasion }) => occasion);
      keep((one) => wanted.includes(one));
    },
    /** On another route nobody waits for what was clicked or waited on the last one. */
    leaveRoute(page: readonly PageDecision[]): void {
      const waiting = page.filter(({ decision }) => !decision.visible);
      keep((one) => !one.answersClick && !waiting.some(({ occasion }) => occasion === one));
    },
  };
}
export type Occasions = ReturnType<typeof createOccasions>;

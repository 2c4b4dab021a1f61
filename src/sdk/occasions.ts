/** What happened and waits to be answered: refusals, events, placements asked for by name. */
import type { Handle, PlacementQuery } from "../decision/index";
import type { Decisions, Occasion } from "./decisions";
import type { Stores } from "./stores";

const MOST = 50;

export function createOccasions($occasions: Stores["$occasions"]) {
  const keep = (isWanted: (occasion: Occasion) => boolean) => {
    const kept = $occasions.get().filter(isWanted);
    if (kept.length < $occasions.get().length) $occasions.set(kept);
  };
  return {
    add(query: PlacementQuery, answersClick = false): void {
      // Bounded, for before the Playbook is there nothing answers.
      const latest = $occasions.get().slice(-MOST);
      $occasions.set([...latest, { query, answersClick, done: [] }]);
    },
    /** The placement shown for it was closed, or did what it was for. */
    answer(occasion: Occasion | undefined, placement: Handle): void {
      const answered = (one: Occasion) => ({ ...one, done: [...one.done, placement] });
      if (!occasion) return;
      $occasions.set($occasions.get().map((one) => (one === occasion ? answered(one) : one)));
    },
    /** What nothing answers now is not answered later, when nobody expects it any more. */
    keepAnswered({ subject, slots, page }: Decisions): void {
      if (!subject.playbook.usable) return;
      const wanted = [...slots.values(), ...page].map(({ occasion }) => occasion);
      keep((one) => wanted.includes(one));
    },
    /** On another route nobody waits for what was clicked or waited on the last one. */
    leaveRoute(decided: Decisions | undefined): void {
      const waiting = decided?.page.filter(({ decision }) => !decision.visible) ?? [];
      keep((one) => !one.answersClick && !waiting.some(({ occasion }) => occasion === one));
    },
  };
}
export type Occasions = ReturnType<typeof createOccasions>;

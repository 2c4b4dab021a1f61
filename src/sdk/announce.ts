/** Tells listeners of each decision that is another than it was. */
import type { Decisions, PageDecision } from "./decisions";
import type { Teller } from "./tell";
import type { ServiceEvents } from "./types";

type Told = ServiceEvents["decision"];

/** What nothing asks about any more. */
const OVER: Told["decision"] = { visible: false, reasons: ["trigger_not_met"] };

export function createAnnouncer(emit: Teller["emit"]) {
  const known = new Map<string, Told>();
  return ({ slots }: Decisions, page: readonly PageDecision[]): void => {
    const all = new Map<string, Told>();
    for (const [key, { decision }] of slots) {
      all.set(key, { slot: key.replace(/ .*/, ""), decision });
    }
    for (const { placement, decision } of page) all.set(placement, { placement, decision });
    for (const [key, told] of known) if (!all.has(key)) all.set(key, { ...told, decision: OVER });
    for (const [key, told] of all) {
      if (JSON.stringify(told) === JSON.stringify(known.get(key))) continue;
      known.set(key, told);
      emit("decision", told);
    }
  };
}

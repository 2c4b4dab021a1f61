/** Tells listeners of each decision that is another than it was. */
import type { Decisions, PageDecision } from "./decisions";
import type { Teller } from "./tell";
import type { ServiceEvents } from "./types";

type Told = ServiceEvents["decision"];

/** What nothing asks about any more. */
const OVER: Told["decision"] = { visible: false, reasons: ["trigger_not_met"] };

export function createAnnouncer(emit: Teller["emit"]) {
  const known = new Map<string, Told>();
  const tell = (key: string, told: Told) => {
    if (JSON.stringify(told) === JSON.stringify(known.get(key))) return;
    known.set(key, told);
    emit("decision", told);
  };
  return ({ slots }: Decisions, page: readonly PageDecision[]): void => {
    const slotOf = (key: string) => key.replace(/ .*/, "");
    const all = new Map<string, Told>([
      ...[...slots].map(([key, { decision }]) => [key, { slot: slotOf(key), decision }] as const),
      ...page.map(({ placement, decision }) => [placement, { placement, decision }] as const),
    ]);
    for (const [key, told] of known) if (!all.has(key)) tell(key, { ...told, decision: OVER });
    for (const [key, told] of all) tell(key, told);
  };
}

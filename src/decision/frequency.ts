/**
 * How often: caps, cooldown, remind-later and dismissal, over what this person has seen so far.
 * Times that lie in the future come from a clock that was wrong; windows and waits don't count
 * them, so that no change of the clock locks anybody out.
 */
import { listOf, own } from "./schema";
import type { Subject } from "./subject";
import { DAY } from "./trial";
import type { Cap, History, Payload, PlacementQuery } from "./types";

const HOUR = DAY / 24;
const REMIND_HOURS = 24;
/** Rolling windows; `session` and `lifetime` have no length. */
const WINDOWS: Readonly<Record<string, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY };
const NEVER = Number.NEGATIVE_INFINITY;

const orNull = (at: number) => (at > NEVER ? at : null);

const timeIn = (record: unknown, key: string): number => {
  const at = own(record, key);
  return typeof at === "number" && Number.isFinite(at) ? at : NEVER;
};

/** What was asked, seen and wanted: a gate without its name. */
export type Asked = readonly [passed: boolean, actual: unknown, expected: unknown];

export interface Frequency {
  remindLater(): Asked;
  cooldown(): Asked;
  caps(): Asked;
}

/** The questions of one payload. The history comes from storage, so nothing about its shape is sure. */
export function frequencyOf(
  subject: Subject,
  key: string,
  {
    payload,
    history,
    query,
  }: { payload: Payload; history: History | undefined; query: PlacementQuery },
): Frequency {
  const { now } = subject;
  const {
    caps = [],
    cooldown_hours: cooldown,
    remind_later_hours: remind = REMIND_HOURS,
  } = payload;
  const enforced = query.enforceCaps !== false;
  /** Somebody asked by a click: only what was authored may keep silent. */
  const isAnswer = query.requested || query.trigger?.type === "entitlement_denied";
  const onDisplay = !!query.displaying?.includes(key);
  const sessionStart = timeIn(history, "session_started_at");
  const inSession = (at: number) => at > NEVER && at >= sessionStart;
  const restsInSession = (at: number) => !isAnswer && inSession(at);
  const timeOf = (record: "dismissed" | "reminded") => timeIn(own(history, record), key);
  const displays = listOf(history, "displays")
    .filter((display) => own(display, "key") === key)
    .map((display) => timeIn(display, "at"));

  /** Whether a wait that began at `from` is over. */
  const isOver = (from: number, hours: number) => {
    const until = from + hours * HOUR;
    if (from > now || until <= now) return true;
    subject.note(until);
    return false;
  };
  /** Displays that count for a cap. */
  const countFor = ({ period, count }: Cap) => {
    const length = WINDOWS[period];
    const counting = displays.filter((at) => {
      if (length) return at <= now && at > now - length;
      return at > NEVER && (period === "lifetime" || at >= sessionStart);
    });
    const first = counting.sort((a, b) => a - b).at(-count);
    if (length && first) subject.note(first + length);
    return counting.length;
  };
  return {
    remindLater() {
      const at = timeOf("reminded");
      return [enforced ? isOver(at, remind) : !restsInSession(at), orNull(at), remind];
    },
    cooldown() {
      const waits = enforced && cooldown !== undefined;
      const dismissed = timeOf("dismissed");
      const starts = waits && !onDisplay ? [dismissed, ...displays] : [dismissed];
      const isFree = (at: number) => (waits ? isOver(at, cooldown) : !restsInSession(at));
      return [starts.every(isFree), orNull(Math.max(...starts)), waits ? cooldown : "session"];
    },
    caps() {
      const counts = caps.map(countFor);
      const hasRoom = caps.every(({ count }, i) => (counts[i] ?? 0) < count);
      return [!enforced || onDisplay || hasRoom, counts.length > 1 ? counts : counts[0], caps];
    },
  };
}

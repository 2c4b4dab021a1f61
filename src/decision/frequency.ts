/**
 * How often a payload may be shown: caps, cooldown, remind-later and dismissal, by the history of
 * this person. Times far in the future come from a clock that was wrong: they count for a lifetime's
 * limits alone, so that nobody is locked out until then.
 */

import type { PayloadQuestion } from "./gates";
import { keyOf } from "./ready";
import { listOf, own } from "./schema";
import { noteDue } from "./subject";
import { record } from "./trace";
import { DAY, parseTime } from "./trial";
import type { History, PlacementReason } from "./types";

const HOUR = DAY / 24;
const REMIND_HOURS = 24;
/**
 * How long a session lasts without use. A time may be ahead by as much: another tab's clock isn't quite
 * ours, and clocks are set back a little.
 */
export const SESSION_MS = 30 * 60_000;
/** Rolling windows; `session` and `lifetime` have no length. */
const WINDOWS: Readonly<Record<string, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY };
const NEVER = -Infinity;
const NOTHING: History = {};

/** In epoch ms, whether it was given so or as ISO 8601. */
const timeIn = (entries: unknown, key: string): number => {
  const given = own(entries, key);
  const at = typeof given === "string" ? parseTime(given) : given;
  return Number.isFinite(at) ? Number(at) : NEVER;
};
const orNull = (at: number) => (at > NEVER ? at : null);

/** Whether these entries of the history, by key, have one for that payload. */
function hasEntry(
  entries: object | undefined,
  { placement, payload }: Pick<PayloadQuestion, "placement" | "payload">,
): boolean {
  // Mostly there are none. A loop sees that far sooner than a look-up of the key would.
  for (const _any in entries) return own(entries, keyOf(placement, payload)) !== undefined;
  return false;
}

/** Whether caps, cooldown or history could hide this payload at all; most have none of them. */
export function hasPast(question: PayloadQuestion): boolean {
  const { caps, cooldown_hours } = question.payload.payload;
  const { dismissed, reminded } = question.subject.input.history ?? NOTHING;
  if (caps || cooldown_hours !== undefined) return true;
  return hasEntry(dismissed, question) || hasEntry(reminded, question);
}

/** The reason of the first gate that hides it. The history comes from storage, so its shape isn't certain. */
export function testFrequency(question: PayloadQuestion): PlacementReason | undefined {
  const { subject, query, payload, trace } = question;
  const {
    now,
    input: { history },
  } = subject;
  const latest = now + SESSION_MS;
  const key = keyOf(question.placement, payload);
  const { caps = [], cooldown_hours } = payload.payload;
  const isEnforced = query.enforceCaps !== false;
  /** The user has clicked for it: then only what the author wrote may hide it, not a dismissal or a reminder. */
  const isAnswer = query.requested || query.trigger?.type === "entitlement_denied";
  const remindHours = payload.payload.remind_later_hours ?? (isAnswer ? 0 : REMIND_HOURS);
  const isOnDisplay = () => query.displaying?.includes(key);
  const sessionStart = timeIn(history, "session_started_at");
  const isInSession = (at: number) => at >= sessionStart && at <= latest;
  const displays = listOf(history, "displays")
    .filter((display) => own(display, "key") === key)
    .map((display) => timeIn(display, "at"))
    .filter((at) => at > NEVER);

  /** Whether something that happened at `from` still hides it: for so many hours, without any for that session. */
  const isWaiting = (from: number, hours: number | undefined) => {
    if (!hours) return !isAnswer && from > NEVER && isInSession(from);
    const until = from + hours * HOUR;
    if (from <= latest) noteDue(subject, until);
    return from <= latest && now < until;
  };

  const reminded = timeIn(own(history, "reminded"), key);
  const isPutOff = isWaiting(reminded, isEnforced ? remindHours : undefined);
  if (!record(trace, "remind_later", !isPutOff, orNull(reminded), remindHours)) {
    return "reminded_later";
  }
  const hours = isEnforced ? cooldown_hours : undefined;
  const dismissed = timeIn(own(history, "dismissed"), key);
  const starts = [dismissed, ...(hours && !isOnDisplay() ? displays : [])];
  const isCooling = starts.some((at) => isWaiting(at, hours));
  const last = starts.reduce((a, b) => Math.max(a, b));
  if (!record(trace, "cooldown", !isCooling, orNull(last), hours || "session")) {
    return "cooling_down";
  }
  let hasRoom = true;
  const counts = caps.map(({ period, count }) => {
    const length = WINDOWS[period];
    const counting = displays
      .filter((at) =>
        length ? at <= latest && at > now - length : period === "lifetime" || isInSession(at),
      )
      .sort((a, b) => a - b);
    if (length) noteDue(subject, (counting.at(-count) ?? NEVER) + length);
    hasRoom &&= counting.length < count;
    return counting.length;
  });
  const actual = counts.length > 1 ? counts : counts[0];
  const isFree = !isEnforced || hasRoom || !!isOnDisplay();
  return record(trace, "caps", isFree, actual, caps) ? undefined : "cap_reached";
}

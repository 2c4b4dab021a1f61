/**
 * How often: caps, cooldown, remind-later and dismissal, over what this person has seen so far.
 * Times that lie in the future come from a clock that was wrong; windows and waits don't count
 * them, so that no change of the clock locks anybody out.
 */
import type { Asked, PayloadQuestion } from "./gates";
import { listOf, own } from "./schema";
import { DAY } from "./trial";

const HOUR = DAY / 24;
const REMIND_HOURS = 24;
/** Rolling windows; `session` and `lifetime` have no length. */
const WINDOWS: Readonly<Record<string, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY };
const NEVER = -Infinity;

const timeIn = (record: unknown, key: string): number => {
  const at = own(record, key);
  return Number.isFinite(at) ? Number(at) : NEVER;
};
const orNull = (at: number) => (at > NEVER ? at : null);

/** The history comes from storage, so nothing about its shape is sure. */
export function* frequencyGates({
  subject,
  query,
  payload,
  key,
}: PayloadQuestion): Generator<Asked> {
  const { now, note, input } = subject;
  const { caps = [], cooldown_hours, remind_later_hours = REMIND_HOURS } = payload;
  const isEnforced = query.enforceCaps !== false;
  /** Somebody asked by a click: only what was authored may keep silent. */
  const isAnswer = query.requested || query.trigger?.type === "entitlement_denied";
  const onDisplay = !!query.displaying?.includes(key);
  const sessionStart = timeIn(input.history, "session_started_at");
  const displays = listOf(input.history, "displays")
    .filter((display) => own(display, "key") === key)
    .map((display) => timeIn(display, "at"))
    .filter((at) => at > NEVER);

  /** Whether what happened then still keeps silent: for these hours, else for its session. */
  const isWaiting = (from: number, hours: number | undefined) => {
    if (hours === undefined) return !isAnswer && from > NEVER && from >= sessionStart;
    const until = from + hours * HOUR;
    if (from <= now) note(until);
    return from <= now && now < until;
  };

  const reminded = timeIn(own(input.history, "reminded"), key);
  const rests = isWaiting(reminded, isEnforced ? remind_later_hours : undefined);
  yield ["remind_later", "reminded_later", !rests, orNull(reminded), remind_later_hours];

  const hours = isEnforced ? cooldown_hours : undefined;
  const starts = [timeIn(own(input.history, "dismissed"), key)];
  if (hours !== undefined && !onDisplay) starts.push(...displays);
  const isCooling = starts.some((at) => isWaiting(at, hours));
  yield ["cooldown", "cooling_down", !isCooling, orNull(Math.max(...starts)), hours ?? "session"];

  const counts = caps.map(({ period, count }) => {
    const length = WINDOWS[period];
    const counting = displays
      .filter((at) =>
        length ? at <= now && at > now - length : period === "lifetime" || at >= sessionStart,
      )
      .sort((a, b) => a - b);
    if (length) note((counting.at(-count) ?? NEVER) + length);
    return counting.length;
  });
  const hasRoom = caps.every(({ count }, i) => (counts[i] ?? 0) < count);
  const told = counts.length > 1 ? counts : counts[0];
  yield ["caps", "cap_reached", !isEnforced || onDisplay || hasRoom, told, caps];
}

/** What follows from a trial's dates, counts and the time. */
import type { CompiledPlaybook } from "./compile";
import { textOf } from "./schema";
import type { Plan, TrialStage } from "./types";

/** In ms. */
export const DAY = 86_400_000;

export interface TrialState {
  /** Whether all that is given of its dates and counts can be read; if not, it grants nothing and is in no stage. */
  readonly isClear: boolean;
  /** Running now: begun, not ended, not converted. */
  readonly active: boolean;
  readonly plan: Plan | undefined;
  /** What the context says, with the dates and counts that follow from it; `null` where none can be derived. */
  readonly context: object;
  /** When `day_number` or `days_remaining` changes next, in epoch ms. */
  readonly nextDay: number;
  /**
   * The stage now; stage `ending` begins `daysBeforeEnd` days before the end.
   * @param noteDue called with each time at which the stage may change
   */
  stage(daysBeforeEnd: number, noteDue: (time: number) => void): TrialStage | undefined;
}

/** A day or a month, and mostly a time of that day with a zone. */
const TIME = /^(\d{4}-\d\d(?:-\d\d)?)(?:[T ]([\d:.]+)(Z|[+-]\d\d(:?\d\d)?)?)?$/;

/**
 * Epoch ms of an ISO 8601 time; without a zone it is UTC, so that it is the same time everywhere. Of any
 * other text NaN: each browser would read it in its own way.
 */
export function parseTime(text: string): number {
  const [, day = "", time, zone = "Z", minutes] = TIME.exec(text.toUpperCase()) ?? [];
  // `+01` is a zone of ISO 8601, but not of `Date.parse`.
  const rest = zone[1] && !minutes ? ":00" : "";
  // A month's 31st that isn't there is the next month's first to some engines, and no day to others.
  if (new Date(day).getUTCDate() < Number(day.slice(8))) return Number.NaN;
  // Here and elsewhere by `new Date`: old libraries put a `Date.parse` of their own in place.
  return new Date(time ? `${day}T${time}${zone}${rest}` : day).getTime();
}

const timeIn = (trial: object, key: string) => parseTime(textOf(trial, key) ?? "");
const firstNumber = (...values: readonly unknown[]) => Number(values.find(Number.isFinite));

/** `trial` is what the context says; what is missing of its dates and counts is derived from the others. */
export function trialState(
  playbook: CompiledPlaybook,
  trial: Readonly<Record<string, unknown>>,
  now: number,
): TrialState {
  const { in_trial, converted, day_number, days_remaining, started_at, ends_at } = trial;
  const authored = playbook.part("trials", textOf(trial, "trial_handle"));
  const length = Number(authored?.days) * DAY;
  const begun = firstNumber(timeIn(trial, "started_at"), now - (firstNumber(day_number) - 1) * DAY);
  const endsAt = firstNumber(
    timeIn(trial, "ends_at"),
    now + firstNumber(days_remaining) * DAY,
    begun + length,
  );
  const startedAt = firstNumber(begun, endsAt - length);
  const isOver = now >= endsAt;
  /** Of a date that isn't given, one that can be read. */
  const given = (key: string) => ((trial[key] ?? null) === null ? now : timeIn(trial, key));
  // With a date or a count that can't be read, or without a time to go by, it may be over.
  const dates = [now, given("started_at"), given("ends_at")];
  const isClear = [...dates, day_number ?? now, days_remaining ?? now].every(Number.isFinite);
  const active = in_trial === true && converted !== true && isClear && !isOver;
  /** 1 on the first day after that time. */
  const dayAfter = (at: number) => Math.floor((now - at) / DAY) + 1;
  // By a clock that is behind it hasn't begun: then all of it remains, and no more.
  const left = endsAt - Math.max(now, timeIn(trial, "started_at") || now);
  const daysRemaining = firstNumber(days_remaining, Math.max(0, Math.ceil(left / DAY)));
  const dayNumber = firstNumber(day_number, Math.max(1, dayAfter(startedAt)));
  const midpoint = (startedAt + endsAt) / 2;
  return {
    isClear,
    active,
    plan: playbook.part("plans", textOf(trial, "plan_handle") ?? authored?.plan),
    context: {
      ...trial,
      started_at: started_at ?? new Date(startedAt).toJSON(),
      ends_at: ends_at ?? new Date(endsAt).toJSON(),
      days_remaining: daysRemaining >= 0 ? daysRemaining : null,
      day_number: dayNumber || null,
    },
    // Where the trial ends at another time of day than it began, the two counts change at different times.
    nextDay: Math.min(
      startedAt + dayAfter(startedAt) * DAY || Infinity,
      endsAt + dayAfter(endsAt) * DAY || Infinity,
    ),
    stage(daysBeforeEnd, noteDue) {
      const ending = endsAt - daysBeforeEnd * DAY;
      for (const time of [midpoint, ending]) noteDue(time);
      if (converted === true) return undefined;
      if (!active) return isOver || (in_trial === false && authored) ? "ended" : undefined;
      if (now >= ending) return "ending";
      return now >= midpoint ? "midpoint" : "started";
    },
  };
}

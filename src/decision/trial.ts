/** What follows from a trial's dates, counts and the time. */
import type { CompiledPlaybook } from "./compile";
import { isObject } from "./schema";
import type { Plan, TrialStage } from "./types";

export const DAY = 86_400_000;
const ENDING_DAYS = 3;

export interface TrialState {
  /** Running now: begun, not ended, not converted. */
  readonly active: boolean;
  readonly plan: Plan | undefined;
  readonly dayNumber: number | undefined;
  readonly daysRemaining: number | undefined;
  readonly startedAt: number | undefined;
  readonly endsAt: number | undefined;
  /** When the counts of days change next. */
  readonly nextDay: number | undefined;
  /** The stage now, where stage `ending` begins `daysBeforeEnd` (default 3) before the end. */
  stage(daysBeforeEnd?: number): TrialStage | undefined;
  /** When the stage may change next. */
  nextStage(daysBeforeEnd?: number): number | undefined;
}

const numberOf = (value: unknown) => (Number.isFinite(value) ? Number(value) : undefined);
const timeOf = (value: unknown) =>
  numberOf(typeof value === "string" ? Date.parse(value) : undefined);
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** `trial` is what the context says; what is missing of its dates and counts is derived from the others. */
export function trialState(
  playbook: CompiledPlaybook,
  trial: unknown,
  now: number,
): TrialState | undefined {
  if (!isObject(trial)) return undefined;
  const { in_trial, converted, started_at, ends_at, day_number, days_remaining } = trial;
  const authored = playbook.part("trials", textOf(trial.trial_handle));
  const days = numberOf(day_number);
  const left = numberOf(days_remaining);
  let startedAt = timeOf(started_at) ?? (days && now - (days - 1) * DAY);
  const endsAt =
    timeOf(ends_at) ??
    (left === undefined
      ? authored && startedAt && startedAt + authored.days * DAY
      : now + left * DAY);
  startedAt ??= authored && endsAt && endsAt - authored.days * DAY;
  const over = endsAt !== undefined && now >= endsAt;
  const active = in_trial === true && converted !== true && !over;
  const daysRemaining = left ?? (endsAt && Math.max(0, Math.ceil((endsAt - now) / DAY)));
  return {
    active,
    plan: playbook.part("plans", textOf(trial.plan_handle) ?? authored?.plan),
    startedAt,
    endsAt,
    dayNumber: days ?? (startedAt && Math.max(1, Math.floor((now - startedAt) / DAY) + 1)),
    daysRemaining,
    nextDay: endsAt && daysRemaining && endsAt - (daysRemaining - 1) * DAY,
    stage(daysBeforeEnd = ENDING_DAYS) {
      if (converted === true) return undefined;
      if (!active) return over || (in_trial === false && authored) ? "ended" : undefined;
      if (endsAt !== undefined) {
        if (now >= endsAt - daysBeforeEnd * DAY) return "ending";
        if (startedAt !== undefined && now >= (startedAt + endsAt) / 2) return "midpoint";
      }
      return "started";
    },
    nextStage(daysBeforeEnd = ENDING_DAYS) {
      if (endsAt === undefined) return undefined;
      const turns = [((startedAt ?? endsAt) + endsAt) / 2, endsAt - daysBeforeEnd * DAY, endsAt];
      return Math.min(...turns.filter((turn) => turn > now));
    },
  };
}

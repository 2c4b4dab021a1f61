/** What follows from a trial's dates, counts and the time. */
import type { CompiledPlaybook } from "./compile.js";
import type { Plan, TrialStage } from "./types.js";
export declare const DAY = 86400000;
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
/** `trial` is what the context says; what is missing of its dates and counts is derived from the others. */
export declare function trialState(playbook: CompiledPlaybook, trial: unknown, now: number): TrialState | undefined;

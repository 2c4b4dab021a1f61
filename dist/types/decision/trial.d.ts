/** What follows from a trial's dates, counts and the time. */
import type { CompiledPlaybook } from "./compile.js";
import type { Plan, TrialStage } from "./types.js";
export declare const DAY = 86400000;
export interface TrialState {
    /** Running now: begun, not ended, not converted. */
    readonly active: boolean;
    readonly plan: Plan | undefined;
    /** What was said, with the dates and counts that follow; `null` where nothing does, as in JSON. */
    readonly context: object;
    /** Not a number where nobody knows. */
    readonly endsAt: number;
    /** When the counts of days change next. */
    readonly nextDay: number;
    /** The stage now, where stage `ending` begins `daysBeforeEnd` before the end; notes when it changes. */
    stage(daysBeforeEnd: number, note: (time: number) => void): TrialStage | undefined;
}
/** `trial` is what the context says; what is missing of its dates and counts is derived from the others. */
export declare function trialState(playbook: CompiledPlaybook, trial: Readonly<Record<string, unknown>>, now: number): TrialState;

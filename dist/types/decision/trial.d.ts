/** What follows from a trial's dates, counts and the time. */
import type { CompiledPlaybook } from "./compile.js";
import type { Plan, TrialStage } from "./types.js";
/** In ms. */
export declare const DAY = 86400000;
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
/**
 * Epoch ms of an ISO 8601 time; without a zone it is UTC, so that it is the same time everywhere. Of any
 * other text NaN: each browser would read it in its own way.
 */
export declare function parseTime(text: string): number;
/** `trial` is what the context says; what is missing of its dates and counts is derived from the others. */
export declare function trialState(playbook: CompiledPlaybook, trial: Readonly<Record<string, unknown>>, now: number): TrialState;

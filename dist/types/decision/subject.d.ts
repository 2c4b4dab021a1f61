/** Who is decided about, at what time: a context read once, and what follows from it found when asked. */
import type { CompiledPlaybook } from "./compile.js";
import { type TrialState } from "./trial.js";
import type { DecisionInput, EntitlementResult, Gate, Handle, Plan, TargetingContext } from "./types.js";
export interface Subject {
    readonly playbook: CompiledPlaybook;
    readonly input: DecisionInput;
    readonly context: TargetingContext;
    readonly now: number;
    /** What seeds are hashed with: the user id, else the anonymous id. */
    readonly id: string | undefined;
    readonly plan: Plan | undefined;
    readonly trial: TrialState | undefined;
    /** Answers by entitlement handle, each found once. */
    readonly entitlements: Map<Handle, EntitlementResult>;
    readonly meets: (condition: unknown, trace?: Gate[] | undefined) => boolean;
    readonly isIn: (segment: Handle) => boolean;
    /** Says that an answer may change at that time. */
    readonly note: (time: number | undefined) => void;
    /** The next time at which an answer given so far may change; Infinity when none does. */
    readonly due: number;
}
/** Reads a context for decisions at `now` (epoch ms). Nothing of either is changed. */
export declare function createSubject(playbook: CompiledPlaybook, input: DecisionInput): Subject;

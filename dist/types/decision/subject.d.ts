/** Who is decided about, at what time; what follows from the context is found when asked. */
import type { Scope } from "./asked.js";
import type { CompiledPlaybook } from "./compile.js";
import { type TrialState } from "./trial.js";
import type { DecisionInput, EntitlementResult, Handle, Plan, TargetingContext } from "./types.js";
export interface Subject extends Scope {
    readonly playbook: CompiledPlaybook;
    readonly input: DecisionInput;
    readonly context: TargetingContext;
    readonly now: number;
    /** The next time at which an answer given so far may change; Infinity when none does. */
    due: number;
    /** What the context says of a trial. */
    readonly trial: TrialState | undefined;
    /** Answers by entitlement handle, each found once. */
    entitlements: Map<Handle, EntitlementResult> | undefined;
    /** Who is in which segment; null while that is being found out. */
    members: Map<Handle, boolean | null> | undefined;
}
/** Reads a context for decisions at `now` (epoch ms). Nothing of either is changed. */
export declare function createSubject(playbook: CompiledPlaybook, input: DecisionInput): Subject;
/** What seeds are hashed with: the user id, else the anonymous id. */
export declare const idOf: ({ context }: Subject) => string | undefined;
export declare const planOf: ({ playbook, context }: Subject) => Plan | undefined;
/** Says that an answer may change at that time. */
export declare function note(subject: Subject, time?: number): void;
export declare function isIn(subject: Subject, segment: Handle): boolean;

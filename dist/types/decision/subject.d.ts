/** The user a decision is about, and the time it is made for. What follows from the context is worked out when needed, once. */
import type { CompiledPlaybook } from "./compile.js";
import type { Scope } from "./condition-run.js";
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
    /** Results by entitlement handle, each worked out once. */
    entitlements: Map<Handle, EntitlementResult> | undefined;
    /** What a segment remembers of this subject: an object of its own, which keeps no context alive. */
    identity: object | undefined;
}
/** Reads a context for decisions at `now` (epoch ms). Changes neither the Playbook nor the input. */
export declare function createSubject(playbook: CompiledPlaybook, asked: DecisionInput): Subject;
/** The id that is hashed for draws and variants: the user id, else the anonymous id. */
export declare const idOf: ({ context }: Subject) => string | undefined;
export declare const planOf: ({ playbook, context }: Subject) => Plan | undefined;
/** Notes that an answer may change at that time (epoch ms). */
export declare function noteDue(subject: Subject, time: number): void;
export declare function isInSegment(subject: Subject, handle: Handle): boolean;
/** A loop, since a closure for each question costs who asks often a fifth of the answer. */
export declare function isInAny(subject: Subject, segments: readonly Handle[]): boolean;

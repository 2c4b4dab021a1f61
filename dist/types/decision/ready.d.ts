/**
 * Parts of a Playbook as they are decided with. Every field has its place, even one that the author
 * left out: the engine runs faster over objects of one shape.
 */
import { type ReadyCondition } from "./condition-run.js";
import { type Handle, type Payload, type Placement, type Trigger } from "./types.js";
export interface ReadyPayload {
    readonly payload: Payload;
    readonly plans: readonly Handle[] | undefined;
    readonly segments: readonly Handle[] | undefined;
    readonly condition: ReadyCondition | undefined;
    /** Its words need no more than a copy. `undefined` until that has been looked at. */
    isPlain: boolean | undefined;
}
export interface ReadyPlacement {
    readonly handle: Handle;
    readonly trigger: Trigger | undefined;
    readonly placement: Placement;
    /** That of its trigger. */
    readonly condition: ReadyCondition | undefined;
    readonly holdout: number | undefined;
    readonly payloads: readonly ReadyPayload[];
    /**
     * Its one payload, if that is in flow and there is no holdout, no rollout and no trigger but
     * `slot_render`: then `simple-placement.ts` takes a shortcut. In the core alone; a page has none.
     */
    readonly simple: ReadyPayload | undefined;
    /** The condition of that payload, if it has one, and neither plans, segments nor a schedule. */
    readonly bare: ReadyCondition | undefined;
}
/** The key of a payload in histories and seeds: `placement/payload`. */
export declare const keyOf: (placement: ReadyPlacement, { payload }: ReadyPayload) => string;
export declare const IN_FLOW: readonly string[];
export declare function readyPlacement(placement: Placement): ReadyPlacement;
/** A segment, and whom it was last asked about. */
export interface ReadySegment {
    readonly condition: ReadyCondition;
    /** Its condition leads back to it: then nobody is in it. `undefined` until that has been looked at. */
    isCircular: boolean | undefined;
    /** Its condition is being tested. */
    isOpen: boolean;
    /** The `identity` of the subject that was last asked about. */
    identity: object | undefined;
    /** Whether that user is in it. */
    isMember: boolean;
}
/** Prepares a sound part of one of the Playbook's lists, as whose type it is read from here on. */
export declare function readyPart(list: string, part: unknown): unknown;

/**
 * Parts of a Playbook as they are decided with: what authors may leave out has its place here, so
 * that every one looks the same to the engine, and each condition keeps what is found out about it.
 */
import { type Asked } from "./asked.js";
import type { Handle, Payload, Placement, Trigger } from "./types.js";
export interface ReadyPayload {
    readonly payload: Payload;
    readonly plans: readonly Handle[] | undefined;
    readonly segments: readonly Handle[] | undefined;
    readonly condition: Asked | undefined;
}
/** What history and seeds call it: `placement/payload`. */
export declare const keyOf: (placement: ReadyPlacement, { payload }: ReadyPayload) => string;
export interface ReadyPlacement {
    readonly handle: Handle;
    readonly trigger: Trigger | undefined;
    readonly placement: Placement;
    /** Of its trigger. */
    readonly condition: Asked | undefined;
    readonly holdout: number | undefined;
    readonly payloads: readonly ReadyPayload[];
}
/** A sound part of a list of the Playbook; the one place where it is given its type. */
export declare function readyPart(list: string, part: unknown): unknown;

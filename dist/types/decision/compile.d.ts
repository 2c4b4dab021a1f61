/**
 * A Playbook made ready: indexed when first asked, each part checked when first met, a bad part
 * left out. Nothing here throws, whatever the JSON holds.
 */
import type { Asked, Compiler } from "./asked.js";
import { type ReadyPlacement } from "./ready.js";
import type { Branding, Entitlement, Handle, Placement, Plan, Trial } from "./types.js";
interface Parts {
    plans: Plan;
    /** By its condition. */
    segments: Asked;
    trials: Trial;
    entitlements: Entitlement;
    placements: Placement;
}
export interface CompiledPlaybook {
    /** False: not a Playbook of format 1; then nobody is granted and nothing is shown. */
    readonly usable: boolean;
    readonly version: number;
    /** None: conditions are always walked. */
    readonly compiler: Compiler | undefined;
    branding(): Branding | undefined;
    /** The sound part of that handle. */
    part<K extends keyof Parts>(list: K, handle: Handle | undefined): Parts[K] | undefined;
    /** Those of a handle, a slot (none: page-level) or a type of trigger: highest priority first, then order in the list. */
    placements(key: "handle" | "slot" | "type", text?: string): readonly ReadyPlacement[];
}
/** Shorter ways to the same answers. */
export interface Haste {
    /** Tests conditions that are asked again. */
    readonly compiler?: Compiler;
    /** Whether a placement is sound for sure. */
    readonly isPlain?: (placement: unknown) => boolean;
}
/**
 * Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met.
 * @param haste for who decides much; a page, which decides little, saves their bytes
 */
export declare function compilePlaybook(playbook: unknown, { compiler, isPlain }?: Haste): CompiledPlaybook;
export {};

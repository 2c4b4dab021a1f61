/**
 * Prepares a Playbook for decisions: its lists are indexed when first used, each part is checked
 * when first met, and a bad part is left out. Nothing here throws, whatever the JSON holds.
 */
import type { Compiler } from "./condition-run.js";
import { type ReadyPlacement, type ReadySegment } from "./ready.js";
import type { Branding, Entitlement, Handle, Plan, Trial } from "./types.js";
interface Parts {
    plans: Plan;
    segments: ReadySegment;
    trials: Trial;
    /** The most generous grant first. */
    entitlements: Entitlement;
    placements: ReadyPlacement;
}
export interface CompiledPlaybook {
    /** False: not a Playbook of format 1; then nobody is granted anything and nothing is shown. */
    readonly usable: boolean;
    /** The Playbook's own; 0 where it has none. */
    readonly version: number;
    /** None: conditions are always walked. */
    readonly compiler?: Compiler;
    /** Its branding, less what is bad in it. */
    branding(): Branding | undefined;
    /** The part with that handle, unless it is bad. */
    part<K extends keyof Parts>(list: K, handle: Handle | undefined): Parts[K] | undefined;
    /** Those with a handle, a slot (no text: page-level) or a type of trigger. Highest priority first, then in the order of the list. */
    placements(key: "handle" | "slot" | "type", text?: string): readonly ReadyPlacement[];
}
/** Whether a part of a list is certainly sound; about any other the schema decides. */
type IsPlain = (list: string, part: unknown) => boolean;
/**
 * Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met.
 * @param isPlain a shortcut for callers that decide a lot; a page decides little, and saves their bytes
 */
export declare function compilePlaybook(playbook: unknown, isPlain?: IsPlain): CompiledPlaybook;
export {};

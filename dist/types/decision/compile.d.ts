import type { Branding, Entitlement, Handle, Placement, Plan, Problem, Segment, Trial } from "./types.js";
interface Parts {
    plans: Plan;
    segments: Segment;
    trials: Trial;
    entitlements: Entitlement;
    placements: Placement;
}
export interface CompiledPlaybook {
    /** False: not a Playbook of format 1; then nobody is granted and nothing is shown. */
    readonly usable: boolean;
    readonly version: number;
    readonly branding: Branding | undefined;
    /** What `validatePlaybook` would say; found out when asked. */
    readonly problems: readonly Problem[];
    /** The sound part of that handle. */
    part<K extends keyof Parts>(list: K, handle: Handle | undefined): Parts[K] | undefined;
    /** Those of a handle, a slot (none: page-level) or a type of trigger: highest priority first, then order in the list. */
    placements(key: "handle" | "slot" | "type", text?: string): readonly Placement[];
}
/** Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met. */
export declare function compilePlaybook(playbook: unknown): CompiledPlaybook;
export {};

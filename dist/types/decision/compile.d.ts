import type { Branding, Entitlement, Handle, Placement, Plan, Problem, Segment, Trial, Trigger } from "./types.js";
interface Parts {
    plans: Plan;
    segments: Segment;
    trials: Trial;
    entitlements: Entitlement;
    placements: Placement;
    branding: Branding;
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
    /** Highest priority first, then order in the list; each checked when it is reached. */
    placementsIn(slot: Handle | undefined): readonly Placement[];
    placementsOn(trigger: Trigger["type"]): readonly Placement[];
}
/** Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met. */
export declare function compilePlaybook(playbook: unknown): CompiledPlaybook;
export {};

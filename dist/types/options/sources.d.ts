/** Who of the application's own may be asked, in the order in which they are (contract, "Providers"). */
import type { ServiceInitOptions } from "./types.js";
/** What resolvers and providers may both answer, and the domain whose providers are asked too. */
export declare const ANSWERS: {
    readonly getPlacementDecision: "placements";
    readonly getPlacement: "placements";
    readonly checkEntitlement: "entitlements";
    readonly fetchUserContext: "context";
    readonly getTrialStatus: "trial";
};
/** All that may be asked, and its domain. Without one, no domain provider is asked. */
export declare const DOMAINS: {
    readonly getPlacementDecision: "placements";
    readonly getPlacement: "placements";
    readonly checkEntitlement: "entitlements";
    readonly fetchUserContext: "context";
    readonly getTrialStatus: "trial";
    readonly resolvePlaybook: "";
    readonly getPlaybook: "playbook";
    readonly getContext: "";
    readonly identify: "context";
    readonly onEvent: "analytics";
};
export type Source = readonly [
    name: string,
    given: object | ((options: ServiceInitOptions) => object | Promise<object>) | undefined,
    /** All that it is asked about; without one it is asked whatever it has a method for. */
    domain?: string
];
export declare function sourcesOf(options: ServiceInitOptions): Source[];
/** Whether there is a Playbook, or somebody may have one; what a factory makes is not known yet. */
export declare const mayHavePlaybook: (options: ServiceInitOptions) => boolean;

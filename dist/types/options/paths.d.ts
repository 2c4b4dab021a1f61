/** The calls that an application may reroute, with their default paths (specification, "Endpoints"). */
export declare const PATHS: {
    readonly clientContext: "/api/sdk/client-context";
    readonly userContext: "/api/sdk/user-context";
    readonly trialStatus: "/api/sdk/trial-status";
    readonly ingestEvents: "/api/track";
    readonly touchpointTransition: "/api/events/interactions";
    readonly ingestSdkMeta: "/api/sdk/meta";
    readonly surfaceSlots: "/api/placements";
    readonly placementTypes: "/api/sdk/placement-types";
};

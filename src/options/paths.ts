/** The calls that an application may reroute, with their default paths (specification, "Endpoints"). */
export const PATHS = {
  clientContext: "/api/sdk/client-context",
  userContext: "/api/sdk/user-context",
  trialStatus: "/api/sdk/trial-status",
  ingestEvents: "/api/track",
  touchpointTransition: "/api/events/interactions",
  ingestSdkMeta: "/api/sdk/meta",
  surfaceSlots: "/api/placements",
  placementTypes: "/api/sdk/placement-types",
} as const;

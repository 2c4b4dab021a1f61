/** Who of the application's own may be asked, in the order in which they are (contract, "Providers"). */
import type { ServiceInitOptions } from "./types";

/** What resolvers and providers may both answer, and the domain whose providers are asked too. */
export const ANSWERS = {
  getPlacementDecision: "placements",
  getPlacement: "placements",
  checkEntitlement: "entitlements",
  fetchUserContext: "context",
  getTrialStatus: "trial",
} as const;
/** All that may be asked, and its domain. Without one, no domain provider is asked. */
export const DOMAINS = {
  ...ANSWERS,
  resolvePlaybook: "",
  getPlaybook: "playbook",
  getContext: "",
  identify: "context",
  onEvent: "analytics",
} as const;

export type Source = readonly [
  name: string,
  given: object | ((options: ServiceInitOptions) => object | Promise<object>) | undefined,
  /** All that it is asked about; without one it is asked whatever it has a method for. */
  domain?: string,
];

export function sourcesOf(options: ServiceInitOptions): Source[] {
  const { localRuntime, provider, configProvider } = options;
  const { providerFallbacks = [], domainProviders = [] } = options;
  return [
    ["localRuntime", localRuntime],
    ["resolvers", localRuntime?.resolvers],
    ["provider", provider],
    ...providerFallbacks.map((one, i): Source => [`providerFallbacks[${i}]`, one]),
    ...domainProviders.map((one, i): Source => [`domainProviders[${i}]`, one.provider, one.domain]),
    ["configProvider", configProvider, "playbook"],
  ];
}

/** Whether there is a Playbook, or somebody may have one; what a factory makes is not known yet. */
export const mayHavePlaybook = (options: ServiceInitOptions): boolean =>
  !!options.localRuntime?.playbook ||
  sourcesOf(options).some(
    ([, given]) =>
      typeof given === "function" ||
      (given && ("getPlaybook" in given || "resolvePlaybook" in given)),
  );

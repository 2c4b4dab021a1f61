/** The application's own sources of answers, in the order in which they are asked (README, "Sources"). */
import type { ServiceInitOptions } from "./types";

/** The methods that resolvers and providers have in common, each with its domain. */
export const ANSWERS = {
  getPlacementDecision: "placements",
  getPlacement: "placements",
  checkEntitlement: "entitlements",
  fetchUserContext: "context",
  getTrialStatus: "trial",
} as const;
/**
 * All methods that may be asked, each with its domain: a domain provider is asked only about its own.
 * An empty text: no domain provider is asked.
 */
export const DOMAINS = {
  ...ANSWERS,
  resolvePlaybook: "",
  getPlaybook: "playbook",
  getContext: "",
  identify: "context",
  onEvent: "analytics",
} as const;

/** A source as the options give it. */
export type Source = readonly [
  name: string,
  given: object | ((options: ServiceInitOptions) => object | Promise<object>) | undefined,
  /** The only domain it is asked about; without one it is asked whatever it has a method for. */
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

export type Method = keyof typeof DOMAINS;

export const hasMethod = (given: unknown, method: Method) =>
  typeof Object(given)[method] === "function";

/** Whether a source is to be asked by that method; a factory is, until it is called. */
export const mayAnswer = ([, given, domain]: Source, method: Method): boolean =>
  !!given &&
  (!domain || domain === DOMAINS[method]) &&
  (typeof given === "function" || hasMethod(given, method));

/** Whether a Playbook is given, or a source may have one. */
export const mayHavePlaybook = (options: ServiceInitOptions): boolean =>
  !!options.localRuntime?.playbook ||
  sourcesOf(options).some(
    (source) => mayAnswer(source, "getPlaybook") || mayAnswer(source, "resolvePlaybook"),
  );

/** The application's own sources of answers, in the order in which they are asked (README, "Sources"). */
import type { ServiceInitOptions } from "./types.js";
/** The methods that resolvers and providers have in common, each with its domain. */
export declare const ANSWERS: {
    readonly getPlacementDecision: "placements";
    readonly getPlacement: "placements";
    readonly checkEntitlement: "entitlements";
    readonly fetchUserContext: "context";
    readonly getTrialStatus: "trial";
};
/**
 * All methods that may be asked, each with its domain: a domain provider is asked only about its own.
 * An empty text: no domain provider is asked.
 */
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
/** A source as the options give it. */
export type Source = readonly [
    name: string,
    given: object | ((options: ServiceInitOptions) => object | Promise<object>) | undefined,
    /** The only domain it is asked about; without one it is asked whatever it has a method for. */
    domain?: string
];
export declare function sourcesOf(options: ServiceInitOptions): Source[];
export type Method = keyof typeof DOMAINS;
export declare const hasMethod: (given: unknown, method: Method) => boolean;
/** Whether a source is to be asked by that method; a factory is, until it is called. */
export declare const mayAnswer: ([, given, domain]: Source, method: Method) => boolean;
/** Whether a Playbook is given, or a source may have one. */
export declare const mayHavePlaybook: (options: ServiceInitOptions) => boolean;

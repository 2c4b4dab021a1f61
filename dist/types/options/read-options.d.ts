/** Turns what a page or an application gave into valid options, and a list of faults. */
import type { OptionFault } from "./faults.js";
import type { ServiceInitOptions, ServicePageContext, ServiceUserContext } from "./types.js";
interface OptionsEnvironment {
    /** False on a server, where `apiKey` is the credential. */
    readonly browser: boolean;
    /** Options from data-attributes; field by field, they win. */
    readonly attributes?: unknown;
    /** Options that count, field by field, where neither `input` nor the attributes say anything. */
    readonly config?: unknown;
}
interface ReadOptions {
    /** Only what is valid: where something was left out, its default holds. */
    readonly options: ServiceInitOptions;
    /** The fatal ones first: when the first is fatal the SDK must not start. */
    readonly faults: readonly OptionFault[];
}
/** Never throws, whatever the getters of `input` do. */
export declare function readOptions(input: unknown, environment: OptionsEnvironment): ReadOptions;
/** What `setUser`, `identify` and the answers about users may hold. */
export declare const cleanUser: (value: unknown, warn: (message: string) => void) => ServiceUserContext;
export declare const cleanPage: (value: unknown, warn: (message: string) => void) => ServicePageContext;
export declare const cleanTrial: (value: unknown, warn: (message: string) => void) => Partial<import("../index.js").TrialContext>;
export {};

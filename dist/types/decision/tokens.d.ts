import { type Subject } from "./subject.js";
import type { Cta, EntitlementResult, Handle } from "./types.js";
/** What the texts are about. */
export interface TokenScope {
    readonly subject: Subject;
    /** Whose usage the usage tokens tell. */
    readonly meter: Handle | undefined;
    readonly ctas: readonly Cta[];
    readonly locale: string | undefined;
}
/** Percent used of a limit; a limit of nothing is used up. */
export declare function usagePercent({ limit, used }: Partial<EntitlementResult>): number | undefined;
/**
 * The value with every token in every text replaced; an address (`url`) takes values encoded.
 * @param missing filled with each token that has neither value nor fallback
 */
export declare function expandTokens<T>(value: T, scope: TokenScope, missing: string[], key?: string): T;

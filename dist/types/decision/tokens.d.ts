import type { ReadyPlacement } from "./ready.js";
import { type Subject } from "./subject.js";
import type { EntitlementResult, Payload, PlacementQuery } from "./types.js";
export type Words = Pick<Payload, "content" | "ctas">;
/** What the texts are about. */
export interface TokenScope {
    readonly subject: Subject;
    readonly query: PlacementQuery;
    readonly placement: ReadyPlacement;
    readonly words: Words;
}
/** The question's, else the context's. */
export declare const localeOf: ({ context }: Subject, query: PlacementQuery) => string | undefined;
/** Percent used of a limit; a limit of nothing is used up. */
export declare function usagePercent({ limit, used }: Partial<EntitlementResult>): number | undefined;
/**
 * A copy of the value with every token in every text replaced; an address (`url`) takes values encoded.
 * @param missing filled with each token that has neither value nor fallback
 */
export declare function expandTokens<T>(value: T, scope: TokenScope, missing: string[], key?: string): T;

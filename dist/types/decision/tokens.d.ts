import type { ReadyPlacement } from "./ready.js";
import { type Subject } from "./subject.js";
import type { Payload, PlacementQuery } from "./types.js";
export type Words = Pick<Payload, "content" | "ctas">;
/** Where the values of tokens come from. */
interface TokenScope {
    readonly subject: Subject;
    readonly query: PlacementQuery;
    readonly placement: ReadyPlacement;
    readonly words: Words;
}
/** The locale of the query, else of the context. */
export declare const localeOf: ({ context }: Subject, query: PlacementQuery) => string | undefined;
/**
 * A copy of the value with every token in every text replaced; in a `url` the values are encoded.
 * @param missing filled with each token that has neither value nor fallback
 */
export declare function expandTokens<T>(value: T, scope: TokenScope, missing: string[], key?: string): T;
export {};

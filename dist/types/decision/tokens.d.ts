import type { Subject } from "./subject.js";
import type { Cta, DecisionInput, Handle, Price } from "./types.js";
export interface TokenScope {
    readonly subject: Subject;
    /** Whose usage the usage tokens tell. */
    readonly meter: Handle | false | undefined;
    readonly price: Price | undefined;
    readonly locale: string | undefined;
    readonly formatPrice: DecisionInput["formatPrice"];
    /** Told of each token that has neither value nor fallback. */
    missing(token: string): void;
}
/** Price of the plan that the first CTA naming one is for, else of the user's own plan. */
export declare function priceFor({ playbook, plan }: Subject, ctas: readonly Cta[]): Price | undefined;
/** Percent used of a limit; a limit of nothing is used up. */
export declare function usagePercent(limit: number | null | undefined, used?: number): number | undefined;
/** The value with every token in every text replaced; an address (`url`) takes values encoded. */
export declare function expandTokens<T>(value: T, scope: TokenScope, key?: string): T;

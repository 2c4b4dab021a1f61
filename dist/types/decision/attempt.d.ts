/**
 * For what may be missing, or throw when merely touched: browser APIs, and what a page hands in. The
 * core itself touches neither; it lies here since every room may import from here.
 */
/** What `action` returns; `undefined` when it throws. */
export declare function attempt<T>(action: () => T): T | undefined;

/** How the condition language compares JSON values and looks into them. */
type Primitive = string | number | boolean;
/** An object or a list. */
export type Holder = Readonly<Record<string, unknown>>;
export declare const isPrimitive: (value: unknown) => value is Primitive;
export declare const isHolder: (value: unknown) => value is Holder;
/** In a loop over the keys of an object this costs nothing, where `Object.hasOwn` is a call for each. */
export declare const has: (v: PropertyKey) => boolean;
/** Deep equality of JSON values; the order of keys does not count. */
export declare function isEqual(a: unknown, b: unknown): boolean;
/** Whether `wanted` is an object of operators; an object without any is a value to equal. */
export declare function hasOperators(wanted: unknown): wanted is Holder;
/** The value at the end of a path of keys; a missing one is `null`. Own properties only. */
export declare function valueBehind(scope: unknown, steps: readonly string[]): unknown;
/** Whether the value is in the list; of a list of values, whether one is. */
export declare function isAmong(actual: unknown, list: unknown): boolean;
/** In lower case, for comparisons that ignore case. */
export declare const fold: (value: unknown) => unknown;
export {};

import type { Schema } from "./schema.js";
/** Its nodes are checked by the condition language itself. */
export declare const condition: Schema;
export declare const HANDLE: RegExp;
export declare const CATEGORIES: readonly unknown[];
/** The types of entitlements whose usage is counted. */
export declare const COUNTED: readonly unknown[];
export declare const ENTITLEMENT_TYPES: readonly unknown[];
export declare function payloadSchema(): Schema;
/** Made when first asked for. */
export declare const playbookSchema: () => Schema;

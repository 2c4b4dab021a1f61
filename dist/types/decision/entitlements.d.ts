/** What a user may do. Fails closed: anything unknown, missing or malformed grants nothing. */
import type { CompiledPlaybook } from "./compile.js";
import { type Subject } from "./subject.js";
import type { DecisionInput, EntitlementResult, Handle } from "./types.js";
/** Without what reckoning with fractions leaves behind: 0.1 + 0.2 is 0.3, and 30 less 29.01 is 0.99. */
export declare const rounded: (units?: number | null) => number | null | undefined;
/** Percent used of a limit; a limit of 0 is used up. */
export declare function usagePercent({ limit, used }: Partial<EntitlementResult>): number | undefined;
/** The result for one entitlement, worked out once for each subject. */
export declare function entitlementOf(subject: Subject, handle: Handle): EntitlementResult;
/**
 * What a user may do (README, "Entitlements"). Never throws; reads nothing but its arguments.
 * @param handle of the entitlement; one that the Playbook lacks is denied
 */
export declare function decideEntitlement(playbook: CompiledPlaybook, handle: Handle, input: DecisionInput): EntitlementResult;

/**
 * The pure decision core alone, for servers, tests and tools: no DOM, network, clock or storage.
 * Same input, same output, everywhere.
 */
import { type CompiledPlaybook as Compiled } from "./decision/index.js";
import type { Problem } from "./decision/types.js";
export { bucket, decideEntitlement, evaluateCondition, explainPlacement, validatePlaybook, } from "./decision/index.js";
export { decisionsFor, type PersonDecisions } from "./decision/person.js";
export { decidePlacement } from "./decision/simple-placement.js";
export type * from "./decision/types.js";
export interface CompiledPlaybook extends Compiled {
    /** The problems that `validatePlaybook` finds; searched for when first read. */
    readonly problems: readonly Problem[];
}
/** Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met. */
export declare const compilePlaybook: (playbook: unknown) => CompiledPlaybook;

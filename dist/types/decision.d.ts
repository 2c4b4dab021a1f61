/**
 * The pure decision core alone, for servers, tests and tools: no DOM, network, clock or storage.
 * Same input, same output, everywhere.
 */
export { bucket, type CompiledPlaybook, compilePlaybook, decideEntitlement, decidePlacement, evaluateCondition, explainPlacement, validatePlaybook, } from "./decision/index.js";
export type * from "./decision/types.js";

/**
 * The pure decision core alone, for servers, tests and tools: no DOM, network, clock or storage.
 * Same input, same output, everywhere.
 */
import { type CompiledPlaybook, compilePlaybook as compile } from "./decision/index";
import { isPlainPlacement } from "./decision/plain";
import { createCompiler } from "./decision/program";

export {
  bucket,
  type CompiledPlaybook,
  decideEntitlement,
  decidePlacement,
  evaluateCondition,
  explainPlacement,
  validatePlaybook,
} from "./decision/index";
export { decisionsFor, type PersonDecisions } from "./decision/person";
export type * from "./decision/types";

/** Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met. */
export const compilePlaybook = (playbook: unknown): CompiledPlaybook =>
  compile(playbook, { compiler: createCompiler(), isPlain: isPlainPlacement });

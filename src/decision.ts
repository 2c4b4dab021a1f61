/**
 * The pure decision core alone, for servers, tests and tools: no DOM, network, clock or storage.
 * Same input, same output, everywhere.
 */
import {
  type CompiledPlaybook as Compiled,
  compilePlaybook as compile,
  once,
  playbookProblems,
} from "./decision/index";
import { isPlainPart } from "./decision/plain-part";
import { createCompiler } from "./decision/program";
import type { Problem } from "./decision/types";

export {
  bucket,
  decideEntitlement,
  evaluateCondition,
  explainPlacement,
  validatePlaybook,
} from "./decision/index";
export { decisionsFor, type PersonDecisions } from "./decision/person";
export { decidePlacement } from "./decision/simple-placement";
export type * from "./decision/types";

export interface CompiledPlaybook extends Compiled {
  /** The problems that `validatePlaybook` finds; searched for when first read. */
  readonly problems: readonly Problem[];
}

/** A class, since a getter on the object itself would make every access to a compiled Playbook slow. */
class WithProblems implements Pick<CompiledPlaybook, "problems"> {
  constructor(readonly find: () => readonly Problem[]) {}
  get problems() {
    return this.find();
  }
}

/** Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met. */
export const compilePlaybook = (playbook: unknown): CompiledPlaybook =>
  Object.assign(
    new WithProblems(once(() => playbookProblems(playbook))),
    compile(playbook, isPlainPart),
    { compiler: createCompiler() },
  );

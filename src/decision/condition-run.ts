/** What is passed along while a condition is tested: the user it is tested for, and how far the test has come. */

import type { Inspected } from "./inspect";

/** The user that conditions are tested for. */
export interface Scope {
  readonly context: unknown;
  readonly playbook?: {
    /** Takes over a condition that is tested again and again. None: conditions are always walked. */
    readonly compiler?: Compiler;
  };
  /** The values that belong to a segment. */
  membersOf(segment: string): readonly unknown[];
}
/** A faster way to test conditions that are tested often, all of one Playbook. */
export interface Compiler {
  /**
   * The answer, if the condition has a program by now. Values read from a scope are kept until
   * another scope is asked about.
   */
  answer(asked: ReadyCondition, scope: Scope): boolean | undefined;
}
/** What a program ends in, in place of another test to go on with. */
export const YES = -1;
export const NO = -2;
/** Compiling pays from the third test of a condition on. */
const TESTS_BEFORE_PROGRAM = 3;

/** A root condition, with its program once it has one. */
export interface ReadyCondition extends Inspected {
  /**
   * 0 or more: where its program begins. `YES` or `NO`: the condition has this answer in every
   * context. Below `NO`: there is no program yet; each test adds 1, and at `NO` it is compiled.
   * -Infinity, to which adding changes nothing: it can't have one.
   */
  program: number;
}
export const readyCondition = (condition: object): ReadyCondition => ({
  condition,
  program: NO - TESTS_BEFORE_PROGRAM,
  findings: undefined,
});
export const runOf = (scope: Scope, root: ReadyCondition, thorough: boolean): Run => ({
  scope,
  root,
  thorough,
  refused: false,
});
export interface Run {
  readonly scope: Scope;
  readonly root: ReadyCondition;
  /** Test every part, even once the answer is known. */
  readonly thorough: boolean;
  /** Set when a pattern refused its input: then the root is false. */
  refused: boolean;
}

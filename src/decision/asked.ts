/** What goes along when a condition is asked: whom it is about, and what was found out about it. */
import type { Problem } from "./types";

/** Whom conditions are about. */
export interface Scope {
  readonly context: unknown;
  readonly playbook?: {
    /** Tests a condition that is asked again. */
    readonly compiler: Compiler | undefined;
  };
  /** The values that belong to a segment. */
  membersOf(segment: string): readonly unknown[];
}
export interface Found {
  /** Every invalid node. */
  readonly problems: Problem[];
  hasPattern: boolean;
}
/** A faster way to test conditions that are asked again, all of one Playbook. */
export interface Compiler {
  /**
   * The answer, if there is a program. What is read of a scope is kept until somebody asks with
   * another.
   */
  answer(asked: Asked, scope: Scope): boolean | undefined;
}
/** A root condition, with what is found out about it once. */
export interface Asked {
  readonly condition: object;
  /** Where its program begins, or its answer (-1 yes, -2 no); below them, when it will have one. */
  program: number;
}
/** A condition that nobody has asked yet; the third time it has a program. */
export const askedOf = (condition: object): Asked => ({
  condition,
  program: -5,
});
export const runOf = (scope: Scope, condition: object, thorough: boolean, found?: Found): Run => ({
  scope,
  condition,
  thorough,
  found,
  refused: false,
});
export interface Run {
  readonly scope: Scope;
  /** All of what is asked. */
  readonly condition: object;
  /** Test everything, though the answer is known already. */
  readonly thorough: boolean;
  /** What is looked for in all of a condition. */
  readonly found: Found | undefined;
  /** Set when an input was refused: then the root is false. */
  refused: boolean;
}

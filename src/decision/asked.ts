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
/** The place of a program's first test, else its answer. */
export type Program = number;
export const YES: Program = -1;
export const NO: Program = -2;
/** A faster way to test sound conditions without patterns, all of one Playbook. */
export interface Compiler {
  compile(condition: unknown): Program;
  /** What it reads of a scope it keeps until it is asked with another. */
  passes(program: Program, scope: Scope, condition: object): boolean;
}
/** A root condition, with what is found out about it once. */
export interface Asked {
  readonly condition: object;
  /** How often it was asked before there was a program. */
  times: number;
  program: Program | undefined;
}
/** A condition that nobody has asked yet. */
export const askedOf = (condition: object): Asked => ({
  condition,
  times: 0,
  program: undefined,
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

/**
 * One checker for everything that enters: a small interpreter of the part of JSON Schema
 * (2020-12) that the Playbook, the contexts and the options need. The same tables are
 * written to `dist/playbook.schema.json`, so the published schema cannot differ.
 */
import type { Problem } from "./types";

export interface Schema {
  /** JSON Schema's types, and `function` for options. */
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: RegExp;
  /** Informs only. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  /** Told apart by the word of their property `type`. */
  readonly oneOf?: readonly Schema[];
  /** The list of the Playbook in which this handle must be; told by `playbookProblems` alone. */
  readonly refers?: string;
}

export type Report = (path: string, message: string) => void;

/** Where nobody asks for paths none are written: most of what is checked is sound. */
export const NOWHERE = "?";

/** `placements` and 3 make `placements[3]`; `a` and `b` make `a.b`. */
export function joinPath(path: string, key: string | number): string {
  if (path === NOWHERE) return path;
  if (typeof key === "number") return `${path}[${key}]`;
  return path ? `${path}.${key}` : key;
}

/** JSON's own word for what a value is; a number that JSON cannot hold is none. */
export function typeOf(value: unknown): string {
  const type = typeof value;
  if (type === "object") return value ? (Array.isArray(value) ? "array" : type) : "null";
  return type === "number" && !Number.isFinite(value) ? `${value}` : type;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is a list; else an empty one. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Own properties only: `constructor` is a legal handle. */
export function own(object: unknown, key: string): unknown {
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** An own property that is a text of some length. */
export function textOf(object: unknown, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === "string" && value ? value : undefined;
}

/** An own property that is a list; else an empty one. */
export const listOf = (object: unknown, key: string) => itemsOf(own(object, key));

/** What is wrong with the value itself, whatever is inside it. */
function faultOf(schema: Schema, value: unknown): string | undefined {
  const { type, enum: words, pattern, minimum = -Infinity, maximum = Infinity } = schema;
  const kind = typeOf(value);
  if (type && type !== kind && !(Array.isArray(type) && type.includes(kind))) {
    return `must be ${[type].flat().join(" or ")}`;
  }
  if (words && !words.includes(value)) return `must be one of ${words.join(", ")}`;
  if (pattern && !pattern.test(`${value}`)) return `must match ${pattern.source}`;
  if (typeof value !== "number") return undefined;
  if (value < minimum) return `must be at least ${minimum}`;
  return value > maximum ? `must be at most ${maximum}` : undefined;
}

/** Sees every value that is sound in itself, with its schema. */
export type Visit = (schema: Schema, value: unknown, path: string, report: Report) => void;

/** The words that a field `type` of an alternative may have. */
const kindsOf = (one: Schema) => one.properties?.type?.enum ?? [];

/** Whether `schema` refuses nothing of `value`; cheaper than finding out what. */
export const isSound = (schema: Schema, value: unknown) =>
  !problemsOf(schema, value, NOWHERE).length;

/** Every place of `value` that `schema` refuses. `undefined` is absent, which only `required` minds. */
export function problemsOf(schema: Schema, value: unknown, path = "", visit?: Visit): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (where, message) => void problems.push({ path: where, message });

  function check(schema: Schema | undefined, value: unknown, path: string): void {
    if (value === undefined || !schema) return;
    const fault = faultOf(schema, value);
    if (fault) return report(path, fault);
    visit?.(schema, value, path, report);
    if (isObject(value)) checkFields(schema, value, path);
    else itemsOf(value).forEach((item, i) => void check(schema.items, item, joinPath(path, i)));
  }
  function checkFields(schema: Schema, value: Record<string, unknown>, path: string): void {
    const { required, properties = {}, additionalProperties, oneOf } = schema;
    if (oneOf) {
      const choice = oneOf.find((one) => kindsOf(one).includes(value.type));
      // One that is none of them is told of its `type` alone.
      const type = { enum: oneOf.flatMap(kindsOf) };
      return checkFields(choice ?? { required: ["type"], properties: { type } }, value, path);
    }
    for (const key of required ?? []) {
      if (value[key] === undefined) report(joinPath(path, key), "is required");
    }
    // Told in the order of the schema; where nobody reads them, only the fields that are there count.
    for (const key in path === NOWHERE || additionalProperties ? value : properties) {
      const property = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
      check(property, value[key], joinPath(path, key));
    }
  }
  check(schema, value, path);
  return problems;
}

/**
 * One checker for everything that enters: a small interpreter of the part of JSON Schema
 * (2020-12) that the Playbook, the contexts and the options need. The same tables are
 * written to `dist/playbook.schema.json`, so the published schema cannot differ.
 */
import type { Problem } from "./types";

export interface Schema {
  /** JSON Schema's types, and `function` for options. */
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  /** Informs only. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  /** Told apart by the `const` of their property `type`. */
  readonly oneOf?: readonly Schema[];
  /** The list of the Playbook in which this handle must be; told by `playbookProblems` alone. */
  readonly refers?: string;
}

export type Report = (path: string, message: string) => void;

/** `placements` and 3 make `placements[3]`; `a` and `b` make `a.b`. */
export function joinPath(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path ? `${path}.${key}` : key;
}

/** JSON's own word for what a value is; a number that JSON cannot hold is none. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && !Number.isFinite(value) ? `${value}` : typeof value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeOf(value) === "object";
}

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
export function listOf(object: unknown, key: string): readonly unknown[] {
  const value = own(object, key);
  return Array.isArray(value) ? value : [];
}

/** What is wrong with the value itself, whatever is inside it. */
function faultOf(schema: Schema, value: unknown): string | undefined {
  const { type, pattern, minimum, maximum } = schema;
  const types = type ? [type].flat() : [typeOf(value)];
  if (!types.includes(typeOf(value))) return `must be ${types.join(" or ")}`;
  if (schema.enum && !schema.enum.includes(value))
    return `must be one of ${schema.enum.join(", ")}`;
  if (pattern && !new RegExp(pattern).test(`${value}`)) return `must match ${pattern}`;
  if (typeof value === "number") {
    if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
    if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  }
  return undefined;
}

/** Sees every value that is there, with its schema. */
export type Visit = (schema: Schema, value: unknown, path: string) => void;

/** Reports every place of `value` that `schema` refuses. `undefined` is absent, which only `required` minds. */
export function check(
  schema: Schema,
  value: unknown,
  path: string,
  report: Report,
  visit?: Visit,
): void {
  if (value === undefined) return;
  const { required = [], properties = {}, items, additionalProperties, oneOf } = schema;
  const fault = faultOf(schema, value);
  if (fault) return report(path, fault);
  visit?.(schema, value, path);
  if (Array.isArray(value)) {
    if (items) value.forEach((item, i) => void check(items, item, joinPath(path, i), report, visit));
    return;
  }
  if (!isObject(value)) return;
  if (oneOf) {
    const typeIn = (one: Schema) => one.properties?.type?.const;
    const choice = oneOf.find((one) => typeIn(one) === value.type);
    if (choice) return check(choice, value, path, report, visit);
    return report(joinPath(path, "type"), `must be one of ${oneOf.map(typeIn).join(", ")}`);
  }
  for (const key of required) {
    if (value[key] === undefined) report(joinPath(path, key), "is required");
  }
  const keys = additionalProperties ? Object.keys(value) : Object.keys(properties);
  for (const key of keys) {
    const property = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (property) check(property, value[key], joinPath(path, key), report, visit);
  }
}

/** Every problem of a value, as a list. */
export function problemsOf(schema: Schema, value: unknown, path = ""): Problem[] {
  const problems: Problem[] = [];
  check(schema, value, path, (where, message) => problems.push({ path: where, message }));
  return problems;
}

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

/** `placements` and 3 make `placements[3]`; `a` and `b` make `a.b`. */
export function joinPath(path: string, key: string | number): string {
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

/** Sees what is sound in itself, with its schema; of bare texts nothing more can be said. */
export type Visit = (schema: Schema, value: unknown, path: string, report: Report) => void;
interface Search {
  readonly report: Report;
  readonly visit?: Visit | undefined;
  /** Most of what is checked is sound, so paths are written only where somebody reads them. */
  readonly join: typeof joinPath;
}

/** The words that a field `type` of an alternative may have. */
const kindsOf = (one: Schema) => one.properties?.type?.enum ?? [];

/** The alternative of that type; what is none of them is told of its `type` alone. */
const choiceOf = (oneOf: readonly Schema[], type: unknown): Schema =>
  oneOf.find((one) => kindsOf(one).includes(type)) ?? {
    required: ["type"],
    properties: { type: { enum: oneOf.flatMap(kindsOf) } },
  };

function check(schema: Schema, value: unknown, path: string, search: Search): void {
  const { report, visit, join } = search;
  const { type, enum: words, pattern, minimum = -Infinity, maximum = Infinity } = schema;
  const amount = typeof value === "number" ? value : minimum;
  const fault =
    (type && !type.includes(typeOf(value)) && `must be ${[type].flat().join(" or ")}`) ||
    (words && !words.includes(value) && `must be one of ${words.join(", ")}`) ||
    (pattern && !pattern.test(`${value}`) && `must match ${pattern.source}`) ||
    (amount < minimum && `must be at least ${minimum}`) ||
    (amount > maximum && `must be at most ${maximum}`);
  if (fault) return report(path, fault);
  visit?.(schema, value, path, report);
  const { items, oneOf } = schema;
  if (items) {
    let i = 0;
    for (const item of itemsOf(value)) {
      if (item !== undefined) check(items, item, join(path, i), search);
      i++;
    }
  }
  if (!isObject(value)) return;
  if (oneOf) checkFields(choiceOf(oneOf, value.type), value, path, search);
  else checkFields(schema, value, path, search);
}

function checkFields(
  { required, properties, additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
  search: Search,
): void {
  const { report, visit, join } = search;
  if (required) {
    for (const key of required) {
      if (value[key] === undefined) report(join(path, key), "is required");
    }
  }
  if (!properties && !additionalProperties) return;
  // Told in the order of the schema; where nobody reads them, only the fields that are there count.
  for (const key in additionalProperties || join !== joinPath ? value : (properties ?? {})) {
    const inner = properties ? properties[key] : additionalProperties;
    const field = value[key];
    // What most fields are needs no call of its own.
    const isText = !visit && typeof field === "string" && inner?.type === "string";
    const isFine = isText && (!inner.pattern || inner.pattern.test(field));
    if (inner && !isFine && field !== undefined) check(inner, field, join(path, key), search);
  }
}

/** Whether `schema` refuses nothing of `value`; cheaper than finding out what. */
export function isSound(schema: Schema, value: unknown): boolean {
  let answer = true;
  const report = () => {
    answer = false;
  };
  check(schema, value, "", { report, join: () => "" });
  return answer;
}

/** Every place of `value` that `schema` refuses. `undefined` is absent, which only `required` minds. */
export function problemsOf(schema: Schema, value: unknown, path = "", visit?: Visit): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (path, message) => void problems.push({ path, message });
  if (value !== undefined) check(schema, value, path, { report, visit, join: joinPath });
  return problems;
}

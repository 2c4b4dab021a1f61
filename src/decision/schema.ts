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
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  /** Alternatives, told apart by the value of their property `type`. */
  readonly oneOf?: readonly Schema[];
  /** The list of the Playbook in which this handle must be; checked by `playbookProblems` alone. */
  readonly refers?: string;
}

type Report = (path: string, message: string) => void;

/** `placements` and 3 make `placements[3]`; `a` and `b` make `a.b`. */
export function joinPath(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path ? `${path}.${key}` : key;
}

/** The JSON type of a value; for a number that JSON can't hold its text, such as `NaN`. */
export function typeOf(value: unknown): string {
  const type = typeof value;
  if (type === "object") return value ? (Array.isArray(value) ? "array" : type) : "null";
  return type === "number" && !Number.isFinite(value) ? `${value}` : type;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is a list, else an empty one. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Own properties only: `constructor` is a legal handle. */
export const own = (object: unknown, key: string): unknown =>
  isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;

/** An own property that is a text, unless it is empty. */
export function textOf(object: unknown, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === "string" && value ? value : undefined;
}

/** An own property that is a list, else an empty one. */
export const listOf = (object: unknown, key: string) => itemsOf(own(object, key));

/** Called with each value that its schema accepts, to check what the schema can't say. */
export type Visit = (schema: Schema, value: unknown, path: string, report: Report) => void;
interface Search {
  readonly report: Report;
  readonly visit?: Visit | undefined;
}

/** The values that an alternative allows for its property `type`. */
const kindsOf = (one: Schema) => one.properties?.type?.enum ?? [];

/** The alternative of that type; if there is none, a schema that refuses the `type` alone. */
const choiceOf = (oneOf: readonly Schema[], type: unknown): Schema =>
  oneOf.find((one) => kindsOf(one).includes(type)) ?? {
    required: ["type"],
    properties: { type: { enum: oneOf.flatMap(kindsOf) } },
  };

function faultOf(schema: Schema, value: unknown): string | undefined {
  const { type, enum: words, pattern } = schema;
  if (type && !type.includes(typeOf(value))) return `must be ${[type].flat().join(" or ")}`;
  if (words && !words.includes(value)) return `must be one of ${words.join(", ")}`;
  if (pattern && !pattern.test(`${value}`)) return `must match ${pattern.source}`;
  if (typeof value !== "number") return undefined;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (value < minimum) return `must be at least ${minimum}`;
  return value > maximum ? `must be at most ${maximum}` : undefined;
}

/** Whether all is sound. Without a search nothing is reported, and no path is built. */
function check(schema: Schema, value: unknown, path: string, search?: Search): boolean {
  const fault = faultOf(schema, value);
  if (fault) {
    search?.report(path, fault);
    return false;
  }
  search?.visit?.(schema, value, path, search.report);
  if (isObject(value)) {
    const { oneOf } = schema;
    return checkFields(oneOf ? choiceOf(oneOf, value.type) : schema, value, path, search);
  }
  const { items } = schema;
  let answer = true;
  let i = 0;
  for (const item of items ? itemsOf(value) : []) {
    const at = search ? joinPath(path, i++) : path;
    if (items && !check(items, item, at, search)) answer = false;
  }
  return answer;
}

function checkFields(
  { required, properties, additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
  search?: Search,
): boolean {
  let answer = true;
  for (const key of required ?? []) {
    if (value[key] === undefined) {
      search?.report(joinPath(path, key), "is required");
      answer = false;
    }
  }
  // Reports follow the order of the schema. Without a report only fields that are there need a look.
  for (const key in search && !additionalProperties ? properties : value) {
    // Of names that anybody may choose only its own: a library may have given all objects some.
    const inner = properties ? properties[key] : Object.hasOwn(value, key) && additionalProperties;
    const field = value[key];
    const at = search ? joinPath(path, key) : path;
    if (inner && field !== undefined && !check(inner, field, at, search)) answer = false;
  }
  return answer;
}

/** Whether `schema` refuses nothing of `value`; cheaper than finding out what. */
export const isSound = (schema: Schema, value: unknown): boolean => check(schema, value, "");

/** Every place of `value` that `schema` refuses. An `undefined` field is absent, which only `required` minds. */
export function problemsOf(schema: Schema, value: unknown, path = "", visit?: Visit): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (path, message) => void problems.push({ path, message });
  check(schema, value, path, { report, visit });
  return problems;
}

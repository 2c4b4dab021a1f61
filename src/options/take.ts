/**
 * Builds the validated copy of an unknown value from a table. Tables are copied field by field
 * and wrong fields left out; everything else (functions, instances, the Playbook) is checked
 * whole and passed by reference. Each field is read once, and a getter that throws is a fault.
 */
import { isObject, joinPath, problemsOf, type Schema, typeOf } from "../decision/index";
import type { FaultCode, FaultReport } from "./faults";

export type Fields = Readonly<Record<string, Field>>;
export type Fault = readonly [message: string, code: FaultCode];

export interface Field extends Schema {
  readonly properties?: Fields;
  readonly additionalProperties?: Field;
  /** What it must be, as a noun phrase. */
  readonly description?: string;
  /** A value that matches the pattern is this fault. */
  readonly refused?: readonly (readonly [pattern: RegExp, fault: Fault])[];
  /** Never read: its name alone is this fault. */
  readonly gone?: Fault;
}

const OBJECT: Field = { type: "object" };

/** Several sources are read as one: the first sound value counts, in a table of each field. */
export function take(
  field: Field,
  sources: readonly (() => unknown)[],
  path: string,
  report: FaultReport,
): unknown {
  const isSound = (schema: Field, value: unknown): boolean => {
    const { refused = [], description } = schema;
    const fault = refused.find(([pattern]) => pattern.test(`${value}`))?.[1];
    if (fault) {
      report(path, ...fault);
      return false;
    }
    const problems = problemsOf(schema, value, path);
    for (const { path: at, message } of problems) {
      const told = description ? `must be ${description}` : message;
      report(at, at === path ? `${told} (got ${typeOf(value)})` : told);
    }
    return !problems.length;
  };
  try {
    const { type, required, properties = {}, additionalProperties } = field;
    // What requires some of its fields is an instance of something.
    const isTable = type === "object" && !required && (field.properties ?? additionalProperties);
    const sound = sources
      .map((read) => read())
      .filter((value) => value !== undefined && isSound(isTable ? OBJECT : field, value));
    if (!isTable) return sound[0];

    const objects = sound.filter(isObject);
    const entries: [string, unknown][] = [];
    for (const name of new Set([properties, ...objects].flatMap((one) => Object.keys(one)))) {
      const at = joinPath(path, name);
      const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (!inner) {
        const hint = properties.traits ? "; free values go under traits" : "";
        report(at, `is unknown${hint}`, "unknown");
      } else if (inner.gone) {
        if (objects.some((object) => name in object)) report(at, ...inner.gone);
      } else {
        const reads = objects.map((object) => () => object[name]);
        const value = take(inner, reads, at, report);
        if (value !== undefined) entries.push([name, value]);
      }
    }
    return entries.length ? Object.fromEntries(entries) : undefined;
  } catch {
    // A getter or a proxy of the page's own threw.
    return report(path, "cannot be read");
  }
}

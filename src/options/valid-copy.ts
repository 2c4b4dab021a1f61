/**
 * Copies an unknown value as far as it is valid. An object with a table of fields is copied field by
 * field, and wrong fields are left out; everything else (functions, instances, the Playbook) is
 * checked whole and passed by reference. Each field is read once; a getter that throws is a fault.
 */
import { isObject, isSound, joinPath, problemsOf, typeOf } from "../decision/index";
import type { FaultReport } from "./faults";
import { type Field, GONE } from "./fields";

/** A method goes on being one of the object that it was given with. */
const boundTo = (object: object, value: unknown) =>
  typeof value === "function" ? value.bind(object) : value;

/** As everywhere, `undefined` is nothing. The value of a getter isn't read. */
function isGiven(object: object, name: string): boolean {
  const { get, value } = Object.getOwnPropertyDescriptor(object, name) ?? {};
  return !!get || value !== undefined;
}

/** `planHandle` and `plan_handle` are the same word. */
const plain = (name: string) => name.replace(/_/g, "").toLowerCase();

/** @param read gives the same value from several sources; the first sound one counts, for tables field by field */
export function validCopy(
  field: Field,
  read: () => readonly unknown[],
  path: string,
  report: FaultReport,
): unknown {
  const {
    type,
    items,
    required,
    properties = {},
    additionalProperties,
    refuse,
    description,
  } = field;
  // An object that requires fields is an instance of the application's.
  const isTable = type === "object" && !required && (field.properties ?? additionalProperties);
  /** Whether it is sound; reports what isn't. */
  const accept = (value: unknown): boolean => {
    // What stands for a value that couldn't be had says why.
    if (value instanceof Error) {
      report(path, `cannot be read: ${value.message}`);
      return false;
    }
    const fault = !!value && refuse?.(`${value}`);
    if (fault) {
      report(path, ...fault);
      return false;
    }
    const problems = problemsOf(isTable ? { type } : field, value, path);
    for (const { path: at, message } of problems) {
      const wanted = description ? `must be ${description}` : message;
      report(at, at === path ? `${wanted} (got ${typeOf(value)})` : wanted);
    }
    return !problems.length;
  };
  /** The value, or what is sound of a list. */
  const soundOf = (given: unknown): unknown => {
    // A key without the blanks of the file that it was read from.
    const value = refuse && typeof given === "string" ? given.trim() : given;
    if (value === undefined || accept(value)) return value;
    const kept = items && Array.isArray(value) ? value.filter((item) => isSound(items, item)) : [];
    return kept.length ? kept : undefined;
  };
  try {
    const sound = read()
      .map(soundOf)
      .filter((value) => value !== undefined);
    if (!isTable) return sound[0];

    const objects = sound.filter(isObject);
    const entries: [string, unknown][] = [];
    for (const name of new Set([properties, ...objects].flatMap(Object.keys))) {
      const at = joinPath(path, name);
      const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (inner) {
        // What a page, or who pollutes it, has given all objects is nobody's option.
        const isOption = (object: object) => isGiven(object, name) || !(name in Object.prototype);
        const values = () =>
          objects.filter(isOption).map((object) => boundTo(object, object[name]));
        const value = validCopy(inner, values, at, report);
        if (value !== undefined) entries.push([name, value]);
      } else if (objects.some((object) => isGiven(object, name))) {
        const meant = Object.keys(properties).find((one) => plain(one) === plain(name));
        const hint = meant
          ? `; did you mean ${meant}?`
          : properties.traits
            ? "; free values go under traits"
            : "";
        report(at, ...(GONE.get(at) ?? [`is unknown${hint}`, "unknown"]));
      }
    }
    return entries.length ? Object.fromEntries(entries) : undefined;
  } catch {
    // A getter or a proxy of the page threw.
    return report(path, "cannot be read");
  }
}

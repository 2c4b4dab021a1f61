/**
 * Most parts of a Playbook use few fields. Those are checked here, without a schema: making one and
 * walking it takes longer than deciding. A field means the same wherever the Playbook may have it.
 */
import { CATEGORIES, ENTITLEMENT_TYPES, HANDLE } from "./playbook-schema";
import { isObject } from "./schema";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isHandle: Check = (value) => typeof value === "string" && HANDLE.test(value);
const isOneOf =
  (words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);
// Here and below by index: iterators and callbacks cost more than the checks themselves.
const list =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return false;
    for (let i = 0; i < value.length; i++) if (!check(value[i])) return false;
    return true;
  };

/** An object with known fields only, among them the required ones. */
const object =
  (...required: string[]): Check =>
  (value) => {
    if (!isObject(value)) return false;
    for (const key in value) if (!FIELDS.get(key)?.(value[key])) return false;
    for (let i = 0; i < required.length; i++) {
      if (value[required[i] ?? ""] === undefined) return false;
    }
    return true;
  };

/** The fields that are checked here; an object with any other is left to the schema. */
const FIELDS: ReadonlyMap<string, Check> = new Map([
  ["handle", isHandle],
  ["name", isText],
  ["category", isOneOf(CATEGORIES)],
  ["slot", isHandle],
  ["priority", Number.isFinite],
  ["payloads", list(object("handle", "surface", "content"))],
  ["target", object()],
  ["plans", list(isHandle)],
  ["segments", list(isHandle)],
  ["condition", isObject],
  ["surface", isHandle],
  ["content", object("title")],
  ["title", isText],
  ["body", isText],
  ["ctas", list(object("label", "action"))],
  ["label", isText],
  ["action", isText],
  ["type", isOneOf(ENTITLEMENT_TYPES)],
  ["grants", list(object())],
]);

const PARTS: ReadonlyMap<string, Check> = new Map([
  ["placements", object("handle", "category", "payloads")],
  ["segments", object("handle", "condition")],
  ["entitlements", object("handle", "type", "grants")],
  ["plans", object("handle")],
]);

/** True for a part of that list which is certainly sound; of any other the schema decides. */
export const isPlainPart = (list: string, part: unknown): boolean => !!PARTS.get(list)?.(part);

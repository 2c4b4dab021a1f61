/** Copies what goes into an event: bounded, and without secrets and personal data. */
import { attempt, HANDLE, type Json, type JsonObject } from "../decision/index";
import { cleanPairs, cleanSecrets, parseCleanUrl, SECRET_NAME } from "./url";

/** Characters that one copy may hold, names included; each value costs `VALUE_COST` besides. */
const LIMIT = 5000;
const TEXT_LIMIT = 2000;
/** Only this much of a longer text is looked at; its last `MAX_SPLIT` characters, where the cut may have split a secret, are left out. */
const READ_LIMIT = 10_000;
const MAX_SPLIT = 128;
const VALUE_COST = 4;
const MAX_DEPTH = 8;

const ADDRESS = /[a-z][\w+.-]{0,15}:\/\/[^\s"'<>]+/gi;
const EMAIL = /[^\s@:;,"'<>()[\]/?&=]{1,64}(@|%(25)*40)([\p{L}\p{M}\d-]+\.)+[\p{L}\p{M}]{2,}/giu;
const SEPARATOR = /%20|[\s+-]/;
const UUID = "\\b[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}\\b";
/** A UUID, or groups of digits as on a card, though not the decimals of a number. */
const UUID_OR_NUMBER = new RegExp(
  `(${UUID})|(?<!\\d|\\d\\.)\\d{3,}((${SEPARATOR.source})\\d{3,})*`,
  "gi",
);

/** https://en.wikipedia.org/wiki/Luhn_algorithm */
function isCard(digits: string): boolean {
  if (!/^\d{15,19}$/.test(digits)) return false;
  // Padded to an even length: then the digits at even indexes count double, less 9 from 10 on.
  const sum = [...digits.padStart(20, "0")].reduce(
    (sum, digit, i) => sum + Number(i % 2 ? digit : "0246813579"[Number(digit)]),
    0,
  );
  return sum % 10 === 0;
}

/** Whether some neighbouring groups of digits together are a card number. */
const holdsCard = (groups: readonly string[]) =>
  groups.some((_, start) =>
    [1, 2, 3, 4, 5, 6].some((count) => isCard(groups.slice(start, start + count).join(""))),
  );

/** Half of a surrogate pair, as a cut leaves it, is refused by many who read JSON. */
const HALF = /\p{Cs}/gu;

function cleanText(text: string, room = TEXT_LIMIT): string {
  const known = text
    .slice(0, READ_LIMIT)
    .replace(ADDRESS, (address) => parseCleanUrl(address)?.href ?? address);
  const cut = cleanPairs(known)
    .replace(EMAIL, "redacted")
    .replace(UUID_OR_NUMBER, (found, uuid) =>
      !uuid && holdsCard(found.split(SEPARATOR)) ? "redacted" : found,
    );
  return cleanSecrets(cut)
    .slice(0, text.length > READ_LIMIT ? -MAX_SPLIT : undefined)
    .slice(0, Math.max(0, Math.min(room, TEXT_LIMIT)))
    .replace(HALF, "\ufffd");
}

/** A name that says how many: `tokens`, `session_count`. */
const COUNT = /(token|session)s$|count$/i;

/** Whether a value is secret by its name. Our own `session_id` is not; another session's id may be. */
const isSecret = (name: string, value: unknown) =>
  SECRET_NAME.test(name) &&
  typeof value !== "boolean" &&
  !(typeof value === "number" && COUNT.test(name)) &&
  !(name === "session_id" && /^[\da-f-]{36}$/.test(`${value}`));

/**
 * E-mail addresses, card numbers and secrets in strings become "redacted", and so does whatever a
 * secret's name names; addresses are cleaned. What JSON can't hold is left out, and so is what is
 * deeper than 8, or beyond some 5,000 characters. `user_id` is the caller's to add afterwards.
 */
export function redact(value: JsonObject): JsonObject;
export function redact(value: unknown): Json;
export function redact(value: unknown): Json {
  let left = LIMIT;

  function copy(value: unknown, ancestors: readonly unknown[]): unknown {
    left -= VALUE_COST;
    if (typeof value === "string" || typeof value === "bigint") {
      const text = cleanText(`${value}`, left);
      left -= text.length;
      return text;
    }
    if (typeof value !== "object" || !value) return value;
    if (ancestors.length > MAX_DEPTH || ancestors.includes(value)) return undefined;
    return attempt(() => copyObject(value, [...ancestors, value]));
  }

  function copyObject(value: object, ancestors: readonly unknown[]): unknown {
    const toJson: unknown = attempt(() => Reflect.get(value, "toJSON"));
    if (typeof toJson === "function") return copy(Reflect.apply(toJson, value, []), ancestors);
    const entries: [string, unknown][] = [];
    for (const key of Object.keys(value)) {
      if (left <= 0) break;
      const name = cleanText(key);
      left -= name.length;
      const item = copy(
        attempt(() => Reflect.get(value, key)),
        ancestors,
      );
      entries.push([name, item !== undefined && isSecret(key, item) ? "redacted" : item]);
    }
    return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  }

  // `JSON.stringify` leaves out what JSON can't hold.
  return JSON.parse(JSON.stringify(copy(value, [])) ?? null);
}

/** The same for each field by itself: long properties take neither the time of an event nor its page away. */
export const redactFields = (details: object): JsonObject =>
  Object.fromEntries(
    Object.entries(details).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, redact(value)]],
    ),
  );

/** The same, but for handles: those are names that the Playbook's author gave, whatever they look like. */
export const redactNames = (details: object): JsonObject => ({
  ...redactFields(details),
  ...Object.fromEntries(Object.entries(details).filter(([, value]) => HANDLE.test(`${value}`))),
});

/**
 * JSON values in the browser's storage or the application's own. What cannot be stored (consent,
 * quota, private mode, an adapter that lies) lives in memory for as long as the page does, so the
 * callers never ask where a value is.
 */
import type { ServiceStorage } from "../options/index";
import { attempt } from "./attempt";

/** Of one value; a longer one is kept in memory, and not read from storage. */
const LIMIT_BYTES = 2 ** 20;

export interface StorageOptions {
  /** The application's storage; replaces the browser's. */
  readonly adapter?: ServiceStorage | undefined;
  /** A function, because touching `localStorage` may throw, and because without consent it isn't touched. */
  readonly native: () => ServiceStorage;
  readonly prefix: string;
  /** Consent is granted. */
  readonly enabled: boolean;
}

export interface JsonStorage {
  /** What the storage itself calls the value. */
  keyOf(name: string): string;
  /** The names of all values, other pages' too. */
  names(): readonly string[];
  /** `undefined` for what is missing, corrupt or too long. The shape is the caller's to check. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
  /**
   * On: what memory holds is stored, unless an earlier visit has left a value; that one wins.
   * Off: everything under the prefix is erased; what this page has used stays in memory.
   */
  enable(on: boolean): void;
}

/** What a pattern finds in a value that is kept as text; nothing in anything else. */
export function readMatches(storage: JsonStorage, name: string, pattern: RegExp): string[] {
  const value = storage.read(name);
  return (typeof value === "string" && value.match(pattern)) || [];
}

export function openStorage({ adapter, native, prefix, ...options }: StorageOptions): JsonStorage {
  let { enabled } = options;
  /** By key: everything this page has read or written. */
  const memory = new Map<string, string>();
  /** Keys that should be stored and are not. */
  const unstored = new Set<string>();
  const start = `${prefix}:`;
  const keyOf = (name: string) => start + name;
  const fits = (text: string) => new TextEncoder().encode(text).length <= LIMIT_BYTES;

  const ask = <T>(question: (store: ServiceStorage) => T): T | undefined =>
    attempt(() => {
      const answer = question(adapter ?? native());
      // An adapter may be asynchronous by mistake; nobody else would hear its rejection.
      Promise.resolve(answer).catch(() => {});
      return answer;
    });
  const isThere = (key: string) => typeof ask((store) => store.getItem(key)) === "string";
  /** Keys that an adapter doesn't show as properties of its own, kept in it for the next page. */
  const index = keyOf("names");
  const noted = () => `${(adapter && ask((store) => store.getItem(index))) ?? ""}`.split("\n");
  const storedKeys = () =>
    [...(ask(Object.keys) ?? []), ...noted()].filter((key) => key.startsWith(start));
  const erase = (key: string) => ask((store) => store.removeItem(key));

  function load(key: string): string | undefined {
    const text = ask((store) => store.getItem(key));
    if (typeof text !== "string" || !fits(text)) return undefined;
    memory.set(key, text);
    unstored.delete(key);
    return text;
  }

  function save(key: string, text: string): void {
    if (enabled) {
      if (fits(text)) ask((store) => store.setItem(key, text));
      // Read back: a full quota, a promise and a method that does nothing all look like success.
      // The earlier value must go then, or it would hide the one in memory.
      if (load(key) !== text) {
        erase(key);
        unstored.add(key);
      } else if (adapter && !storedKeys().includes(key)) {
        const keys = [...noted(), key].filter(isThere).join("\n");
        ask((store) => store.setItem(index, keys));
      }
    }
    memory.set(key, text);
  }

  return {
    keyOf,
    names() {
      const stored = () =>
        adapter ? [...storedKeys(), ...memory.keys()].filter(isThere) : storedKeys();
      const keys = new Set(enabled ? [...unstored, ...stored()] : memory.keys());
      return [...keys].map((key) => key.slice(start.length));
    },
    read(name) {
      const key = keyOf(name);
      // What should be stored and is gone was removed by somebody.
      const isHere = !enabled || unstored.has(key);
      const text = (enabled && load(key)) || (isHere && memory.get(key));
      // To fail takes longer than to look: most of a first visit's values are missing.
      return text ? attempt(() => JSON.parse(text)) : undefined;
    },
    write(name, value) {
      attempt(() => save(keyOf(name), JSON.stringify(value)));
    },
    remove(name) {
      const key = keyOf(name);
      memory.delete(key);
      unstored.delete(key);
      if (enabled) erase(key);
    },
    enable(on) {
      enabled = on;
      for (const [key, text] of memory) {
        if (!on) erase(key);
        else if (!load(key)) save(key, text);
      }
      // What earlier visits have left.
      if (!on) [...storedKeys(), index].forEach(erase);
    },
  };
}

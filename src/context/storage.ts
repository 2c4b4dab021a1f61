/**
 * Keeps JSON values in the browser's storage or the application's own. What can't be stored (no
 * consent, no quota, private mode, a faulty adapter) is kept in memory as long as the page lives, so
 * callers needn't care where a value is.
 */

import { attempt } from "../decision/index";
import type { ServiceStorage } from "../options/index";

/** A longer value is kept in memory only, and not read from storage. */
const LIMIT_BYTES = 2 ** 20;

interface StorageOptions {
  /** The application's storage; replaces the browser's. */
  readonly adapter?: ServiceStorage | undefined;
  /** The browser's storage. A function, since touching it may throw, and isn't done without consent. */
  readonly native: () => ServiceStorage;
  readonly prefix: string;
  /** Whether anything may be stored: consent is granted. */
  readonly enabled: boolean;
}

export interface JsonStorage {
  /** The key under which the value is stored. */
  keyOf(name: string): string;
  /** The names of all values, those of other pages included. */
  names(): readonly string[];
  /** `undefined` for what is missing, corrupt or too long. The shape is the caller's to check. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
  /** Whether other pages may read what is written: not so without consent, nor where storage can't be read any more. */
  isShared(): boolean;
  /** Takes a value that this page has written out of storage; it stays in memory. */
  unstore(name: string): void;
  /**
   * On: stores what memory holds, except where an earlier visit left a value, which then wins.
   * Off: erases everything under the prefix; what this page has used stays in memory.
   */
  enable(on: boolean): void;
}

/** The matches of a pattern in a value that is a text; none in any other value. */
export function readMatches(storage: JsonStorage, name: string, pattern: RegExp): string[] {
  const value = storage.read(name);
  return (typeof value === "string" && value.match(pattern)) || [];
}

/** Asks a storage; `undefined` where that fails. */
const guarded =
  (open: () => ServiceStorage) =>
  <T>(question: (store: ServiceStorage) => T): T | undefined =>
    attempt(() => {
      const answer = question(open());
      // An adapter may be asynchronous by mistake; its rejection must not go unhandled.
      Promise.resolve(answer).catch(() => {});
      return answer;
    });

export function openStorage({ adapter, native, prefix, ...options }: StorageOptions): JsonStorage {
  let { enabled } = options;
  /** By key: everything this page has read or written. */
  const memory = new Map<string, string>();
  /** Keys that should be stored and are not, each with what is stored there instead. */
  const unstored = new Map<string, unknown>();
  const start = `${prefix}:`;
  const keyOf = (name: string) => start + name;
  const fits = (text: string) => new TextEncoder().encode(text).length <= LIMIT_BYTES;

  const ask = guarded(() => adapter ?? native());
  const storedAt = (key: string) => ask((store): unknown => store.getItem(key));
  const isShared = () => {
    let isRead = false;
    const read = (store: ServiceStorage) => {
      const value: unknown = store.getItem(start);
      isRead = true;
      return value;
    };
    if (enabled) ask(read);
    return isRead;
  };
  /** An adapter may answer "" for what is missing; no value of ours is empty. */
  const isThere = (key: string) => typeof (storedAt(key) || 0) === "string";
  /** Where the keys are noted, for storage whose keys can't be listed as own properties: adapters, and what a page has put in the browser's place. */
  const index = keyOf("names");
  const noted = () => `${storedAt(index) ?? ""}`.split("\n");
  const erase = (key: string) => ask((store) => store.removeItem(key));

  /**
   * The keys of all values that are there, those of other pages included. Notes those of this page that no
   * list holds: it is new, or another page has written its own list over ours in the same moment.
   */
  function storedKeys(): readonly string[] {
    const listed = new Set(ask(Object.keys));
    const known = new Set([...listed, ...noted()]);
    const keys = [...new Set([...known, ...memory.keys()])].filter(
      (key) => key.startsWith(start) && (listed.has(key) || isThere(key)),
    );
    if (!keys.every((key) => known.has(key))) {
      const unlisted = keys.filter((key) => !listed.has(key)).join("\n");
      ask((store) => store.setItem(index, unlisted));
    }
    return keys;
  }

  function load(key: string): string | undefined {
    const text = storedAt(key);
    if (typeof text !== "string" || text === unstored.get(key) || !fits(text)) return undefined;
    memory.set(key, text);
    unstored.delete(key);
    return text;
  }

  function save(key: string, text: string): void {
    if (enabled) {
      if (fits(text)) ask((store) => store.setItem(key, text));
      else erase(key);
      // Read back: a promise, or a method that does nothing, looks like success. If it failed, the
      // earlier value has to be known, or it would hide the one in memory. It stays: it may be all that
      // the next page will know.
      if (load(key) !== text) unstored.set(key, storedAt(key));
      else if (!ask((store) => Object.hasOwn(store, key)) && !noted().includes(key)) storedKeys();
    }
    memory.set(key, text);
  }

  return {
    keyOf,
    isShared,
    names() {
      const keys = isShared() ? [...unstored.keys(), ...storedKeys()] : memory.keys();
      return [...new Set(keys)].map((key) => key.slice(start.length));
    },
    read(name) {
      const key = keyOf(name);
      // A value that was stored and is gone was removed by somebody: the copy in memory doesn't count. It
      // does where the browser takes storage away from an open page: what can't be read isn't gone.
      const isHere = () => unstored.has(key) || !isShared();
      const text = (enabled && load(key)) || (isHere() && memory.get(key));
      // Looked at first, since a failing parse takes longer: on a first visit most values are missing.
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
    unstore(name) {
      const key = keyOf(name);
      if (unstored.has(key)) return;
      erase(key);
      unstored.set(key, storedAt(key));
    },
    enable(on) {
      enabled = on;
      for (const [key, text] of memory) {
        if (!on) erase(key);
        else if (!load(key)) save(key, text);
      }
      // And what earlier visits have left, read or not: reading may fail.
      const left = on ? [] : [...(ask(Object.keys) ?? []), ...noted(), index];
      left.filter((key) => key.startsWith(start)).forEach(erase);
    },
  };
}

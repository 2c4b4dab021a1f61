/**
 * What each user of this browser was shown, dismissed and put off, in one stored value shared by
 * all tabs: a text of entries, newest first. Entries of several tabs can therefore be merged, and
 * anything else in the text is ignored. User ids are kept as a short hash only. At the bound those
 * fall out that are older than another one of the same user, kind and key, the oldest first; only
 * then the rest.
 */
import { attempt, bucket, type History } from "../decision/index";
import { type JsonStorage, readMatches } from "./storage";
import { createTabLock, type TabLockOptions } from "./tab-lock";

const NAME = "history";
const LIMIT_BYTES = 32 * 1024;
/**
 * `user kind placement/payload ms;`, the user hashed. Without its `;` an entry was cut off, and doesn't
 * count. Sources may name placements and payloads by any visible ASCII but `;`, and placements without
 * `!` and `/` too, so that it is certain where a key ends.
 */
const ENTRY = /[\d.]{1,20} (displays|dismissed|reminded) ["-.0-:<-~]+\/[!-:<-~]+ \d{1,15};/g;
/** Announced when entries were dropped: what was announced before no longer counts. In no entry. */
const FORGOTTEN = " !";

export type Entry = readonly [
  kind: "displays" | "dismissed" | "reminded",
  /** `placement/payload`. */
  key: string,
  /** Whole epoch ms, by the device. */
  at: number,
];

export interface HistoryOptions extends TabLockOptions {
  readonly storage: JsonStorage;
  /**
   * Entries are stored by the device's time and read by the clock's, which is `offset` later: a
   * server tells the time only after the first decisions, and times of two clocks can't be compared.
   */
  readonly clock: { readonly offset: number };
  /** An update is done, or another tab has changed the stored history. */
  readonly onChange: () => void;
}

interface StoredHistory {
  /** @param userKey the user id; the same text for all anonymous users */
  read(userKey: string): History;
  /**
   * Under the lock, `change` gets what is stored by now and returns what to add, or nothing.
   * A later time of `dismissed` or `reminded` replaces the earlier one.
   */
  update(userKey: string, change: (fresh: History) => Entry | undefined): void;
  /** Adds an entry, whatever is stored. This page reads it at once, though the lock may be granted later. */
  add(userKey: string, entry: Entry): void;
  /** Drops this user's entries. This page reads none at once, though the lock may be granted later. */
  forget(userKey: string): void;
  /**
   * Switches the storage. On: what memory holds of all users joins what earlier visits have left,
   * and `onChange` tells when it can be read.
   */
  enable(on: boolean): void;
}

const timeOf = (entry: string) => Number.parseInt(entry.slice(entry.lastIndexOf(" ")), 10);
const latestFirst = (one: string, other: string) => timeOf(other) - timeOf(one);

/** Two hashes of four digits: enough to tell the few users of a browser apart, too few to give an id away. */
const hash = (id: string) => `${bucket("user", id)}${bucket(NAME, id)} `;
const textOf = (userKey: string, entry: Entry) => `${hash(userKey)}${entry.join(" ")};`;

export function createHistory(options: HistoryOptions): StoredHistory {
  const { storage, clock, onChange } = options;
  const name = storage.keyOf(NAME);
  const runLocked = createTabLock(options, name);
  const stored = () => readMatches(storage, NAME, ENTRY);
  /** Entries that wait for the lock. */
  let waiting: readonly string[] = [];
  /** The hashes of users whose entries wait for the lock to be dropped: as if they were already. */
  const leaving: string[] = [];
  const isKept = (entry: string) => !leaving.some((user) => entry.startsWith(user));
  function write(all: readonly string[]): void {
    const seen = new Set<string>();
    // Lifetime caps and long cooldowns read the last of each user, kind and key: it counts most.
    const last = all.filter((entry) => seen.size < seen.add(entry.replace(/\d+;/, "")).size);
    // Entries are ASCII and need no escapes in JSON: two quotes, and length is bytes.
    let room = LIMIT_BYTES - 2;
    const fits = ({ length }: string) => {
      room -= length;
      return room >= 0;
    };
    const kept = new Set([...new Set([...last, ...all])].filter(fits));
    storage.write(NAME, all.filter((entry) => kept.has(entry)).join(""));
  }

  function read(userKey: string, entries: readonly string[]): History {
    const displays: { key: string; at: number }[] = [];
    const times: Record<string, Record<string, number>> = { dismissed: {}, reminded: {} };
    // Oldest first, so that the latest time of a key stays.
    for (const entry of [...entries].reverse()) {
      if (!entry.startsWith(hash(userKey))) continue;
      // As `ENTRY` has it.
      const [, kind, key, end] = entry.split(/[ ;]/) as [string, string, string, string];
      const at = Number(end) + clock.offset;
      const kept = times[kind];
      if (kept) kept[key] = at;
      else displays.push({ key, at });
    }
    return { displays, ...times };
  }

  options.listen("storage", ({ key }: Event & { readonly key?: string | null }) => {
    // Sent for real changes only. Without a key, all of storage was cleared.
    if ((key ?? name) === name) attempt(onChange);
  });

  /**
   * Under the lock, adds the entries that `make` returns.
   * @param order where two histories meet; elsewhere what is added last is the newest, also by a
   * clock that was set back
   */
  const add = (make: (known: readonly string[]) => readonly string[], order?: typeof latestFirst) =>
    runLocked((announced) => {
      waiting = [];
      const before = stored();
      const lately = (!announced.includes(FORGOTTEN) && announced.match(ENTRY)) || [];
      // They are announced oldest first, and stored newest first.
      const known = [...new Set(lately.reverse().concat(before))];
      // Two tabs, or two clicks, that record the same moment make one entry.
      const added = (attempt(() => make(known)) ?? []).filter((entry) => !known.includes(entry));
      const all = [...added, ...known];
      if (order) all.sort(order);
      if (`${all}` !== `${before}`) write(all);
      attempt(onChange);
      return added;
    });

  return {
    read: (userKey) => read(userKey, [...waiting, ...stored().filter(isKept)]),
    update: (userKey, change) =>
      add((known) => {
        const entry = change(read(userKey, known));
        return entry ? [textOf(userKey, entry)] : [];
      }),
    add(userKey, entry) {
      const text = textOf(userKey, entry);
      waiting = [text, ...waiting];
      add(() => [text]);
    },
    forget(userKey) {
      leaving.push(hash(userKey));
      waiting = waiting.filter(isKept);
      runLocked(() => {
        write(stored().filter(isKept));
        leaving.shift();
        attempt(onChange);
        return [FORGOTTEN];
      });
    },
    enable(on) {
      const mine = stored();
      storage.enable(on);
      if (on) add(() => mine, latestFirst);
    },
  };
}

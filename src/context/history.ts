/**
 * What each user of this browser was shown, dismissed and put off, in one stored value shared by
 * all tabs: a text of entries, newest first, so that tabs can merge, what is foreign doesn't match
 * and the oldest falls out. User ids are kept as a short hash only.
 */
import { bucket, type History } from "../decision/index";
import { attempt } from "./attempt";
import { type JsonStorage, readMatches } from "./storage";
import { createTurns, type TurnOptions } from "./turns";

const NAME = "history";
const LIMIT_BYTES = 32 * 1024;
/** `user kind placement/payload ms;`, the user hashed. The `;` shows that the entry is whole: the bound may cut the last one. */
const ENTRY = /[\d.]+ (displays|dismissed|reminded) \w+\/\w+ \d{1,15};/g;
/** Said of entries that are gone: what was said before counts no longer. */
const FORGOTTEN = "forgotten";

export type Entry = readonly [
  kind: "displays" | "dismissed" | "reminded",
  /** `placement/payload`. */
  key: string,
  /** Whole epoch ms, by the device. */
  at: number,
];

export interface HistoryOptions extends TurnOptions {
  readonly storage: JsonStorage;
  /**
   * All is stored by the device's time, and read by the clock's, `offset` later: a server tells the
   * time after the first decisions, and what is dated by two clocks can't be compared.
   */
  readonly clock: { readonly offset: number };
  /** An update is done, or another tab has changed what is stored. */
  readonly onChange: () => void;
}

export interface StoredHistory {
  /** @param userKey the user id; one and the same text for everybody who is anonymous */
  read(userKey: string): History;
  /**
   * Under the lock, `change` gets what is stored by now and returns what to add, or nothing.
   * A later time of `dismissed` or `reminded` replaces the earlier one.
   */
  update(userKey: string, change: (fresh: History) => Entry | undefined): void;
  /** Drops this user's entries. */
  forget(userKey: string): void;
}

/** Two hashes of four digits: tells apart the few users of a browser, and gives no id away. */
const hash = (id: string) => `${bucket("user", id)}${bucket(NAME, id)} `;

export function createHistory(options: HistoryOptions): StoredHistory {
  const { storage, clock, onChange } = options;
  const name = storage.keyOf(NAME);
  const takeTurn = createTurns(options, name);
  const stored = () => readMatches(storage, NAME, ENTRY);
  // Entries are ASCII and need no escapes in JSON: two quotes, and length is bytes.
  const write = (all: readonly string[]) =>
    storage.write(NAME, all.join("").slice(0, LIMIT_BYTES - 2));

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
    // The browser sends it for real changes only. Without a key everything was cleared.
    if ((key ?? name) === name) attempt(onChange);
  });

  return {
    read: (userKey) => read(userKey, stored()),
    update: (userKey, change) =>
      takeTurn((said) => {
        const before = stored();
        const lately = (!said.includes(FORGOTTEN) && said.match(ENTRY)) || [];
        const known = [...new Set([...lately, ...before])];
        const added = attempt(() => change(read(userKey, known)));
        const entry = added ? [`${hash(userKey)}${added.join(" ")};`] : [];
        // What two tabs, or two clicks, say of one moment is one entry.
        const all = [...new Set([...entry, ...known])];
        if (`${all}` !== `${before}`) write(all);
        attempt(onChange);
        return entry;
      }),
    forget: (userKey) =>
      takeTurn(() => {
        write(stored().filter((entry) => !entry.startsWith(hash(userKey))));
        attempt(onChange);
        return [FORGOTTEN];
      }),
  };
}

/**
 * What each user of this browser was shown, dismissed and put off, in one stored value shared by
 * all tabs: a text of entries, newest first, so that tabs can merge, what is foreign doesn't match
 * and the oldest falls out. User ids are kept as a short hash only.
 */
import { bucket, type History } from "../decision/index";
import { attempt } from "./attempt";
import { type JsonStorage, readText } from "./storage";
import { createTurns } from "./turns";

const NAME = "history";
const LIMIT_BYTES = 32 * 1024;
/** User (hashed), kind, `placement/payload`, epoch ms. The end tells an entry that the bound has cut. */
const ENTRY = /[\d.]+ (?:displays|dismissed|reminded) \w+\/\w+ \d{1,15};/g;

export interface HistoryOptions {
  readonly storage: JsonStorage;
  readonly locks: Pick<LockManager, "request"> | undefined;
  /** Where `storage` events arrive. */
  readonly window: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  /** Another tab has changed what is stored. */
  readonly onChange: () => void;
}

export interface StoredHistory {
  /** `userKey`: the user id, else the anonymous id. */
  read(userKey: string): History;
  /**
   * Under the lock, `change` gets what is stored by now and returns what to add, or nothing.
   * A time in `dismissed` or `reminded` replaces the earlier one. Resolves to the result.
   */
  update(userKey: string, change: (fresh: History) => History | undefined): Promise<History>;
  /** Drops this user's entries. */
  forget(userKey: string): void;
  stop(): void;
}

/** Two hashes of four digits: few users share a browser, and many ids share such a word. */
const hash = (id: string) => `${bucket("user", id)}${bucket("history", id)}`;

export function createHistory({ storage, locks, window, onChange }: HistoryOptions): StoredHistory {
  const name = `${storage.prefix}:${NAME}`;
  const takeTurn = createTurns(locks, name);
  const entries = () => readText(storage, NAME).match(ENTRY) ?? [];

  // Entries are ASCII and need no escapes in JSON: two quotes, and length is bytes.
  const write = (all: readonly string[]) =>
    storage.write(NAME, all.join("").slice(0, LIMIT_BYTES - 2));

  function read(userKey: string): History {
    const wanted = hash(userKey);
    const displays: { key: string; at: number }[] = [];
    const times: Record<string, Record<string, number>> = { dismissed: {}, reminded: {} };
    // Oldest first, so that the latest time of a key stays.
    for (const entry of entries().reverse()) {
      const [user, kind = "", key = "", at] = entry.split(/[ ;]/);
      if (user !== wanted) continue;
      const kept = times[kind];
      if (kept) kept[key] = Number(at);
      else displays.push({ key, at: Number(at) });
    }
    return { displays, ...times };
  }

  function add(userKey: string, { displays = [], dismissed = {}, reminded = {} }: History): void {
    const user = hash(userKey);
    const enter = (kind: string, key: string, at: number) =>
      `${user} ${kind} ${key} ${Math.floor(at)};`;
    const all = new Set([
      ...displays.map(({ key, at }) => enter("displays", key, at)),
      ...Object.entries(dismissed).map(([key, at]) => enter("dismissed", key, at)),
      ...Object.entries(reminded).map(([key, at]) => enter("reminded", key, at)),
      ...entries(),
    ]);
    write([...all]);
  }

  const hear = (event: Event) => {
    // The browser sends it for real changes only. Without a key everything was cleared.
    if ("key" in event && (event.key === name || event.key === null)) attempt(onChange);
  };
  attempt(() => window.addEventListener("storage", hear));

  return {
    read,
    update: (userKey, change) =>
      new Promise((resolve) => {
        takeTurn(() => {
          const added = attempt(() => change(read(userKey)));
          if (added) add(userKey, added);
          resolve(read(userKey));
        });
      }),
    forget: (userKey) => {
      const user = `${hash(userKey)} `;
      takeTurn(() => write(entries().filter((entry) => !entry.startsWith(user))));
    },
    stop: () => attempt(() => window.removeEventListener("storage", hear)),
  };
}

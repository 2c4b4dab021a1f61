/**
 * Items that wait to be sent. Each is a stored value of its own: it is safe once `add` returns, no
 * tab can overwrite another's, and whichever tab sends finds what closed pages have left. Its name
 * holds its kind and size, so that the bounds can be kept without reading the values.
 */
import { isObject, type JsonObject } from "../decision/index";
import { isKind, type TelemetryKind, type TelemetryOptions } from "./types";

/** For the stored items of all pages and receivers together, names included. */
const LIMIT_BYTES = 256 * 1024;
/** For those and what this page has in memory alone: what it says at once is more than may be stored. */
const MEMORY_BYTES = 4 * LIMIT_BYTES;
const MAX_ITEMS = 1000;
const MAX_ITEM_BYTES = 32 * 1024;
const PREFIX = "queue.";
/** The name of an item: time, which orders them; page; receiver; kind; bytes. */
const NAME = /^queue\.(\d+)\.(\w+)\.([\d.]+)\.(\w+)\.(\d{1,5})$/;

export interface Batch {
  readonly kind: TelemetryKind;
  readonly items: readonly { readonly name: string; readonly text: string }[];
}

interface Wanted {
  readonly kind: TelemetryKind;
  /** How many bytes the items may have together. */
  readonly room: number;
  readonly most?: number | undefined;
  /** All items of this page, and no others. Else those of this page that came since `beginTurn` wait. */
  readonly onlyOwn?: boolean | undefined;
}

/** The length in UTF-8, as it is sent. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export function createQueue({ storage, now, newId, receiver }: TelemetryOptions) {
  const page = newId().slice(-8);
  let last = 0;
  /** The last item of this page that may be sent in this turn. */
  let lastOfTurn = Infinity;
  /** Items that this page has in memory, by name, and whether each is being sent or was. */
  const held = new Map<string, boolean>();
  /** The bytes an item takes in storage, with its key. */
  const sizeOf = (name: string, bytes: string | number) =>
    Number(bytes) + storage.keyOf(name).length;

  function drop(name: string): void {
    held.delete(name);
    storage.remove(name);
  }

  /** Oldest first. */
  function list() {
    const names = new Set(storage.names());
    // Another tab has sent these; our storage would keep them in memory.
    for (const name of held.keys()) if (!names.has(name)) drop(name);
    return [...names].sort().flatMap((name) => {
      const [, time, owner, to, kind, bytes = ""] = NAME.exec(name) ?? [];
      const isHere = to === receiver;
      const isOwn = owner === page;
      const isLate = isOwn && Number(time) > lastOfTurn;
      const size = sizeOf(name, bytes);
      if (isKind(kind)) return { name, kind, isHere, isLate, isOwn, size };
      if (name.startsWith(PREFIX)) drop(name);
      return [];
    });
  }

  return {
    /** What this page adds from now on waits for the next turn. */
    beginTurn() {
      lastOfTurn = last;
    },
    /** The kinds of what waits for this receiver, the one with the oldest item first. */
    kinds: () => [...new Set(list().flatMap(({ isHere, kind }) => (isHere ? kind : [])))],
    add(kind: TelemetryKind, item: JsonObject): void {
      const bytes = bytesOf(JSON.stringify(item));
      if (bytes > MAX_ITEM_BYTES) return;
      // Always later than the last one, even within a millisecond, so that names keep the order of calls.
      last = Math.max(Math.floor(now()), last + 1);
      const name = `${PREFIX}${last}.${page}.${receiver}.${kind}.${bytes}`;
      let total = sizeOf(name, bytes);
      let count = 1;
      // Not by `entries()`, which old libraries replace.
      for (const older of list().reverse()) {
        total += older.size;
        count++;
        const limit = older.isOwn ? MEMORY_BYTES : LIMIT_BYTES;
        if (count > MAX_ITEMS || total > limit) drop(older.name);
        // The oldest leave storage first: their turn to be sent comes first.
        else if (total > LIMIT_BYTES) storage.unstore(older.name);
      }
      held.set(name, false);
      storage.write(name, item);
    },
    /** The oldest items of a kind for this receiver, at most `most` and as many as there is room for; marks them as being sent. */
    take({ kind, room, most = Infinity, onlyOwn }: Wanted): Batch | undefined {
      const items: { name: string; text: string }[] = [];
      let left = room;
      for (const one of list()) {
        const { name, size } = one;
        const isWaiting = one.isHere && one.kind === kind && !held.get(name);
        const isWanted = isWaiting && (onlyOwn ? one.isOwn : !one.isLate);
        if (!isWanted || items.length >= most || size > left) continue;
        const item = storage.read(name);
        const text = isObject(item) ? JSON.stringify(item) : "";
        if (!text || text.length > MAX_ITEM_BYTES) {
          drop(name);
          continue;
        }
        left -= size;
        held.set(name, true);
        items.push({ name, text });
      }
      return items[0] && { kind, items };
    },
    /** The batch was not sent after all. */
    putBack({ items }: Batch): void {
      for (const { name } of items) held.set(name, false);
    },
    /** Removes the batch from storage; where that fails, it stays marked and is not sent again. */
    remove({ items }: Batch): void {
      for (const { name } of items) storage.remove(name);
    },
    /** @returns the kinds of what was dropped */
    clear: () =>
      list().map(({ name, kind }) => {
        drop(name);
        return kind;
      }),
  };
}
export type Queue = ReturnType<typeof createQueue>;

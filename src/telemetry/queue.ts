/**
 * What waits to be sent. Each thing is a stored value of its own: it is safe when `add` returns,
 * no tab can overwrite another's, and whoever sends finds what dead pages have left. The name
 * tells kind and size, so that the bounds are kept without reading the values.
 */
import { isObject, type JsonObject } from "../decision/index";
import { isKind, type TelemetryKind, type TelemetryOptions } from "./types";

/** Of all pages' things together, names included. */
const LIMIT_BYTES = 256 * 1024;
const MAX_THINGS = 1000;
const MAX_THING_BYTES = 16 * 1024;
const PREFIX = "queue.";
/** Time, which orders; page; kind; bytes. */
const NAME = /^queue\.\d+\.(\w+)\.(\w+)\.(\d{1,5})$/;

export interface Batch {
  readonly kind: TelemetryKind;
  readonly things: readonly { readonly name: string; readonly text: string }[];
}

interface Wanted {
  /** In bytes. */
  readonly room: number;
  readonly most?: number;
  /** Of this page alone. */
  readonly onlyOwn?: boolean | undefined;
}

/** Of UTF-8, as it is sent. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export function createQueue({ storage, now, newId }: TelemetryOptions) {
  const page = newId().slice(-8);
  let last = 0;
  /** By name: what this page has in memory, and whether it is being sent, or was. */
  const held = new Map<string, boolean>();
  /** With the name it is stored under. */
  const sizeOf = (name: string, bytes: string | number) =>
    Number(bytes) + storage.keyOf(name).length;

  function drop(name: string): void {
    held.delete(name);
    storage.remove(name);
  }

  /** Oldest first. */
  function list() {
    const names = new Set(storage.names());
    // Another tab has sent it; storage goes on remembering what this page has used.
    for (const name of held.keys()) if (!names.has(name)) drop(name);
    return [...names].sort().flatMap((name) => {
      const [, owner, kind, bytes = ""] = NAME.exec(name) ?? [];
      if (isKind(kind)) return { name, kind, isOwn: owner === page, size: sizeOf(name, bytes) };
      if (name.startsWith(PREFIX)) drop(name);
      return [];
    });
  }

  return {
    isEmpty: () => !list().length,
    add(kind: TelemetryKind, item: JsonObject): void {
      const bytes = bytesOf(JSON.stringify(item));
      if (bytes > MAX_THING_BYTES) return;
      // Later than the last one even within one millisecond: the order of names is that of calls.
      last = Math.max(Math.floor(now()), last + 1);
      const name = `${PREFIX}${last}.${page}.${kind}.${bytes}`;
      let total = sizeOf(name, bytes);
      for (const [i, { name, size }] of list().reverse().entries()) {
        total += size;
        if (total > LIMIT_BYTES || i > MAX_THINGS - 2) drop(name);
      }
      held.set(name, false);
      storage.write(name, item);
    },
    /** The oldest things of one kind, `most` of them and as many as there is room for, marked as being sent. */
    take({ room, most = MAX_THINGS, onlyOwn = false }: Wanted): Batch | undefined {
      const things: { name: string; text: string }[] = [];
      let kind: TelemetryKind | undefined;
      let left = room;
      for (const one of list()) {
        const { name, size } = one;
        const isWanted = !held.get(name) && (one.isOwn || !onlyOwn) && things.length < most;
        if (!isWanted || size > left || (kind ?? one.kind) !== one.kind) continue;
        const item = storage.read(name);
        const text = isObject(item) ? JSON.stringify(item) : "";
        if (!text || text.length > MAX_THING_BYTES) {
          drop(name);
          continue;
        }
        kind = one.kind;
        left -= size;
        held.set(name, true);
        things.push({ name, text });
      }
      return kind && { kind, things };
    },
    /** It was not sent after all. */
    putBack({ things }: Batch): void {
      for (const { name } of things) held.set(name, false);
    },
    /** What can't be removed from storage is still not sent again. */
    remove({ things }: Batch): void {
      for (const { name } of things) storage.remove(name);
    },
    clear(): void {
      for (const { name } of list()) drop(name);
    },
  };
}
export type Queue = ReturnType<typeof createQueue>;

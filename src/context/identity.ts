/** Who this is before anybody has said so: an anonymous id for the browser, a session for the tab. */
import { attempt } from "./attempt";
import { type JsonStorage, readText } from "./storage";

const SESSION_IDLE_MS = 30 * 60_000;

/** A UUID, version 4; `randomUUID` is missing on plain http. */
export function createId(crypto: { randomUUID(): string } | undefined): string {
  return (
    attempt(() => crypto?.randomUUID()) ??
    "00000000-0000-4000-8000-000000000000".replace(/0/g, () =>
      Math.floor(Math.random() * 16).toString(16),
    )
  );
}

/** The id stored in this browser, else a new one. */
export function readAnonymousId(storage: JsonStorage, newId: () => string): string {
  const stored = readText(storage, "anonymous_id");
  if (/^[\da-f-]{36}$/.test(stored)) return stored;
  const id = newId();
  storage.write("anonymous_id", id);
  return id;
}

export interface Session {
  readonly id: string;
  /** Epoch ms, on the clock of the caller's `now`. */
  readonly started_at: number;
}

/**
 * The session, prolonged. It ends with the tab, or after 30 minutes in which nobody asked for it.
 * A clock set to another time ends it too.
 */
export function touchSession(storage: JsonStorage, now: number, newId: () => string): Session {
  const stored = readText(storage, "session");
  const [, id, start, seen] = /^([\da-f-]{36}) (\d{1,15}) (\d{1,15})$/.exec(stored) ?? [];
  const at = Math.floor(now);
  const session =
    id && Math.abs(at - Number(seen)) < SESSION_IDLE_MS
      ? { id, started_at: Number(start) }
      : { id: newId(), started_at: at };
  storage.write("session", `${session.id} ${session.started_at} ${at}`);
  return session;
}

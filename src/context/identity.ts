/** The ids that need no log-in: an anonymous id for the browser, a session for the tab. */
import { type JsonStorage, readMatches } from "./storage";

const SESSION_IDLE_MS = 30 * 60_000;

/** The id stored in this browser, else a new one. */
export function readAnonymousId(storage: JsonStorage, newId: () => string): string {
  const [id = newId()] = readMatches(storage, "anonymous_id", /^[\da-f-]{36}$/);
  storage.write("anonymous_id", id);
  return id;
}

export interface Session {
  readonly id: string;
  /** Epoch ms, on the clock of the caller's `now`. */
  readonly started_at: number;
}

/**
 * The tab's session, which this call prolongs; a new one if there was none. It ends with the tab, or
 * after 30 minutes without a call. A clock that is set forward or back by as much ends it too.
 */
export function touchSession(storage: JsonStorage, now: number, newId: () => string): Session {
  const stored = readMatches(storage, "session", /^([\da-f-]{36}) (\d{1,15}) (\d{1,15})$/);
  const isIdle = !(Math.abs(now - Number(stored[3])) < SESSION_IDLE_MS);
  const [, id = "", start = ""] = isIdle ? ["", newId(), `${now}`] : stored;
  storage.write("session", `${id} ${start} ${now}`);
  return { id, started_at: Number(start) };
}

/** The ids that need no log-in: an anonymous id for the browser, a session for the tab. */
import { SESSION_MS } from "../decision/index";
import { type JsonStorage, readMatches } from "./storage";

const MINUTE = 60_000;

/** The id stored in this browser, else a new one. */
export function readAnonymousId(storage: JsonStorage, newId: () => string): string {
  const [id = newId()] = readMatches(storage, "anonymous_id", /^[\da-f-]{36}$/);
  storage.write("anonymous_id", id);
  return id;
}

interface Session {
  readonly id: string;
  /** Epoch ms, on the clock of the caller's `now`. */
  readonly started_at: number;
}

/**
 * The tab's session; a new one if there was none. It ends with the tab, or after 30 minutes without
 * use. A clock that is set forward or back by as much ends it too. It is written once a minute at
 * most, so it may end that much earlier.
 * @param isUsed this is use, which prolongs it
 */
export function touchSession(
  storage: JsonStorage,
  now: number,
  newId: () => string,
  isUsed = true,
): Session {
  const stored = readMatches(storage, "session", /^([\da-f-]{36}) (\d{1,15}) (\d{1,15})$/);
  const since = Math.abs(now - Number(stored[3]));
  const [, id = "", start = ""] = since < SESSION_MS ? stored : ["", newId(), `${now}`];
  if (!(since < (isUsed ? MINUTE : SESSION_MS))) storage.write("session", `${id} ${start} ${now}`);
  return { id, started_at: Number(start) };
}

/** The id of the session that was prolonged last. */
export const sessionIdIn = (storage: JsonStorage): string | undefined =>
  readMatches(storage, "session", /^\S+/)[0];

/**
 * The client-session token: asked of the application when it is first needed, held here and
 * nowhere else, and never told (specification, "Authentication").
 */
import { withinTime } from "./within-time";

const TOKEN = /^svc_client_[\w.~+/=-]+$/;
/** Tokens asked for in a row, none of which was any good. */
const ATTEMPTS = 3;
const LIMIT_MS = 10_000;

export interface ClientSessionOptions {
  /** The application's `clientSession`. */
  readonly mint: (() => string | Promise<string>) | undefined;
  /** What went wrong; never with the token, or with what the application threw. */
  readonly warn: (message: string) => void;
}
export interface ClientSession {
  /** One for the present user; nobody is asked twice at once. `undefined`: there is none. */
  token(): Promise<string | undefined>;
  /** The service reports this one expired. */
  expire(token: string): void;
  /** The service took one, or somebody asks for another attempt. */
  retry(): void;
  /** It is of another user from now on. */
  renew(): void;
  /** Nobody is there to have one; until `renew`. */
  end(): void;
}

export function createClientSession({ mint, warn }: ClientSessionOptions): ClientSession {
  let attempts = 0;
  /** The token there is, or that is being asked for. */
  let held: { asked: Promise<string | undefined>; token?: string } | undefined;

  async function ask(give: () => string | Promise<string>): Promise<string | undefined> {
    try {
      // In a promise: it may throw, too.
      const token = await withinTime(Promise.resolve().then(give), LIMIT_MS);
      if (typeof token === "string" && TOKEN.test(token)) return token;
      warn("clientSession gave no client-session token (svc_client_…)");
    } catch {
      // What was thrown may hold the token, or the key of who mints.
      warn("clientSession failed");
    }
    return undefined;
  }
  async function token(): Promise<string | undefined> {
    if (!held) {
      if (!mint || attempts >= ATTEMPTS) return undefined;
      attempts += 1;
      held = { asked: ask(mint) };
    }
    const mine = held;
    const answer = await mine.asked;
    // Another user has come, or this one has gone.
    if (held !== mine) return undefined;
    if (answer) mine.token = answer;
    else held = undefined;
    return answer;
  }
  return {
    token,
    expire(expired) {
      if (held?.token === expired) held = undefined;
    },
    retry() {
      if (attempts <= ATTEMPTS) attempts = 0;
    },
    renew() {
      attempts = 0;
      held = undefined;
    },
    end() {
      attempts = Number.POSITIVE_INFINITY;
      held = undefined;
    },
  };
}

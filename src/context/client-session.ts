/**
 * The client-session token: fetched from the application when first needed, held in memory here and
 * nowhere else, never logged (specification, "Authentication").
 */
import { withinTime } from "./within-time";

const TOKEN = /^svc_client_[\w.~+/=-]+$/;
const LIMIT_MS = 10_000;

interface ClientSessionOptions {
  /** The application's `clientSession`. */
  readonly mint: (() => string | Promise<string>) | undefined;
  /** Gets what went wrong; never the token, nor what the application threw. */
  readonly warn: (message: string) => void;
}
export interface ClientSession {
  /**
   * A token for the present user; `undefined` where there is none to be had, or another user has come
   * meanwhile. Calls at the same time share one request. If `clientSession` fails, or gives something
   * else, the first of them gets an empty text, so that one failure is counted once; the others get
   * `undefined`.
   */
  token(): Promise<string | undefined>;
  /** The service has reported this token as expired. */
  expire(token: string): void;
  /** Another user has come: forgets the token. Where it isn't known who, none is fetched. */
  renew(isKnown: boolean): void;
}

export function createClientSession({ mint, warn }: ClientSessionOptions): ClientSession {
  let give = mint;
  /** Resolves to the token: the present one, or one being fetched. */
  let asked: Promise<string | undefined> | undefined;
  let held: string | undefined;

  async function ask(give: () => string | Promise<string>): Promise<string | undefined> {
    try {
      // A text that a server wrote often ends in a line break.
      const token = `${(await withinTime(Promise.resolve(give()), LIMIT_MS)) ?? ""}`.trim();
      if (TOKEN.test(token)) return token;
      warn("clientSession gave no client-session token");
      // Nothing is for nobody; anything else, such as a server's page for an error, may be better next time.
      return token ? "" : undefined;
    } catch {
      // What was thrown is not passed on: it may hold the token, or the key that mints it.
      warn("clientSession failed");
      return "";
    }
  }
  return {
    async token() {
      if (!give) return undefined;
      asked ??= ask(give);
      const mine = asked;
      const token = await mine;
      // Meanwhile another user has come, or the token was reported as expired.
      if (asked !== mine) return undefined;
      if (!token) asked = undefined;
      held = token;
      return token;
    },
    expire(token) {
      // Several calls may report the same token; only the first makes the next one fetched.
      if (held === token) held = asked = undefined;
    },
    renew(isKnown) {
      give = isKnown ? mint : undefined;
      held = asked = undefined;
    },
  };
}

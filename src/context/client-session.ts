/**
 * The client-session token: asked of the application when it is first needed, held here and
 * nowhere else, and never told (specification, "Authentication").
 */
import { withinTime } from "./within-time";

const TOKEN = /^svc_client_[\w.~+/=-]+$/;
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
  /** It is of another user from now on; of nobody, when it isn't known who. */
  renew(isKnown: boolean): void;
}

export function createClientSession({ mint, warn }: ClientSessionOptions): ClientSession {
  let give = mint;
  /** The token there is, or that is being asked for. */
  let asked: Promise<string | undefined> | undefined;
  let held: string | undefined;

  async function ask(give: () => string | Promise<string>): Promise<string | undefined> {
    try {
      const token = await withinTime(Promise.resolve(give()), LIMIT_MS);
      if (typeof token === "string" && TOKEN.test(token)) return token;
      warn("clientSession gave no client-session token (svc_client_…)");
    } catch {
      // What was thrown may hold the token, or the key of who mints.
      warn("clientSession failed");
    }
    return undefined;
  }
  return {
    async token() {
      if (!give) return undefined;
      asked ??= ask(give);
      const mine = asked;
      const token = await mine;
      // Another user has come, or this one has gone.
      if (asked !== mine) return undefined;
      if (!token) asked = undefined;
      held = token;
      return token;
    },
    expire(token) {
      // Of several calls with the same one, the first to be told so asks for the next.
      if (held === token) held = asked = undefined;
    },
    renew(isKnown) {
      give = isKnown ? mint : undefined;
      held = asked = undefined;
    },
  };
}

// @ts-check
/** Who asks: public keys, server keys and client-session tokens, each only where it belongs. */
import { randomBytes } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { sha256 } from "../../scripts/playbook/signing.mjs";
import { WireError } from "./wire-error.mjs";

const TOKEN = "svc_client_";
const KEY_LIKE = /svc_[\w-]+/g;
/** More of them in one body are not looked up: nobody has so many keys. */
const MOST_KEYS = 64;

/**
 * @typedef {object} Caller What a request shows of itself.
 * @property {string | undefined} tenantId
 * @property {string | undefined} key The public one, of the URL or the body.
 * @property {string | undefined} bearer
 * @property {boolean} isBrowser It has an `Origin`.
 */

/** @param {string | undefined} asked @param {string} owner @param {string} where */
function requireTenant(asked, owner, where) {
  if (asked === owner) return;
  if (!asked) throw new WireError(400, "tenant_missing", `${where} is required.`);
  throw new WireError(403, "tenant_mismatch", `${where}: the credential is another tenant's.`);
}

/**
 * @param {import("./database.mjs").Database} database
 * @param {{ tenantId: string, tokenSeconds: number, now: () => number }} settings
 */
export function createCredentials({ query }, { tenantId, tokenSeconds, now }) {
  const secret = randomBytes(32);

  /** @param {readonly string[]} keys @returns {Promise<Map<string, { tenant_id: string, type: string }>>} By hash. */
  async function lookUp(keys) {
    const rows = await query(
      `SELECT key_sha256, tenant_id, type FROM api_keys
       WHERE key_sha256 IN (SELECT jsonb_array_elements_text($1::jsonb))`,
      [JSON.stringify(keys.map(sha256))],
    );
    return new Map(
      rows.map(({ key_sha256, tenant_id, type }) => [key_sha256, { tenant_id, type }]),
    );
  }

  /**
   * A secret that travelled where logs and histories keep it is told, never used.
   * @param {string} text @param {"URL" | "body"} place
   */
  async function refuseSecrets(text, place) {
    const found = [...new Set(text.match(KEY_LIKE))].slice(0, MOST_KEYS);
    if (found.some((key) => key.startsWith(TOKEN))) {
      const message = `A client-session token was in the ${place}: it goes in Authorization only.`;
      throw new WireError(400, "token_exposed", message);
    }
    if (found.length === 0) return;
    const known = await lookUp(found);
    if ([...known.values()].some(({ type }) => type === "server")) {
      const message = `A server key was in the ${place}: replace it, and send it in Authorization only, from a server.`;
      throw new WireError(400, "server_key_exposed", message);
    }
  }

  /** @param {string} key @param {string} where */
  async function typeOf(key, where) {
    const known = (await lookUp([key])).get(sha256(key));
    if (!known) throw new WireError(401, "key_unknown", `${where}: this key is not known.`);
    // Another tenant of the same database.
    requireTenant(tenantId, known.tenant_id, where);
    return known.type;
  }

  /** @param {Caller} caller A server, with its key. */
  async function requireServer({ bearer, isBrowser, tenantId: asked }) {
    if (!bearer) {
      throw new WireError(401, "server_key_missing", "Authorization: Bearer with a server key.");
    }
    const type = await typeOf(bearer, "Authorization");
    if (type !== "server") {
      throw new WireError(403, "server_key_required", "Authorization: a public key can't do this.");
    }
    if (isBrowser) {
      const message =
        "A server key came from a browser (Origin): replace it, and ask your backend.";
      throw new WireError(403, "server_key_in_browser", message);
    }
    if (asked !== undefined) requireTenant(asked, tenantId, "tenant_id");
  }

  /** @param {Caller} caller @param {{ key: string }} names What the key is called here. */
  async function requireKey(caller, names) {
    const { bearer, key, tenantId: asked } = caller;
    if (!key && bearer && !bearer.startsWith(TOKEN)) return requireServer(caller);
    if (!key) throw new WireError(401, "key_missing", `${names.key}: a public key is required.`);
    const type = await typeOf(key, names.key);
    if (type !== "public")
      throw new WireError(400, "server_key_exposed", `${names.key}: replace it.`);
    return requireTenant(asked, tenantId, "tenant_id");
  }

  /** @param {string} userId */
  async function mintToken(userId) {
    const expires = Math.floor(now() / 1000) + tokenSeconds;
    const token = await new SignJWT({ tenant_id: tenantId })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(userId)
      .setExpirationTime(expires)
      .sign(secret);
    return { client_token: TOKEN + token, expires_at: new Date(expires * 1000).toISOString() };
  }

  /** @param {Caller} caller @returns {Promise<string>} The user whose session it is. */
  async function requireSession({ bearer, tenantId: asked }) {
    if (!bearer) {
      const message = "Authorization: Bearer with a client-session token.";
      throw new WireError(401, "client_session_missing", message);
    }
    if (!bearer.startsWith(TOKEN)) {
      const message = "Authorization: a key is no client-session token.";
      throw new WireError(401, "client_session_required", message);
    }
    if (asked !== undefined) requireTenant(asked, tenantId, "tenant_id");
    try {
      const { payload } = await jwtVerify(bearer.slice(TOKEN.length), secret, {
        algorithms: ["HS256"],
        currentDate: new Date(now()),
        requiredClaims: ["sub", "exp"],
      });
      return payload.sub ?? "";
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw new WireError(401, "client_session_expired", "The token has expired: mint another.");
      }
      throw new WireError(401, "client_session_invalid", "Authorization: not a token of ours.");
    }
  }

  return { refuseSecrets, requireServer, requireKey, requireSession, mintToken };
}
/** @typedef {ReturnType<typeof createCredentials>} Credentials */

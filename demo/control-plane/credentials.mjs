// @ts-check
/** Who asks: public keys, server keys and client-session tokens, each only where it belongs. */
import { sha256 } from "../../scripts/playbook/signing.mjs";
import { createClientSessions, TOKEN } from "./client-sessions.mjs";
import { requireTenant } from "./tenants.mjs";
import { WireError } from "./wire-error.mjs";

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

/**
 * @param {import("./database.mjs").Database} database
 * @param {{ tenantId: string, serverKey: string, tokenSeconds: number, now: () => number }} settings
 */
export function createCredentials({ query }, { tenantId, serverKey, ...settings }) {
  const ownKey = sha256(serverKey);

  /** @param {readonly string[]} keys @returns {Promise<Map<string, { tenant_id: string, type: string }>>} By hash. */
  async function lookUp(keys) {
    const hashes = keys.map(sha256);
    const rows = await query(
      `SELECT key_sha256, tenant_id, type FROM api_keys
       WHERE key_sha256 IN (SELECT jsonb_array_elements_text($1::jsonb))`,
      [JSON.stringify(hashes)],
    );
    // One that was made at this start is in no table, so that it ends with this process.
    if (hashes.includes(ownKey)) {
      rows.push({ key_sha256: ownKey, tenant_id: tenantId, type: "server" });
    }
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

  const sessions = createClientSessions({ tenantId, ...settings });
  return { refuseSecrets, requireServer, requireKey, ...sessions };
}
/** @typedef {ReturnType<typeof createCredentials>} Credentials */

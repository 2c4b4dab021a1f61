// @ts-check
/** Client-session tokens: minted for a backend, read from a page. They end with this process. */
import { randomBytes, randomUUID } from "node:crypto";
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import { requireTenant } from "./tenants.mjs";
import { WireError } from "./wire-error.mjs";

/** What each begins with. */
export const TOKEN = "svc_client_";

/** @param {string} token @returns {string | undefined} The `kid` of the secret that it says to be signed with. */
function kidOf(token) {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    // No token at all.
    return undefined;
  }
}

/** @param {{ tenantId: string, tokenSeconds: number, now: () => number }} settings */
export function createClientSessions({ tenantId, tokenSeconds, now }) {
  const secret = randomBytes(32);
  const kid = randomUUID();

  /** @param {string} userId */
  async function mintToken(userId) {
    const expires = Math.floor(now() / 1000) + tokenSeconds;
    const token = await new SignJWT({ tenant_id: tenantId })
      .setProtectedHeader({ alg: "HS256", kid })
      .setSubject(userId)
      .setExpirationTime(expires)
      .sign(secret);
    return { client_token: TOKEN + token, expires_at: new Date(expires * 1000).toISOString() };
  }

  /** @param {import("./credentials.mjs").Caller} caller @returns {Promise<string>} The user whose session it is. */
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
    const token = bearer.slice(TOKEN.length);
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ["HS256"],
        currentDate: new Date(now()),
        requiredClaims: ["sub", "exp"],
      });
      return payload.sub ?? "";
    } catch (error) {
      // Minted before a restart, whose secret is gone: pages that are open since then mint another, too.
      const isOfAnotherStart = kid !== (kidOf(token) ?? kid);
      if (isOfAnotherStart || error instanceof errors.JWTExpired) {
        throw new WireError(401, "client_session_expired", "The token has expired: mint another.");
      }
      throw new WireError(401, "client_session_invalid", "Authorization: not a token of ours.");
    }
  }

  return { mintToken, requireSession };
}

// @ts-check
/** Acme's own backend: it alone has the server key, and mints sessions for whoever is signed in. */
import { json } from "node:stream/consumers";

/**
 * @typedef {object} Connection To the control plane.
 * @property {string} url
 * @property {string} tenantId
 * @property {string} publicKey
 * @property {string} serverKey Never leaves this file.
 */

/** Long, for the control plane may be on the same busy machine. */
const TIMEOUT_MS = 30_000;
const PLACE = '<script type="application/json" id="connection">null</script>';

/** What the page may know, written into it. @param {Buffer} html @param {Connection} [connection] */
export function writeConnection(html, connection) {
  if (!connection) return html;
  const { url: endpoint, tenantId, publicKey } = connection;
  const data = JSON.stringify({ endpoint, tenantId, publicKey }).replaceAll("<", "\\u003c");
  return html.toString("utf8").replace(PLACE, () => PLACE.replace("null", () => data));
}

/**
 * A real backend takes the user from the sign-in cookie; this one believes the page, for the demo
 * has nobody to protect.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {Connection} [connection]
 */
export async function mintSession(request, response, connection) {
  if (!connection || request.method !== "POST") throw new Error("nothing to mint");
  const body = /** @type {{ user_id?: unknown }} */ (await json(request));
  const answer = await fetch(`${connection.url}/api/sdk/client-sessions`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${connection.serverKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ user_id: body.user_id }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // Read before anything is said: it may break off.
  const text = await answer.text();
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(answer.status, headers).end(text);
}

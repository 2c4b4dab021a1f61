// @ts-check
/** ES256 keys and signed manifests: what a launch is made of, whoever serves it. */
import { createHash } from "node:crypto";
import {
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
} from "jose";

/**
 * @typedef {import("jose").JWK} JWK
 * @typedef {{ kid: string, publicJwk: JWK, privateKey: CryptoKey }} SigningKey
 *
 * @typedef {object} Manifest What is signed; times are ISO 8601, `sha256` is lower-case hex.
 * @property {string} tenant_id
 * @property {string} playbook_id
 * @property {number} version
 * @property {number} sequence
 * @property {string} issued_at
 * @property {string} expires_at
 * @property {{ path: string, sha256: string, bytes: number }} bundle
 *
 * @typedef {object} Launch
 * @property {Manifest} manifest
 * @property {string} jws The manifest, signed.
 * @property {string} manifestPath Content-addressed, as the bundle's path is.
 */

const ALGORITHM = "ES256";

/** @param {string | Uint8Array} content @returns {string} lower-case hex */
export const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/** @param {JWK} jwk @returns {Promise<JWK>} What everybody may know of it. */
async function publicPartOf({ kty, crv, x, y, kid }) {
  const point = /** @type {JWK} */ ({ kty, crv, x, y });
  // The SDK takes no other `kid` than a text.
  const id = typeof kid === "string" && kid ? kid : await calculateJwkThumbprint(point);
  return { ...point, kid: id, alg: ALGORITHM, use: "sig" };
}

/** @returns {Promise<{ privateJwk: JWK, publicJwk: JWK }>} A new key pair. */
export async function createKeyPair() {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const publicJwk = await publicPartOf(jwk);
  return { publicJwk, privateJwk: { ...publicJwk, ...jwk } };
}

/**
 * @param {JWK} jwk A private one.
 * @returns {Promise<SigningKey>}
 * @throws {TypeError} When it is none for ES256.
 */
export async function readSigningKey(jwk) {
  if (jwk?.kty !== "EC" || jwk.crv !== "P-256" || !jwk.d) {
    throw new TypeError("not a private JWK for ES256 (kty EC, crv P-256, with d)");
  }
  const privateKey = await importJWK(jwk, ALGORITHM);
  if (privateKey instanceof Uint8Array) throw new TypeError("not an asymmetric key");
  const publicJwk = await publicPartOf(jwk);
  return { kid: publicJwk.kid ?? "", publicJwk, privateKey };
}

/**
 * Signs the launch of a Playbook.
 * @param {object} launch
 * @param {SigningKey} launch.key
 * @param {Uint8Array} launch.bytes The Playbook, exactly as it will be served.
 * @param {{ playbook_id: string, version: number }} launch.playbook What the bytes say.
 * @param {string} launch.tenantId
 * @param {number} launch.sequence
 * @param {number} launch.issuedAt Epoch ms.
 * @param {number} launch.expiresAt Epoch ms.
 * @param {string} [launch.base] Folder of manifests and bundles below the endpoint; `""` or `/…`.
 * @param {Partial<Manifest>} [launch.overrides] For tests of what must be refused.
 * @returns {Promise<Launch>}
 */
export async function signLaunch({ key, bytes, playbook, base = "", ...launch }) {
  const digest = sha256(bytes);
  const manifest = {
    tenant_id: launch.tenantId,
    playbook_id: playbook.playbook_id,
    version: playbook.version,
    sequence: launch.sequence,
    issued_at: new Date(launch.issuedAt).toISOString(),
    expires_at: new Date(launch.expiresAt).toISOString(),
    bundle: { path: `${base}/playbooks/${digest}.json`, sha256: digest, bytes: bytes.length },
    ...launch.overrides,
  };
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(manifest)))
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
    .sign(key.privateKey);
  return { manifest, jws, manifestPath: `${base}/manifests/${sha256(jws)}.jws` };
}

/**
 * @param {string} jws
 * @param {readonly JWK[]} keys Public ones, each with its `kid`.
 * @returns {Promise<Manifest>}
 * @throws {Error} When none of the keys signed it.
 */
export async function verifyManifest(jws, keys) {
  const keySet = createLocalJWKSet({ keys: [...keys] });
  const { payload } = await compactVerify(jws, keySet, { algorithms: [ALGORITHM] });
  return JSON.parse(new TextDecoder().decode(payload));
}

// @ts-check
/** Launching a Playbook, and what was launched: manifests and bundles, never changed again. */
import { problemLine, readPlaybook } from "../../scripts/playbook/read-playbook.mjs";
import { sha256, signLaunch } from "../../scripts/playbook/signing.mjs";
import { WireError } from "./wire-error.mjs";

const DAY = 86_400_000;

/**
 * @typedef {object} LaunchOptions For tests of what the SDK must refuse; a real launch has none.
 * @property {Partial<import("../../scripts/playbook/signing.mjs").Manifest>} [manifest]
 *   Signed in place of the true values.
 * @property {import("../../scripts/playbook/signing.mjs").SigningKey} [key] Another signer.
 * @property {boolean} [unchecked] Launches what isn't valid.
 */

/** @param {unknown} playbook An object, or its exact bytes. @returns {Uint8Array} */
function bytesOf(playbook) {
  if (playbook instanceof Uint8Array) return playbook;
  const text = typeof playbook === "string" ? playbook : JSON.stringify(playbook);
  return new TextEncoder().encode(text);
}

/** @param {Uint8Array} bytes @param {boolean} unchecked */
function checked(bytes, unchecked) {
  if (unchecked) return JSON.parse(new TextDecoder().decode(bytes));
  const answer = readPlaybook(bytes);
  if (answer.ok) return answer.playbook;
  const lines = answer.problems.map(problemLine).join("; ");
  throw new WireError(400, "playbook_invalid", lines);
}

/**
 * @param {import("./database.mjs").Database} database
 * @param {object} settings
 * @param {string} settings.tenantId
 * @param {string} settings.environment
 * @param {import("../../scripts/playbook/signing.mjs").SigningKey} settings.key
 * @param {number} settings.expiresDays
 * @param {() => number} settings.now
 */
export function createLaunches({ query }, { tenantId, environment, now, ...settings }) {
  /** @param {import("../../scripts/playbook/signing.mjs").SigningKey} key */
  const keep = (key) =>
    query("INSERT INTO signing_keys VALUES ($1, $2::jsonb) ON CONFLICT DO NOTHING", [
      key.kid,
      JSON.stringify(key.publicJwk),
    ]);

  /**
   * The next sequence, signed. Two launches at once both happen, one after the other.
   * @param {unknown} given
   * @param {LaunchOptions} [options]
   * @returns {Promise<import("../../scripts/playbook/signing.mjs").Manifest>}
   */
  async function launch(
    given,
    { manifest: overrides = {}, key = settings.key, unchecked = false } = {},
  ) {
    const bytes = bytesOf(given);
    const playbook = checked(bytes, unchecked);
    // What another key signed is served like any launch, but that key isn't made known.
    await keep(settings.key);
    await query("INSERT INTO playbooks VALUES ($1, $2) ON CONFLICT DO NOTHING", [
      sha256(bytes),
      bytes,
    ]);
    for (;;) {
      const [{ next } = { next: 1 }] = await query(
        "SELECT coalesce(max(sequence), 0) + 1 AS next FROM launches WHERE tenant_id = $1 AND environment = $2",
        [tenantId, environment],
      );
      const issuedAt = now();
      const expiresAt = issuedAt + settings.expiresDays * DAY;
      const signed = await signLaunch({
        ...{ key, bytes, playbook, tenantId, issuedAt, expiresAt, overrides, sequence: next },
      });
      const kept = await query(
        `INSERT INTO launches VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT DO NOTHING RETURNING sequence`,
        [
          ...[tenantId, environment, next, playbook.version ?? 0, sha256(bytes), settings.key.kid],
          ...[signed.manifestPath, signed.jws, new Date(issuedAt).toISOString()],
        ],
      );
      if (kept.length > 0) return signed.manifest;
    }
  }

  /** The last launch, if there is one. */
  async function last() {
    const [row] = await query(
      `SELECT l.sequence, l.version, l.manifest_path, l.launched_at, l.kid, k.public_jwk, p.bytes
       FROM launches l JOIN signing_keys k USING (kid)
       JOIN playbooks p ON p.sha256 = l.playbook_sha256
       WHERE l.tenant_id = $1 AND l.environment = $2 ORDER BY l.sequence DESC LIMIT 1`,
      [tenantId, environment],
    );
    return row;
  }

  /** The last launch, signed again in good time: with half of its life gone, or by another key. */
  async function current({ isStart = false } = {}) {
    const row = await last();
    const isOld = row && now() > row.launched_at.getTime() + (settings.expiresDays * DAY) / 2;
    const isForeign = row && isStart && row.kid !== settings.key.kid;
    if (!(isOld || isForeign)) return row;
    await launch(row.bytes, { unchecked: true });
    return last();
  }

  /** @param {string} path @returns {Promise<string | undefined>} */
  async function manifestAt(path) {
    const rows = await query("SELECT manifest FROM launches WHERE manifest_path = $1", [path]);
    return rows[0]?.manifest;
  }

  /** @param {string} digest @returns {Promise<Uint8Array | undefined>} */
  async function bundleOf(digest) {
    const rows = await query("SELECT bytes FROM playbooks WHERE sha256 = $1", [digest]);
    return rows[0]?.bytes;
  }

  return { launch, current, manifestAt, bundleOf };
}

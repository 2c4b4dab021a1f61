// @ts-check
/** Publishes a Playbook as static files: the wire's GETs, for any file server or CDN. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { signLaunch, verifyManifest } from "./signing.mjs";

const BOOTSTRAP = "api/sdk/bootstrap";
const IMMUTABLE = "public, max-age=31536000, immutable";
const DAY = 86_400_000;

/** What is there already can't be built upon; publishing over it would be refused by browsers. */
export class PublishedError extends Error {}

/** @param {string} folder @param {string} path @param {string | Uint8Array} content */
async function write(folder, path, content) {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  // Whoever reads in the meantime gets the old file or the new one, never half of one.
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, content);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * What was published into the folder last, verified with the keys it was published with.
 * @param {string} folder
 * @param {string} tenantId
 * @returns {Promise<import("./signing.mjs").Manifest | undefined>}
 */
async function lastPublished(folder, tenantId) {
  const text = await readFile(join(folder, BOOTSTRAP), "utf8").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const bootstrap = JSON.parse(text);
    const { playbook, keys } = bootstrap ?? {};
    if (!playbook?.manifest_path || !Array.isArray(keys))
      throw new Error("it names no manifest or keys");
    const jws = await readFile(join(folder, playbook.manifest_path), "utf8");
    const manifest = await verifyManifest(jws, keys);
    if (manifest.tenant_id !== tenantId) {
      throw new Error(`it belongs to the tenant "${manifest.tenant_id}", not "${tenantId}"`);
    }
    if (!Number.isSafeInteger(manifest.sequence)) throw new Error("it has no sequence");
    return manifest;
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new PublishedError(
      `What was published to ${folder} before can't be continued: ${reason}. Restore it, or publish to an empty folder under another endpoint: browsers refuse a lower sequence.`,
    );
  }
}

/**
 * @param {object} what
 * @param {string} what.folder
 * @param {import("./signing.mjs").SigningKey} what.key
 * @param {Uint8Array} what.bytes
 * @param {{ playbook_id: string, version: number }} what.playbook
 * @param {string} what.tenantId
 * @param {string} what.environment
 * @param {number} what.expiresDays
 * @param {number} what.refreshSeconds
 * @param {string} what.base
 * @param {number} what.now Epoch ms.
 */
export async function publish({ folder, key, bytes, playbook, tenantId, base, now, ...what }) {
  const last = await lastPublished(folder, tenantId);
  const launch = await signLaunch({
    key,
    bytes,
    playbook,
    tenantId,
    base,
    sequence: (last?.sequence ?? 0) + 1,
    issuedAt: now,
    expiresAt: now + what.expiresDays * DAY,
  });
  const { manifest, jws, manifestPath } = launch;
  const bootstrap = {
    tenant_id: tenantId,
    environment: what.environment,
    refresh_seconds: what.refreshSeconds,
    playbook: { version: playbook.version, manifest_path: manifestPath },
    keys: [key.publicJwk],
  };
  // The bootstrap comes last, so that nothing is ever named before it is there.
  await write(folder, manifest.bundle.path, bytes);
  await write(folder, manifestPath, jws);
  await write(folder, BOOTSTRAP, JSON.stringify(bootstrap));
  return {
    manifest,
    files: [
      { path: `/${BOOTSTRAP}`, type: "application/json", caching: "no-cache" },
      { path: manifestPath, type: "application/jose", caching: IMMUTABLE },
      { path: manifest.bundle.path, type: "application/json", caching: IMMUTABLE },
    ],
  };
}

/** Checks whatever arrives before it is believed: its shape, its signature and its hash. */
import {
  each,
  type Fields,
  listOf,
  number,
  object,
  problemsOf,
  type Schema,
  string,
  textOf,
  word,
} from "../decision/index";

/** Nothing larger than this is read. */
export const LIMIT_BYTES = 5 * 2 ** 20;

interface Bootstrap {
  readonly tenant_id: string;
  readonly environment: string;
  readonly server_time?: unknown;
  /** In seconds; less than 1 counts as 1, anything but a number as nothing said. */
  readonly refresh_seconds?: unknown;
  readonly playbook: { readonly manifest_path: string };
  /** JSON Web Keys. What is no list of these has no `kid` that fits. */
  readonly keys?: unknown;
  readonly branding?: unknown;
}
export interface Manifest {
  readonly tenant_id: string;
  readonly playbook_id: string;
  readonly sequence: number;
  readonly issued_at: string;
  readonly expires_at: string;
  readonly bundle: { readonly path: string; readonly sha256: string; readonly bytes: number };
}
/** The Playbook as it is kept for the next page load; its keys and branding are as bootstrap gave them. */
interface Stored {
  readonly endpoint: string;
  readonly environment: string;
  readonly jws: string;
  /** The bundle's exact bytes as text. */
  readonly text: string;
  readonly keys?: unknown;
  readonly branding?: unknown;
}
interface Kinds {
  readonly bootstrap: Bootstrap;
  readonly header: { readonly kid: string };
  readonly manifest: Manifest;
  readonly stored: Stored;
}

/** Those with all their fields. */
const whole = (fields: Fields) => object(fields, Object.keys(fields).join(" "));
/** Made when asked for: a page in `local_only` needs none. */
const schemas = (): Readonly<Record<keyof Kinds, Schema>> => ({
  bootstrap: whole({
    ...each("tenant_id environment", string),
    playbook: whole({ manifest_path: string }),
  }),
  header: object({ alg: word("ES256"), kid: string, crit: { type: "null" } }, "alg kid"),
  manifest: whole({
    ...each("tenant_id playbook_id", string),
    sequence: number,
    ...each("issued_at expires_at", string),
    bundle: whole({
      ...each("path sha256", string),
      bytes: { type: "number", maximum: LIMIT_BYTES },
    }),
  }),
  stored: whole(each("endpoint environment jws text", string)),
});

export function must(holds: unknown, reason: string): asserts holds {
  if (!holds) throw new Error(reason);
}

/** Throws unless `value` is of this kind. The only place where what arrived is given a type. */
export function ensureSound<K extends keyof Kinds>(kind: K, value: unknown): Kinds[K] {
  const [problem] = problemsOf(schemas()[kind], value);
  must(!problem, `${problem?.path} ${problem?.message}`.trim());
  return value as Kinds[K];
}

/** Throws on what isn't UTF-8. Keeps a byte order mark, so that encoding the text gives the same bytes. */
export const decode = (bytes: Uint8Array) =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
export const encode = (text: string) => new TextEncoder().encode(text);

const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));

/** Serves to import the key as well as to verify. */
const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

export interface Signed {
  readonly jws: string;
  readonly keys: unknown;
}
/**
 * Verifies a signed manifest and returns its content; rejects with the reason.
 * @param signed its `jws` may be anything, as what is stored may be
 */
export async function openManifest(subtle: SubtleCrypto, signed: Record<keyof Signed, unknown>) {
  const match = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(`${signed.jws}`);
  must(match, "is no JWS");
  const [, header = "", payload = "", signature = ""] = match;
  const read = (part: string): unknown => JSON.parse(decode(fromBase64(part)));
  const { kid } = ensureSound("header", read(header));
  const key = listOf(signed, "keys").find((one) => textOf(one, "kid") === kid);
  // Whole, an opaque one is taken for a secret where it is told.
  must(key, `names an unknown key, ${kid.slice(0, 30)}`);
  const imported = await subtle.importKey("jwk", key as JsonWebKey, ES256, false, ["verify"]);
  const input = encode(`${header}.${payload}`);
  must(await subtle.verify(ES256, imported, fromBase64(signature), input), "has a wrong signature");
  return ensureSound("manifest", read(payload));
}

/** SHA-256 in hexadecimal digits. */
export async function digest(subtle: SubtleCrypto, bytes: Uint8Array<ArrayBuffer>) {
  const hash = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

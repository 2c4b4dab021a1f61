/** The Playbook in use: taken from a signed manifest or from what is stored, until it is too old. */
import { textOf } from "../decision/index";
import { createAccepted, DAY, GRACE, type Launch, type Verifying } from "./accepted";
import { decode, digest, encode, type Manifest, must, sound } from "./verify";

/** The name of the one stored for the next page load. */
const STORED = "playbook";

interface InUse {
  readonly manifest: Manifest;
  /** The bundle's exact bytes as text. */
  readonly text: string;
  /** Tells whether what is stored would change. */
  readonly mark: string;
}

/** @param ask gives the bundle's bytes; rejects with why not */
export function createLaunched(
  options: Verifying,
  ask: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
) {
  const { endpoint, trustedKeys, subtle, storage, clock } = options;
  const { judge, add, setClock } = createAccepted(options);
  let current: InUse | undefined;

  /** The exact text of the bundle; what is stored needs no request. */
  async function read({ path, sha256, bytes }: Manifest["bundle"], isStored: boolean) {
    let found = encode(textOf(storage.read(STORED), "text") ?? "");
    let hash = await digest(subtle, found);
    if (hash !== sha256 && !isStored) {
      found = await ask(path);
      hash = await digest(subtle, found);
    }
    must(found.length === bytes, `has ${found.length} bytes instead of ${bytes}`);
    must(hash === sha256, "has a wrong SHA-256");
    return decode(found);
  }

  /** Rejects with why the manifest, or what it names, isn't taken into use. */
  async function follow(launch: Launch): Promise<void> {
    const { environment, jws, branding, isStored } = launch;
    const { key, manifest, name } = await judge(launch);
    const { bundle } = manifest;
    const mark = JSON.stringify([environment, jws, branding]);
    let { text = "", manifest: used } = current ?? {};
    if (used?.bundle.sha256 === bundle.sha256 && used.bundle.bytes === bundle.bytes) {
      options.confirm(branding);
    } else {
      text = await read(bundle, isStored);
      const playbook: unknown = JSON.parse(text);
      // Another tab may have accepted a later one by now.
      await judge(launch);
      const source = isStored ? "cached_playbook" : "playbook";
      const problem = options.use(playbook, { source, branding });
      must(!problem, `${problem}`);
    }
    const isChanged = current?.mark !== mark;
    current = { manifest, text, mark };
    if (!isChanged) return;
    if (!isStored) storage.write(STORED, { endpoint, environment, jws, key, text, branding });
    add(name, jws);
  }

  return {
    follow,
    setClock,
    async restore(): Promise<boolean> {
      try {
        const stored = sound("stored", storage.read(STORED));
        must(stored.endpoint === endpoint, "is another's");
        const keys = trustedKeys ?? [stored.key ?? {}];
        await follow({ ...stored, keys, isStored: true });
      } catch {
        // What is stored and can't be used is as if it weren't there; the check is under way.
      }
      return !!current;
    },
    /** Drops what is too old by now; gives the ms until what is in use will be. */
    left(): number {
      const until = current ? Date.parse(current.manifest.expires_at) + GRACE - clock.now() : DAY;
      if (until > 0) return until;
      current = undefined;
      options.drop();
      return DAY;
    },
  };
}

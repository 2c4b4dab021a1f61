/**
 * Fetches the launched Playbook: bootstrap names the manifest, and the signed manifest vouches for
 * the bundle (README, "The signed Playbook"). Whatever is refused, the last good one stays in use.
 */
import { DAY, parseTime, textOf } from "../decision/index";
import { createPause } from "./pause";
import { createPlaybookInUse } from "./playbook-in-use";
import { receive } from "./receive";
import type { Delivery, DeliveryOptions } from "./types";
import { decode, ensureSound, must } from "./verify";

const SECOND = 1000;
/** In seconds. */
const MAX_BACK_OFF = 30;
/** After more failures than this, all without any answer, something is likely to block the requests. */
const MAX_UNANSWERED = 5;
/** Seconds between two checks then. */
const RARELY = 600;
/** In seconds, where bootstrap doesn't say. */
const REFRESH = 60;
/** How long a bundle may take. It is larger than all else, and a line may be slow. */
const BUNDLE_MS = 30_000;

/** The time that a response's headers tell, up to the next second, as a `Date` has lost its fraction. */
const dateOf = ({ headers }: Response) =>
  new Date(`${headers.get("date")}`).getTime() + (1 + Number(headers.get("age"))) * SECOND;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { subtle, fail, clock } = options;
  let restoring: Promise<boolean> | undefined;
  let checking: Promise<number> | undefined;
  /** What is being fetched; named in the reason of a refusal. */
  let stage = "";
  let failures = 0;
  /** When the back-off of the last failure is over, by the device's clock. */
  let retryAt = 0;
  let isAnswered = false;
  /** Seconds between two checks, as bootstrap says. */
  let refresh = 0;
  const pause = createPause(options, `check_at ${options.endpoint}`);

  async function ask(name: string, path: string): Promise<Response> {
    stage = name;
    const { protocol } = new globalThis.URL(path, "http://relative");
    must(/^https?:/.test(protocol), `can't come from ${protocol}`);
    // A bundle's address names its content, so a cached one will do. After a failure the cache may
    // hold just what was refused: it is bypassed, ever more seldom (the 1st, 2nd, 4th, 8th … time).
    const isBundle = name === "bundle";
    const known = isBundle && !failures ? "default" : "no-cache";
    const isBypassed = failures && !(failures & (failures - 1));
    isAnswered = false;
    const response = await options.get(path, {
      cache: isBypassed ? "reload" : known,
      ...(isBundle && { ms: BUNDLE_MS }),
    });
    isAnswered = true;
    pause.obey(response);
    return response;
  }

  if (!subtle) {
    return {
      restore: async () => false,
      async check() {
        fail("insecure_context: a Playbook can be verified on https only");
        return DAY;
      },
    };
  }
  const playbookInUse = createPlaybookInUse({ ...options, subtle }, async (path) =>
    receive(await ask("bundle", path)),
  );

  async function renew(): Promise<void> {
    // The server's time is taken for the latest that it can be by now: the whole time that the answer
    // took is added to it, and the fraction of a second that a `Date` has lost. A clock that is ahead by
    // so little is right about every day that the server counts.
    const asked = clock.device();
    const response = await ask("bootstrap", "/api/sdk/bootstrap");
    const waited = clock.device() - asked;
    // `trim` takes a byte order mark off, which JSON doesn't allow.
    const said = ensureSound("bootstrap", JSON.parse(decode(await receive(response)).trim()));
    const { tenant_id, refresh_seconds, keys, playbook } = said;
    must(tenant_id === options.tenantId, "is another tenant's");
    const date = dateOf(response);
    const at = parseTime(textOf(said, "server_time") ?? "") || date;
    const jws = decode(await receive(await ask("manifest", playbook.manifest_path))).trim();
    // Only now that there is a manifest: until then the time that a stored one told of still counts.
    const spread = at === date ? waited + SECOND : waited;
    if (at) playbookInUse.setClock(at + clock.device() - asked, spread);
    await playbookInUse.follow({
      ...said,
      jws,
      keys: options.trustedKeys ?? keys,
      isStored: false,
    });
    // Only now: until the first Playbook is in use, the back-off alone says when to try again.
    refresh = typeof refresh_seconds === "number" ? Math.max(1, refresh_seconds) : REFRESH;
  }

  async function run(): Promise<number> {
    await restoring;
    // While the service wants to be left alone, what is too old by this device's clock is dropped at
    // once. Otherwise the server is asked first: that clock may have been set forward.
    const left = pause.left();
    if (left) return Math.min(left, playbookInUse.expire());
    try {
      await renew();
      failures = 0;
    } catch (error) {
      // What fails before its time, as when the user comes back to the tab, is the same failure.
      if (!failures || clock.device() >= retryAt) failures++;
      fail(`Playbook refused: ${stage}: ${Object(error).message || error}`, !isAnswered);
    }
    const isBlocked = !isAnswered && failures > MAX_UNANSWERED;
    const backOff = isBlocked ? RARELY : failures && Math.min(MAX_BACK_OFF, 2 ** (failures - 1));
    retryAt = clock.device() + backOff * SECOND;
    const wait = Math.max(refresh * SECOND, backOff * SECOND, pause.left());
    return Math.min(wait, playbookInUse.expire(), DAY);
  }

  return {
    restore: () => (restoring ??= playbookInUse.restore()),
    check(isOnline) {
      if (isOnline) failures = 0;
      checking ??= run().finally(() => {
        checking = undefined;
      });
      return checking;
    },
  };
}

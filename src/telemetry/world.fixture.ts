/**
 * A browser with tabs and a receiver, on the fake clock of the tests. A page can die at any call
 * it makes: from then on nothing it does has an effect, and what is on its way is on its own.
 */
import { openStorage } from "../context/index";
import { createPause } from "../playbook/index";
import { createEventId, createTelemetry, type Telemetry } from "./index";
import { fakeLocks } from "./locks.fixture";
import { bytesOf, createReceiver } from "./receiver.fixture";

export interface Page extends Telemetry {
  isAlive(): boolean;
  die(): void;
  /** It dies at the `calls`-th call from now of whatever it was given. */
  dieAfter(calls: number): void;
  show(visible: boolean): void;
}

export interface WorldOptions {
  readonly hasLocks?: boolean;
  readonly random?: () => number;
}

/** Then a request is aborted. */
const ANSWER_MS = 10_000;

const isQueued = (key: string) => key.startsWith("service:queue.");

export const newId = () =>
  createEventId(Date.now(), (bytes) => bytes.set(bytes.map(() => Math.random() * 256)));

/** An event of about `bytes` bytes. */
export function eventOf(id: string, bytes = 300) {
  const event = { event_id: id, name: "n", properties: { text: "" } };
  const rest = Math.max(0, bytes - JSON.stringify(event).length);
  return { ...event, properties: { text: "x".repeat(rest) } };
}

const storedBytes = (key: string, text: string | undefined) =>
  isQueued(key) && text !== undefined ? bytesOf(key) + bytesOf(text) : 0;

/** Of one page: all it was given ends with its life. */
function createLife() {
  let calls = Number.POSITIVE_INFINITY;
  const ends: (() => void)[] = [];
  const life = {
    ends,
    isAlive: () => calls > 0,
    die() {
      calls = 0;
      for (const end of ends) end();
    },
    dieAfter(count: number) {
      calls = count;
    },
    /** What a dead page calls throws, since there is no way to just stop. */
    step() {
      if (calls > 0 && --calls <= 0) life.die();
      if (calls <= 0) throw new Error("dead");
    },
  };
  return life;
}
type Life = ReturnType<typeof createLife>;

function createTimer({ ends, isAlive }: Life) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isVisible = true;
  let waiting: (() => void) | undefined;
  let due = Infinity;
  ends.push(() => clearTimeout(timer));
  return {
    sooner(ms: number, job: () => void) {
      if (Date.now() + ms >= due) return;
      due = Date.now() + ms;
      clearTimeout(timer);
      const run = () => {
        due = Infinity;
        job();
      };
      waiting = undefined;
      timer = setTimeout(() => {
        if (isVisible && isAlive()) run();
        else waiting = run;
      }, ms);
    },
    show(visible: boolean) {
      isVisible = visible;
      const run = visible ? waiting : undefined;
      if (visible) waiting = undefined;
      run?.();
    },
  };
}

export function createWorld({ hasLocks = true, random = Math.random }: WorldOptions = {}) {
  const content: Record<string, string> = {};
  const locks = fakeLocks();
  const receiver = createReceiver();
  const pages: Page[] = [];
  /** Of the queue, as far as pages have written it. */
  let bytes = 0;
  const queuedKeys = () => Object.keys(content).filter(isQueued);
  const world = {
    content,
    locks,
    receiver,
    pages,
    isOnline: true,
    isGranted: true,
    /** The ms by which the device's clock is behind the server's. */
    behind: 0,
    queuedKeys,
    queuedBytes: () => queuedKeys().reduce((sum, key) => sum + storedBytes(key, content[key]), 0),
    openPage,
  };

  function nativeFor({ step, isAlive }: Life) {
    const methods = {
      getItem(key: string) {
        step();
        return content[key] ?? null;
      },
      setItem(key: string, value: string) {
        step();
        bytes += storedBytes(key, value) - storedBytes(key, content[key]);
        content[key] = value;
        if (bytes > 256 * 1024) receiver.violations.push(`${bytes} bytes stored`);
      },
      removeItem(key: string) {
        step();
        bytes -= storedBytes(key, content[key]);
        delete content[key];
      },
    };
    return new Proxy(methods, {
      ownKeys: () => (isAlive() ? Object.keys(content) : []),
      getOwnPropertyDescriptor: () => ({ value: "", enumerable: true, configurable: true }),
    });
  }

  function openPage(): Page {
    const page = pages.length;
    const life = createLife();
    const { isAlive, step } = life;
    const { sooner, show } = createTimer(life);
    const native = nativeFor(life);
    let inFlight = 0;
    life.ends.push(
      () => locks.release(page),
      () => receiver.forget(page),
    );
    const storage = openStorage({
      ...{ prefix: "service", enabled: world.isGranted },
      native: () => native,
    });
    const clock = { now: () => Date.now() + world.behind, device: Date.now, set() {} };
    const telemetry = createTelemetry({
      storage,
      pause: createPause({ storage, clock }, "retry_at"),
      async post(call, body, keepalive) {
        step();
        const bytes = keepalive ? bytesOf(body) : 0;
        inFlight += bytes;
        if (inFlight > 64 * 1024) receiver.violations.push(`${inFlight} bytes in flight`);
        try {
          return await Promise.race([
            receiver.receive({ page, call, body, keepalive }, isAlive),
            new Promise<never>((_, refuse) => setTimeout(refuse, ANSWER_MS)),
          ]);
        } finally {
          inFlight -= bytes;
        }
      },
      receiver: "0",
      envelope: () => ({
        ...{ tenant_id: "acme", public_key: "svc_x" },
        sdk: { version: "0", mode: "snippet", runtime_mode: "service_server" },
        sent_at: new Date().toISOString(),
      }),
      now: () => Date.now(),
      random,
      newId,
      locks: () => (hasLocks ? locks.of(page) : undefined),
      ...{ isOnline: () => world.isOnline, isHidden: () => false },
      isGranted: () => world.isGranted,
      sooner,
    });
    const one: Page = {
      ...telemetry,
      isAlive,
      die: life.die,
      dieAfter: life.dieAfter,
      show(visible) {
        show(visible);
        if (!visible) telemetry.leave();
      },
    };
    pages.push(one);
    return one;
  }
  return world;
}
export type World = ReturnType<typeof createWorld>;

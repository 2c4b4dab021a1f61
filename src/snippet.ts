/** The script tag: reads the page's configuration, puts `Service` in place, starts when the page is being seen. */
import { describeFaults, readAttributes, readOptions } from "./options/index";
import type { ServiceInitOptions } from "./options/types";
import { createService, findInstance, keepInstance, type Service } from "./sdk/index";

declare global {
  interface Window {
    /** Before load a list of functions that want the SDK. */
    Service?: Service | unknown[];
    ServiceConfig?: unknown;
  }
  interface Document {
    readonly prerendering?: boolean;
  }
}

/** Our own tag: gone from `currentScript` in modules and late code. */
function findScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  return document.querySelector<HTMLScriptElement>(
    'script[src*="/service.js"],script[data-tenant-id],script[data-playbook]',
  );
}

/** Runs when the page is shown to somebody, which a prerendered one may never be. */
function whenActivated(run: () => void): void {
  if (document.prerendering) document.addEventListener("prerenderingchange", run, { once: true });
  else run();
}

/** Runs when what the tag names is there: a Playbook in the page may come after it. */
function whenParsed({ dataset }: HTMLScriptElement, run: () => void): void {
  const isInPage = dataset.playbook?.startsWith("#");
  if (isInPage && document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", run, { once: true });
  } else run();
}

function load(script: HTMLScriptElement | null): void {
  if (findInstance(window)) {
    console.warn("[Service] is on this page already; the first one stays");
    return;
  }
  const queued = Array.isArray(window.Service) ? window.Service : [];
  const { options: attributes, manual } = readAttributes(script, {
    document,
    fetch: (url) => fetch(url),
  });
  const read = (input: unknown) => {
    const { options, faults } = readOptions(input, { browser: true, attributes });
    if (faults.length) console.error(`[Service] ${describeFaults(faults)}`);
    return faults[0]?.fatal ? undefined : options;
  };
  const make = (options?: ServiceInitOptions) =>
    createService(options, { window, console, now: Date.now, fetch: (...call) => fetch(...call) });
  // What a prerendered page says before anybody sees it waits, as it does until a page's own start.
  const waits = manual || document.prerendering;
  const service = waits ? makeManual(make, read) : make(read(window.ServiceConfig));
  window.Service = service;
  keepInstance(window, service);
  for (const fn of queued) if (typeof fn === "function") service.push((sdk) => fn(sdk));
  if (!manual) whenActivated(() => service.start());
}

/** What is said before `start()` counts after it. */
const SAID = [
  "on",
  "identify",
  "setUser",
  "setPage",
  "updateUsage",
  "trigger",
  "track",
  "capture",
  "registerSurface",
  "setConsent",
] as const;

/** An inert SDK that becomes a real one, with its options, when the page says so. */
function makeManual(
  make: (options?: ServiceInitOptions) => Service,
  read: (input: unknown) => ServiceInitOptions | undefined,
): Service {
  let settle = (_: Promise<void>) => {};
  const ready = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const inert = make();
  const said: (() => unknown)[] = [];
  const service: Service = {
    ...inert,
    ready,
    start(options) {
      const real = make(read(options ?? window.ServiceConfig));
      Object.assign(service, { ...real, ready });
      keepInstance(window, service);
      for (const say of said) say();
      settle(real.ready);
      real.start();
    },
  };
  for (const name of SAID) {
    Reflect.set(service, name, (...values: unknown[]) => {
      said.push(() => Reflect.apply(service[name], service, values));
      return Reflect.apply(inert[name], inert, values);
    });
  }
  return service;
}

/** The page goes on as if we were not there. */
function attemptLoad(script: HTMLScriptElement | null): void {
  try {
    load(script);
  } catch (error) {
    console.error("[Service] could not start", error);
  }
}

const script = findScript();
if (script) whenParsed(script, () => attemptLoad(script));
else attemptLoad(script);

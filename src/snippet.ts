/** The script tag: reads the page's configuration, puts `Service` in place, starts when the page is being seen. */
import { isManual, readAttributes, readOptions, tellFaults } from "./options/index";
import { createService, findInstance, keepInstance, type Service } from "./sdk/index";

declare global {
  interface Document {
    readonly prerendering?: boolean;
  }
}

/** Our own tag: gone from `currentScript` in modules and late code. */
function findScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  return document.querySelector<HTMLScriptElement>(
    'script[src*="/service.js"],script[data-tenant-id],script[data-playbook],script[data-runtime-mode],script[data-consent],script[data-manual]',
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

/** What the page wants of the SDK before it is there. */
const queuedIn = (list: unknown): ((sdk: Service) => unknown)[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === "function") : [];

function load(script: HTMLScriptElement | null): void {
  if (findInstance(window)) {
    console.warn("[Service] is on this page already; the first one stays");
    return;
  }
  const queued = queuedIn(window.Service);
  const manual = isManual(script);
  // What a prerendered page says before anybody sees it waits, as it does until a page's own start.
  const waits = manual || document.prerendering;
  const config = waits ? undefined : window.ServiceConfig;
  const service = createService(
    {
      read(given = config ?? window.ServiceConfig) {
        const attributes = readAttributes(script, { document, fetch: (url) => fetch(url) });
        const { options, faults } = readOptions(given, { browser: true, attributes });
        const [worst] = faults;
        const option = "window.ServiceConfig";
        const unset = { option, message: "is not there; set it before the script" };
        const isUnset = worst?.fatal && given === undefined;
        tellFaults(isUnset ? [...faults, { ...worst, ...unset }] : faults, console);
        return worst?.fatal ? undefined : options;
      },
      queued: waits ? [] : queued,
      waits,
    },
    { window, console, now: Date.now, fetch: (...call) => fetch(...call) },
  );
  window.Service = service;
  keepInstance(window, service);
  if (waits) for (const fn of queued) service.push(fn);
  if (!manual) whenActivated(() => service.start());
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

/** The script tag: reads the page's configuration, puts `Service` in place, and starts once the page is shown. */
import { isManual, logFaults, readAttributes, readOptions } from "./options/index";
import { createService, deviceTime, findInstance, isFirstRepeat, pageConsole } from "./sdk/index";

declare global {
  interface Document {
    readonly prerendering?: boolean;
  }
}

/** Our own tag. A module, or code that a tag manager has delayed, has no `currentScript`: it is searched for. */
function findScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  const find = (marks: string) => document.querySelector<HTMLScriptElement>(`script:is(${marks})`);
  return (
    find('[src*="/service.js"]') ??
    // Others have such attributes too, as a consent manager's do.
    find("[data-tenant-id],[data-playbook],[data-runtime-mode],[data-consent],[data-manual]")
  );
}

/** Looked up at each call, since the page may put another `fetch` in place, and called as the global that it is. */
const pageFetch: typeof fetch = (...call) => fetch(...call);

/** Added to the list of missing options when there is no configuration at all. */
const UNSET = {
  option: "window.ServiceConfig",
  message: "is not there; set it before the script",
};

function load(): void {
  const found = findScript();
  /** Its attributes alone: a page may have given all objects a field of such a name. */
  const script = found && { dataset: Object.assign(Object.create(null), found.dataset) };
  const playbook = script?.dataset.playbook;
  const { readyState } = document;
  /**
   * The start waits for what may come after our tag: the Playbook's element that it names, or all of
   * the configuration, as where React puts an `async` script before the page's others.
   */
  const awaitsPage = playbook
    ? playbook.startsWith("#") && readyState === "loading"
    : !script?.dataset.tenantId && !window.ServiceConfig && readyState !== "complete";
  // Functions that the page has queued for the SDK.
  const list: unknown = window.Service;
  const queued = Array.isArray(list) ? list.filter((one) => typeof one === "function") : [];
  /** A list and an earlier SDK take functions. An element of that name is no own property. */
  const isForeign = list && Object.hasOwn(window, "Service") && !Object(list).push;
  const earlier = findInstance(window);
  const manual = isManual(script);
  // A router that takes tags along runs this anew with each page.
  if (earlier && isFirstRepeat(window)) {
    pageConsole.warn("[Service] is on this page already; the first one stays");
  }
  const service =
    earlier ??
    createService(
      {
        read(given) {
          const attributes = readAttributes(script, { document, fetch: pageFetch });
          const config = given === window.ServiceConfig ? undefined : window.ServiceConfig;
          const { options, faults } = readOptions(given, { browser: true, attributes, config });
          const [worst] = faults;
          const isUnset = worst?.fatal && (given ?? config) === undefined && !playbook;
          logFaults(isUnset ? [...faults, { ...worst, ...UNSET }] : faults, pageConsole);
          return worst?.fatal ? undefined : options;
        },
        queued,
        isHeld: manual || awaitsPage,
      },
      { window, console: pageConsole, now: deviceTime, fetch: pageFetch },
    );
  if (!Reflect.set(window, "Service", service) || isForeign) {
    pageConsole.warn("[Service] the page has a window.Service of its own; only one can be used");
  }
  const { prerendering } = document;
  // With `data-manual` a queued function may be what calls `start()`; a module that came first has
  // left the list to us. While prerendering, calls are passed on at once, to be deferred by the SDK
  // like others before its start.
  if (earlier || manual || prerendering) for (const fn of queued.splice(0)) service.push(fn);
  if (earlier || manual) return;
  const start = () => service.start(window.ServiceConfig);
  if (!awaitsPage) return start();
  // Scripts that are deferred have run by then.
  for (const type of ["DOMContentLoaded", "load"]) addEventListener(type, start, { once: true });
}

try {
  load();
} catch (error) {
  // The page works on as if we were not there.
  pageConsole.error("[Service] could not start", error);
}

/**
 * Watches the routes of single-page applications: one change for each real change of path, query or
 * hash route, whoever made it. The Navigation API, where there is one, sees even a router that kept
 * its own reference to `pushState`, and lets the page's `history` stay untouched.
 */
import { attempt } from "../decision/index";
import { outsideZone } from "./zone";

/** Time for a router to render and set the title. Only the Navigation API tells when it has, by the end of its transition. */
const TITLE_MS = 100;
/** A router whose transition takes longer is waited for no more than so many times. */
const MOST_WAITS = 100;
/** A plain `#anchor` is no route. */
const ANCHOR = /#(?!!?\/).*/;

type Listening = Pick<EventTarget, "addEventListener">;
interface RouteWindow extends Listening {
  readonly location: { readonly href: string };
  readonly history: Pick<History, "pushState" | "replaceState">;
  readonly navigation?: Listening & {
    readonly currentEntry: object | null;
    readonly transition?: object | null;
  };
}
interface RouteOptions {
  readonly window: RouteWindow;
  /** At once, within the call that changes the address: what comes from now on is of the new route. */
  readonly onLeave: () => void;
  /**
   * Soon, before the browser paints: the address is new, the title may not be. Gets whether it stands
   * in place of the last one, to which nobody goes back.
   */
  readonly onAddress: (href: string, isReplaced: boolean) => void;
  /**
   * Once per change, when the title is the route's own; at the latest before the next change.
   * @param href as in the address bar, with its secrets; `readPage` cleans it
   */
  readonly onRoute: (href: string) => void;
}

/** Returns a function that stops watching and puts the page's `history` back. */
export function watchRoutes({ window, onLeave, onAddress, onRoute }: RouteOptions): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const read = () => window.location.href.replace(ANCHOR, "");
  let current = read();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settle = () => {};

  function detect(
    event?: Event & { readonly persisted?: boolean; readonly navigationType?: string },
    isReplaced = event?.navigationType === "replace",
  ): void {
    const href = read();
    // A page restored from the back/forward cache is another view, even at the same address.
    if (href === current && !event?.persisted) return;
    current = href;
    settle();
    const notify = (listener: RouteOptions["onAddress"]) => {
      if (!signal.aborted) attempt(() => listener(href, isReplaced));
    };
    settle = () => {
      clearTimeout(timer);
      settle = () => {};
      notify(onRoute);
    };
    notify(onLeave);
    Promise.resolve().then(() => notify(onAddress));
    const wait = (times: number) => {
      const isRendered = () => !times || !navigation?.transition;
      timer = setTimeout(() => (isRendered() ? settle() : wait(times - 1)), TITLE_MS);
    };
    wait(MOST_WAITS);
  }
  const listen = (target: Listening, type: string) =>
    attempt(() => target.addEventListener(type, detect, { signal }));

  /** Wraps a method of `history`; a proxy keeps its name, length and properties. */
  function patch(name: "pushState" | "replaceState"): void {
    const { history } = window;
    const original = history[name];
    const patched = new Proxy(original, {
      apply(...call) {
        const result: unknown = Reflect.apply(...call);
        outsideZone(() => detect(undefined, name === "replaceState"));
        return result;
      },
    });
    history[name] = patched;
    // If somebody has wrapped ours since, it has to stay; it then only passes calls on.
    signal.addEventListener("abort", () => {
      if (history[name] === patched) history[name] = original;
    });
  }

  for (const type of ["popstate", "hashchange", "pageshow"]) listen(window, type);
  // A page with an opaque origin has the API, but neither entries nor events.
  const navigation = attempt(() => window.navigation?.currentEntry && window.navigation);
  if (navigation) listen(navigation, "currententrychange");
  else {
    for (const name of ["pushState", "replaceState"] as const) attempt(() => patch(name));
  }
  return () => stopping.abort();
}

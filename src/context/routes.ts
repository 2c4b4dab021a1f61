/**
 * Route changes of single-page applications: one for each real change of path, query or hash
 * route, whoever made it. Where the Navigation API is, it sees everything, also a router that
 * kept its own reference to `pushState`, and the page's `history` stays untouched.
 */
import { attempt } from "./attempt";

/** Time for a router to render and set the title; nothing tells when it has. */
const TITLE_MS = 100;
/** A plain `#anchor` is no route. */
const ANCHOR = /#(?!!?\/).*/;

type Listening = Pick<EventTarget, "addEventListener">;
export interface RouteWindow extends Listening {
  readonly location: { readonly href: string };
  readonly history: Pick<History, "pushState" | "replaceState">;
  readonly navigation?: Listening & {
    readonly currentEntry: unknown;
  };
}
export interface RouteChange {
  /** As in the address bar; to be cleaned by `inferPage(window, href)`. */
  readonly href: string;
  /** Back from the back/forward cache, at the same address as before or not. */
  readonly restored: boolean;
}
export interface RouteOptions {
  readonly window: RouteWindow;
  /** Soon, before the browser paints: the address is new, the title may not be. */
  readonly onAddress: (change: RouteChange) => void;
  /** Once per change, when the title is the route's own; at the latest before the next change. */
  readonly onRoute: (change: RouteChange) => void;
}

export function watchRoutes({ window, onAddress, onRoute }: RouteOptions): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const read = () => window.location.href.replace(ANCHOR, "");
  const tell = (listener: (change: RouteChange) => void, change: RouteChange) => {
    if (!signal.aborted) attempt(() => listener(change));
  };
  let current = read();
  let settle = () => {};

  function detect(restored = false): void {
    const before = current;
    current = read();
    if (current === before && !restored) return;
    settle();
    const change = { href: current, restored };
    queueMicrotask(() => tell(onAddress, change));
    const timer = setTimeout(() => settle(), TITLE_MS);
    settle = () => {
      clearTimeout(timer);
      settle = () => {};
      tell(onRoute, change);
    };
  }
  const listen = (target: Listening, type: string, listener: (event: Event) => void) =>
    attempt(() => target.addEventListener(type, listener, { signal }));

  /** The proxy keeps the method's name, its length and what hangs on it. */
  function patch(name: "pushState" | "replaceState"): void {
    const { history } = window;
    const original = history[name];
    const patched = new Proxy(original, {
      apply(method, self, parameters) {
        const result: unknown = Reflect.apply(method, self, parameters);
        detect();
        return result;
      },
    });
    history[name] = patched;
    // Whoever patched later holds ours, which then stays and only passes through.
    signal.addEventListener("abort", () => {
      if (history[name] === patched) history[name] = original;
    });
  }

  listen(window, "popstate", () => detect());
  listen(window, "hashchange", () => detect());
  listen(window, "pageshow", (event) => detect("persisted" in event && event.persisted === true));
  // A page of opaque origin has the API, but neither entries nor events.
  const navigation = attempt(() =>
    window.navigation?.currentEntry ? window.navigation : undefined,
  );
  if (navigation) listen(navigation, "currententrychange", () => detect());
  else {
    attempt(() => patch("pushState"));
    attempt(() => patch("replaceState"));
  }
  return () => stopping.abort();
}

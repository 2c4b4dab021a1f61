/** The DOM's edge: what the page marks, clicks, routes and dialogs go in; what was decided comes out. */
import { inferPage, watchRoutes } from "../context/index";
import { entitlementOf, type Handle, type JsonObject } from "../decision/index";
import type { SurfaceRenderer } from "../options/index";
import {
  emit,
  hasOpenDialog,
  type Mark,
  setAllowed,
  watchClicks,
  watchMarks,
} from "../placements/index";
import { createAnnouncer } from "./announce";
import { allowedBy } from "./answers";
import type { Core } from "./core";
import { createCtas } from "./cta";
import { type Decisions, slotKey, type Wanted } from "./decisions";
import { createClaim } from "./displays";
import type { Engagement } from "./engagement";
import type { UserHistory } from "./history";
import type { Occasions } from "./occasions";
import { watchPolicy } from "./policy";
import { createPresenter } from "./presenter";
import type { User } from "./user";

export interface PageParts {
  readonly user: User;
  readonly engagement: Engagement;
  readonly history: UserHistory;
  readonly occasions: Occasions;
  readonly renderers: ReadonlyMap<string, SurfaceRenderer>;
  onEvent(name: string, properties: JsonObject): void;
  /** The tab is seen again, or back online: what may be another by now is asked for. */
  onReturn(isOnline?: boolean): void;
  /** Asks the application's own sources. */
  want(wanted: Wanted): void;
}
type PageWindow = Window & typeof globalThis;

export function startPage(core: Core, window: PageWindow, parts: PageParts): void {
  const { stores, warn, guard, undo } = core;
  const { engagement, history, occasions, renderers, want } = parts;
  let marked: readonly Mark[] = [];
  const decisions: { latest?: Decisions } = {};

  const ctas = createCtas(core, window, parts);
  const presenter = createPresenter(core, {
    renderers,
    claim: createClaim(core, history),
    onImpression: engagement.impression,
    onDismiss: ctas.dismiss,
    onExpire: ctas.close,
    onCta: ctas.press,
  });

  /** `undefined` until there is somebody to ask. */
  const isAllowed = (entitlement: Handle) => {
    const { subject } = decisions.latest ?? {};
    return subject && allowedBy(entitlementOf(subject, entitlement));
  };
  const slots = () => marked.filter(({ kind }) => kind === "slot");
  const showAllowed = () => {
    for (const mark of marked) if (mark.kind !== "slot") setAllowed(mark, isAllowed(mark.handle));
  };
  const marks = watchMarks({
    onError: warn,
    onChange(marks) {
      marked = marks;
      showAllowed();
      const byKey = new Map(slots().map((slot) => [slotKey(slot), slot]));
      stores.patchPage({ slots: [...byKey.values()] });
    },
  });

  const announce = createAnnouncer(core.emit);
  const tick = () => stores.patchPage({ isPageDialogOpen: hasOpenDialog() });
  const present = (latest: Decisions) => {
    decisions.latest = latest;
    presenter.present(latest, slots());
    showAllowed();
    want(latest.wanted);
    want({ entitlements: marked.flatMap(({ kind, handle }) => (kind === "slot" ? [] : [handle])) });
    occasions.keepAnswered(latest);
    announce(latest);
    core.agenda.later("decide", latest.due - core.now(), tick);
  };

  undo.push(
    watchClicks({
      isAllowed,
      onEvent: parts.onEvent,
      onStopped(entitlement, element, allowed) {
        if (allowed === false)
          occasions.add({ trigger: { type: "entitlement_denied", entitlement } }, true);
        else emit(element, "service:error", { entitlement, message: "not known yet" });
      },
    }),
    watchPolicy(core, window),
    watchDialogs(core, window, {
      tick,
      onSeen() {
        history.refresh();
        parts.onReturn();
      },
      onOnline: () => parts.onReturn(true),
    }),
    followRoutes(core, window, {
      ...parts,
      onAddress() {
        occasions.leaveRoute(decisions.latest);
        marks.rescan();
      },
    }),
    stores.$decisions.subscribe((latest) => {
      const isPageDialogOpen = hasOpenDialog();
      // One of the page's own has opened or closed since: decided again, knowing it. Not from in
      // here: what a listener of a computed store sets doesn't compute it again.
      if (isPageDialogOpen !== !!stores.$page.get().isPageDialogOpen) queueMicrotask(tick);
      else if (latest) guard(() => present(latest), undefined);
    }),
    () => {
      marks.stop();
      presenter.stop();
    },
  );
}

/** What waits for the page's own dialog is decided again when that may have closed; everything, when the page is read and when the tab is seen again. */
function watchDialogs(
  { stores }: Core,
  window: PageWindow,
  { tick, onSeen, onOnline }: { tick(): void; onSeen(): void; onOnline(): void },
) {
  const { document, setTimeout } = window;
  const stopping = new AbortController();
  const options = { capture: true, signal: stopping.signal };
  // After the page's own handlers.
  const look = () => stores.$page.get().isPageDialogOpen && setTimeout(tick);
  for (const type of ["close", "toggle", "click", "keyup"]) {
    document.addEventListener(type, look, options);
  }
  const seen = () => {
    if (document.hidden) return;
    onSeen();
    tick();
  };
  document.addEventListener("DOMContentLoaded", tick, options);
  document.addEventListener("visibilitychange", seen, options);
  window.addEventListener("online", onOnline, options);
  return () => stopping.abort();
}

/** What is known of the page follows its address and, a little later, its title. */
function followRoutes(
  { options, stores, emit: tell, guard }: Core,
  window: PageWindow,
  { user, history, onAddress }: Omit<PageParts, "onEvent" | "onReturn"> & { onAddress(): void },
): () => void {
  const { inferPage: infers = true, routerAutoTrack = true } = options.contextPolicy ?? {};
  const readPage = (href?: string) => {
    if (infers) user.patch({ inferredPage: inferPage(window, href) });
  };
  readPage();
  if (!routerAutoTrack) return () => {};
  return watchRoutes({
    window,
    onAddress: (href) =>
      guard(() => {
        // On another route everything is decided, and counted, anew.
        stores.patchPage({ shown: new Map() });
        const { tags } = stores.$parts.get().givenPage ?? {};
        user.patch({ givenPage: tags && { tags } });
        readPage(href);
        onAddress();
        history.refresh();
        void user.refresh();
      }, undefined),
    onRoute(href) {
      readPage(href);
      tell("route", stores.$context.get().page ?? {});
    },
  });
}

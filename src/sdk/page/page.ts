/** Connects the SDK to the page: watches its marks, clicks, routes and dialogs, and shows what is decided. */
import { watchRoutes, watchTitle } from "../../context/index";
import { entitlementOf, type Handle, type JsonObject } from "../../decision/index";
import type { ServicePageContext } from "../../options/index";
import { dispatch, isTabHidden, watchClicks, watchMarks } from "../../placements/index";
import type { Core } from "../core";
import { type Answers, allowedBy } from "../decisions/answers";
import { createDecisions, type Decisions } from "../decisions/decisions";
import type { UserHistory } from "../decisions/history";
import { createKeeper } from "../decisions/kept-decisions";
import type { Occasions } from "../decisions/occasions";
import type { PageDecision } from "../moment";
import { createSlicedWork } from "../sliced-work";
import { nextTask } from "../task";
import type { Interaction } from "../types";
import type { User } from "../user/user";
import { createAnchors } from "./anchors";
import { createAnnouncer } from "./announce";
import { createInteractions } from "./interactions";
import { createPageDialogs } from "./page-dialogs";
import { createPresenter, type Presenter } from "./presenter";

export interface PageDependencies {
  readonly user: User;
  readonly history: UserHistory;
  readonly occasions: Occasions;
  readonly answers: Pick<Answers, "want">;
  /** The SDK has no options: it only keeps what needs an entitlement out of reach. */
  readonly isInert: boolean;
  track(name: string, properties: JsonObject): void;
  onInteraction(interaction: Interaction): void;
  onRoute(page: ServicePageContext): void;
  /** The tab is visible again, or back online: whatever may have changed is asked for. */
  recheck(isOnline?: boolean): void;
}
type PageWindow = Window & typeof globalThis;

const isVisible = ({ decision }: PageDecision) => decision.visible;

/**
 * When this returns, elements that need an entitlement are hidden and clicks on them stopped.
 * Placements are decided and shown in later tasks.
 */
export function startPage(core: Core, window: PageWindow, dependencies: PageDependencies): void {
  const { stores, warn, undo, agenda, guard } = core;
  const { occasions } = dependencies;
  const announce = createAnnouncer(core);
  const work = createSlicedWork(core);
  const keeper = createKeeper();
  /** Decisions by the present state; dropped as soon as anything changes. */
  let decisions: Decisions | undefined;
  let onPage: readonly PageDecision[] = [];
  let isDue = false;
  const interactions = createInteractions(core, window, dependencies);
  const dialogs = createPageDialogs(core, refresh);
  const anchors = createAnchors(core, refresh);
  let presenter: Presenter | undefined;

  const decisionsNow = () => {
    // Timers stand still while the computer sleeps, and a click may come before them.
    if (decisions && decisions.due() <= core.clock.now()) decisions = undefined;
    decisions ??= createDecisions(stores.momentNow(), keeper);
    return decisions;
  };
  /** `undefined`, that is not known, if deciding fails. */
  const isAllowed = (entitlement: Handle) =>
    guard(() => knownOf(decisionsNow(), entitlement, core));

  function* render() {
    const made = decisionsNow();
    marks.show();
    onPage = yield* made.page({ ...dialogs.look(), ...anchors });
    anchors.watch();
    const isAbout = (one: PageDecision) =>
      isVisible(one) || one.decision.reasons[0] === "waiting_turn";
    if (made === decisions) stores.onDisplay.page = onPage;
    presenter ??= createPresenter(core, { ...dependencies, interactions });
    yield* presenter.present(made, onPage);
    // While a placement lies over a dialog of the page's, or waits until it is closed, that is watched.
    if (onPage.some(isAbout)) dialogs.watch();
    const isKnown = dependencies.answers.want();
    // Not while answers are awaited, the page is still being parsed or the state has changed: then a
    // placement may answer yet.
    const isParsed = window.document.readyState !== "loading";
    if (isKnown && isParsed && made === decisions) occasions.keepAnswered(made, onPage);
    agenda.later("decide", made.due() - core.clock.now(), refresh);
    announce(made, onPage);
  }
  /** Decides everything anew, once for all changes made in this task. */
  async function refresh(): Promise<void> {
    decisions = stores.onDisplay.page = undefined;
    if (isDue) return;
    isDue = true;
    // Placements that are there at the first paint don't shift the page afterwards.
    await nextTask(presenter ? "user-visible" : "user-blocking");
    isDue = false;
    work(render());
  }
  stores.listen(refresh);

  // First: whatever else fails, gates hold.
  watchClicks({
    listen: core.listen,
    isAllowed,
    onEvent: dependencies.track,
    onStopped(entitlement, element, allowed) {
      if (allowed === false) return occasions.refuse(entitlement);
      dispatch(element, "service:error", { entitlement, message: "not known yet" });
      // A gate inside a shadow root of the page's is not known of until it is clicked.
      dependencies.answers.want();
    },
  });
  const marks = watchMarks({
    hasSlots: !dependencies.isInert,
    listen: core.listen,
    isAllowed,
    onError: warn,
    guard,
    isLost: (touched) => presenter?.isLost() || (onPage.some(isVisible) && dialogs.notice(touched)),
    onChange(marks) {
      stores.patch({ slots: marks.filter(({ kind }) => kind === "slot") });
    },
  });

  undo.push(marks.stop, () => presenter?.stop());

  if (dependencies.isInert) return;
  followPage(core, window, {
    ...dependencies,
    refresh,
    look: dialogs.watch,
    rescan: marks.rescan,
    onLeave: () => interactions.leaveRoute(onPage),
    // Draws everything anew: a button whose link led away would otherwise stay busy.
    onRestored() {
      interactions.release();
      presenter?.stop();
      void refresh();
    },
  });
  dependencies.user.resume();
  void refresh();
}

/** What the page may know of an entitlement; `undefined`: nothing yet. Warns of a handle that may be misspelt. */
function knownOf(
  { subject }: Decisions,
  handle: Handle,
  { stores, warn }: Pick<Core, "stores" | "warn">,
): boolean | undefined {
  const result = entitlementOf(subject, handle);
  const isNobodys = result.reason === "entitlement_unknown" && result.source !== "none";
  if (isNobodys) warn(`the Playbook has no entitlement "${handle}", so it is denied`);
  return stores.needsPlan(result) ? undefined : allowedBy(result);
}

interface PageChanges
  extends Pick<PageDependencies, "user" | "history" | "onRoute" | "recheck">,
    Record<"refresh" | "look" | "rescan" | "onLeave" | "onRestored", () => void> {}

/**
 * Keeps up with the page. Everything is decided anew when its document has been parsed, when its tab
 * is visible again and on another route; its dialogs are looked for when something opens or closes;
 * news is asked for when it is back. Its address, and its title whenever that comes, are kept in step.
 */
function followPage(
  { options, stores, emit, guard, listen, undo }: Core,
  window: PageWindow,
  {
    user: { readId, readPage, askApplication },
    history,
    refresh,
    look,
    rescan,
    recheck,
    onLeave,
    onRestored,
    onRoute,
  }: PageChanges,
): void {
  const { inferPage: infers = true, routerAutoTrack = true } = options.contextPolicy ?? {};
  const { document } = window;
  for (const type of ["close", "toggle"]) listen(document, type, look);
  listen(window, "pageshow", (event) => Object(event).persisted && onRestored());
  for (const type of ["DOMContentLoaded", "fullscreenchange"]) listen(document, type, refresh);
  // At a click, not as it begins: what comes back in a new session would move what is being clicked.
  for (const type of ["keydown", "click"]) listen(window, type, history.touch);
  listen(document, "visibilitychange", () => {
    if (isTabHidden()) return;
    // Another tab may have called `reset()`.
    readId();
    history.refresh();
    recheck();
    refresh();
  });
  listen(window, "online", () => recheck(true));
  readPage();
  // A script in the head may be done before its page has a title.
  listen(document, "DOMContentLoaded", () => readPage());
  const titles = infers ? watchTitle(document, readPage) : undefined;
  undo.push(() => titles?.stop());
  if (!routerAutoTrack) return;
  const stop = watchRoutes({
    window,
    onLeave() {
      onLeave();
      titles?.renew();
      const { tags } = stores.contextParts().givenPage ?? {};
      // What `setPage` said is about the last route. It stays where nothing is inferred instead.
      if (infers) stores.patchContext({ givenPage: tags && { tags } });
      readPage();
    },
    onAddress: (_, isReplaced) =>
      guard(() => {
        // On another route the same placement is a new decision, and counts again; not if nobody has seen
        // it yet, and the page has put its address right, or gone on after an event.
        const { shown } = stores.onDisplay;
        for (const [key, { isSeen, outlivesRoute }] of shown) {
          if (isSeen || !(isReplaced || outlivesRoute)) shown.delete(key);
        }
        rescan();
        history.refresh();
        refresh();
        void askApplication();
      }),
    onRoute(href) {
      readPage(href);
      const { page = {} } = stores.state().context;
      // First, as a listener may track, or say that this is somebody else now.
      onRoute(page);
      emit("route", page);
    },
  });
  undo.push(stop);
}

/** The DOM's edge: what the page marks, clicks, routes and dialogs go in; what was decided comes out. */
import { inferPage, watchRoutes } from "../context/index";
import { entitlementOf, type Handle, type JsonObject } from "../decision/index";
import type { ServicePageContext, SurfaceRenderer } from "../options/index";
import { dispatch, hasOpenDialog, type Mark, watchClicks, watchMarks } from "../placements/index";
import { createAnnouncer } from "./announce";
import { type Answers, allowedBy } from "./answers";
import type { Core } from "./core";
import { createDecisions, type Decisions, type PageDecision } from "./decisions";
import type { UserHistory } from "./history";
import { createInteractions } from "./interactions";
import type { Occasions } from "./occasions";
import { watchPolicyViolations } from "./policy-violations";
import { createPresenter, type Presenter } from "./presenter";
import { createSlicedWork } from "./sliced-work";
import { nextTask } from "./task";
import type { Interaction } from "./types";
import type { User } from "./user";

export interface PageDependencies {
  readonly user: User;
  readonly history: UserHistory;
  readonly occasions: Occasions;
  readonly answers: Pick<Answers, "want">;
  readonly renderers: ReadonlyMap<string, SurfaceRenderer>;
  /** It knows nothing, ever: what needs an entitlement stays out of reach, and that is all. */
  readonly isInert: boolean;
  track(name: string, properties: JsonObject): void;
  onInteraction(interaction: Interaction): void;
  onRoute(page: ServicePageContext): void;
  /** The tab is seen again, or back online: what may be another by now is asked for. */
  onReturn(isOnline?: boolean): void;
}
/** How long the page's own dialog may be closed before that is seen. */
const DIALOG_MS = 300;
type PageWindow = Window & typeof globalThis;

/**
 * What needs an entitlement is out of sight when this returns, and clicks on it stopped; what was
 * decided comes in tasks of its own.
 */
export function startPage(core: Core, window: PageWindow, dependencies: PageDependencies): void {
  const { stores, warn, undo, agenda, guard } = core;
  const { occasions } = dependencies;
  const announce = createAnnouncer(core.emit);
  const work = createSlicedWork(core);
  let slots: readonly Mark[] = [];
  /** Of what is known now; anything that changes has them made anew. */
  let decisions: Decisions | undefined;
  let onPage: readonly PageDecision[] = [];
  let isDialogOpen = false;
  let isDue = false;

  const interactions = createInteractions(core, window, dependencies);
  let presenter: Presenter | undefined;

  const decide = () => {
    decisions ??= createDecisions(stores.momentNow());
    return decisions;
  };
  /** Nothing is known where it can't be decided. */
  const isAllowed = (entitlement: Handle) => guard(() => knownOf(decide(), entitlement, warn));

  function* render() {
    const made = decide();
    marks.show();
    isDialogOpen = hasOpenDialog();
    onPage = yield* made.page(isDialogOpen);
    // One of ours lies over the page's dialog, or waits behind it.
    const isAbout = ({ decision: { visible, reasons } }: PageDecision) =>
      visible || reasons[0] === "waiting_turn";
    if (onPage.some(isAbout)) awaitDialog();
    if (made === decisions) stores.displaying.page = onPage;
    presenter ??= createPresenter(core, { ...dependencies, interactions });
    yield* presenter.present(made, onPage, slots);
    const isKnown = dependencies.answers.want();
    // What has become known meanwhile may answer yet.
    if (isKnown && made === decisions) occasions.keepAnswered(made, onPage);
    agenda.later("decide", made.due() - core.now(), refresh);
    announce(made, onPage);
  }
  /** Everything is decided anew, once for all that changes in this task. */
  async function refresh(): Promise<void> {
    decisions = stores.displaying.page = undefined;
    if (isDue) return;
    isDue = true;
    // What is there when the page is painted first moves nothing afterwards.
    await nextTask(presenter ? "user-visible" : "user-blocking");
    isDue = false;
    if (!core.isOver()) work(render());
  }
  /** Everything is decided anew when the page's own dialog is out of sight, of which nothing may tell. */
  const awaitDialog = () => {
    if (!isDialogOpen) return;
    if (hasOpenDialog()) agenda.later("dialog", DIALOG_MS, awaitDialog);
    else refresh();
  };
  undo.push(stores.listen(refresh));

  const marks = watchMarks({
    listen: core.listen,
    isAllowed,
    onError: warn,
    isLost: () => presenter?.isLost(),
    onChange(marks) {
      slots = marks.filter(({ kind }) => kind === "slot");
      stores.patch({ slots });
    },
  });

  watchClicks({
    listen: core.listen,
    isAllowed,
    onEvent: dependencies.track,
    onStopped(entitlement, element, allowed) {
      if (allowed === false) occasions.refuse(entitlement);
      else dispatch(element, "service:error", { entitlement, message: "not known yet" });
    },
  });
  undo.push(() => {
    marks.stop();
    presenter?.stop();
  });

  const onAddress = () => {
    occasions.leaveRoute(onPage);
    marks.rescan();
  };
  if (dependencies.isInert) return;
  watchDocument(core, window, {
    refresh,
    look: awaitDialog,
    // A button that took its reader elsewhere is no longer busy: all is drawn anew.
    onRestored: () => presenter?.stop(),
    ...dependencies,
  });
  watchPolicyViolations(core, window);
  dependencies.user.resume();
  undo.push(followRoutes(core, window, { ...dependencies, onAddress }));
  void refresh();
}

/** Whether the page lets it through; `undefined`: not known. A handle that is nobody's may be misspelt. */
function knownOf({ subject }: Decisions, handle: Handle, warn: Core["warn"]): boolean | undefined {
  const result = entitlementOf(subject, handle);
  const isNobodys = result.reason === "entitlement_unknown" && result.source !== "none";
  if (isNobodys) warn(`the Playbook has no entitlement "${handle}", so it is denied`);
  return allowedBy(result);
}

/** Everything is decided again when the page is read and when the tab is seen again. */
function watchDocument(
  { listen }: Core,
  window: PageWindow,
  {
    refresh,
    look,
    onRestored,
    history,
    onReturn,
  }: Record<"refresh" | "look" | "onRestored", () => void> &
    Pick<PageDependencies, "history" | "onReturn">,
): void {
  const { document } = window;
  for (const type of ["close", "toggle"]) listen(document, type, look);
  const seen = () => {
    if (document.hidden) return;
    history.refresh();
    onReturn();
    refresh();
  };
  listen(window, "pageshow", (event) => "persisted" in event && event.persisted && onRestored());
  listen(document, "DOMContentLoaded", refresh);
  listen(document, "visibilitychange", seen);
  listen(window, "online", () => onReturn(true));
}

/** What is known of the page follows its address and, a little later, its title. */
function followRoutes(
  { options, stores, emit, guard }: Core,
  window: PageWindow,
  {
    user,
    history,
    onAddress,
    onRoute,
  }: Pick<PageDependencies, "user" | "history" | "onRoute"> & { onAddress(): void },
): () => void {
  const { inferPage: infers = true, routerAutoTrack = true } = options.contextPolicy ?? {};
  const readPage = (base = window.location.href) =>
    stores.patchContext({ base, ...(infers && { inferredPage: inferPage(window, base) }) });
  readPage();
  if (!routerAutoTrack) return () => {};
  return watchRoutes({
    window,
    onAddress: (href) =>
      guard(() => {
        // On another route everything is decided, and counted, anew.
        stores.displaying.shown.clear();
        const { tags } = stores.contextParts().givenPage ?? {};
        // Where nothing is inferred, nobody else knows what comes next.
        if (infers) stores.patchContext({ givenPage: tags && { tags } });
        readPage(href);
        onAddress();
        history.refresh();
        void user.askApplication();
      }),
    onRoute(href) {
      readPage(href);
      const { page = {} } = stores.state().context;
      emit("route", page);
      onRoute(page);
    },
  });
}

/** The DOM's edge: what the page marks, clicks, routes and dialogs go in; what was decided comes out. */
import { inferPage, watchRoutes } from "../context/index";
import { entitlementOf, type Handle } from "../decision/index";
import type { ServiceInitOptions, SurfaceRenderer } from "../options/index";
import {
  controlVisibility,
  emit,
  hasOpenDialog,
  type Mark,
  type Slot,
  type Visibility,
  watchClicks,
  watchMarks,
} from "../placements/index";
import { act } from "./actions";
import { type Decisions, slotKey } from "./decisions";
import type { createEngagement } from "./engagement";
import type { createOccasions } from "./occasions";
import { createPresenter, type Displayed } from "./presenter";
import type { Stores } from "./stores";
import type { Teller } from "./tell";
import type { User } from "./user";

export interface PageOptions {
  readonly window: Window & typeof globalThis;
  readonly options: ServiceInitOptions;
  readonly stores: Stores;
  readonly user: User;
  readonly engagement: ReturnType<typeof createEngagement>;
  readonly occasions: ReturnType<typeof createOccasions>;
  readonly renderers: ReadonlyMap<string, SurfaceRenderer>;
  readonly teller: Teller;
  onTrack(name: string, properties: Record<string, string>): void;
}

/** Longest wait that a timer can hold. */
const LONGEST_MS = 2 ** 31 - 1;
/** What may close a dialog of the page. */
const DIALOG_EVENTS = ["close", "toggle", "click", "keyup"];

export function startPage({ window, options, stores, user, engagement, ...rest }: PageOptions) {
  const { renderers, teller, occasions, onTrack } = rest;
  const { document } = window;
  const { $open, $slots, $decisions, $isPageDialogOpen } = stores;
  const slots = new Set<Slot>();
  const visibilities = new Map<Mark, Visibility>();
  const undo: (() => void)[] = [];
  let timer: number | undefined;
  let latest: Decisions | undefined;

  const leave = (displayed: Displayed, kind: "dismissed" | "reminded") => {
    close(displayed);
    engagement.putOff(displayed, kind);
  };
  const close = ({ occasion, output }: Displayed) => occasions.answer(occasion, output.placement);

  const presenter = createPresenter({
    window,
    renderers,
    claim: engagement.claim,
    onImpression: engagement.impression,
    onDismiss: (displayed) => leave(displayed, "dismissed"),
    onExpire: close,
    onOpen: (placement) => $open.set(placement),
    onError: (message, _target, error) => teller.fail(message, error),
    onCta(displayed, index, event) {
      const { output } = displayed;
      const cta = output.ctas[index];
      if (!cta) return undefined;
      if (!engagement.interact("cta_click", displayed, cta.action)) {
        event?.preventDefault();
        return undefined;
      }
      return act(cta, output, {
        event,
        options: {
          resolvers: options.uiPathResolvers,
          context: stores.$context.get(),
          window,
          onDismiss: () => leave(displayed, "dismissed"),
          onRemindLater: () => leave(displayed, "reminded"),
          onOpenPlacement(placement) {
            close(displayed);
            occasions.add({ placement, requested: true }, true);
          },
          onCompleted: () => void engagement.interact("cta_complete", displayed, cta.action),
          onError(message, error) {
            emit(displayed.target, "service:error", { placement: output.placement, message });
            teller.fail(message, error);
          },
        },
      });
    },
  });

  const setSlots = () => {
    const requests = [...slots].map(({ handle, surfaces }) => ({ handle, surfaces }));
    const byKey = new Map(requests.map((request) => [slotKey(request), request]));
    $slots.set([...byKey.values()]);
  };
  const marks = watchMarks({
    document,
    onError: (message, element) => teller.fail(`${message}: <${element.localName}>`),
    onFound(mark) {
      if (mark.kind === "slot") {
        slots.add(mark);
        setSlots();
      } else if (mark.kind !== "gate") {
        const visibility = controlVisibility(mark);
        visibilities.set(mark, visibility);
        visibility.update(allowed(mark.handle));
      }
    },
    onLost(mark) {
      visibilities.get(mark)?.stop();
      visibilities.delete(mark);
      if (mark.kind !== "slot") return;
      slots.delete(mark);
      presenter.remove(mark);
      setSlots();
    },
  });

  /** `undefined` until there is a Playbook to ask. */
  function allowed(entitlement: Handle): boolean | undefined {
    const subject = latest?.subject;
    return subject?.playbook.usable ? entitlementOf(subject, entitlement).allowed : undefined;
  }

  function present(decisions: Decisions): void {
    latest = decisions;
    presenter.theme.setBranding(options.branding ?? decisions.subject.playbook.branding);
    presenter.present(decisions, slots);
    for (const [mark, visibility] of visibilities) visibility.update(allowed(mark.handle));
    occasions.keepAnswered(decisions);
    window.clearTimeout(timer);
    if (Number.isFinite(decisions.due) && !document.hidden) {
      timer = window.setTimeout(tick, Math.min(decisions.due - Date.now(), LONGEST_MS));
    }
  }
  const tick = () => stores.$now.set(Date.now());

  const listening = new AbortController();
  const listen = (target: EventTarget, type: string, listener: () => void) =>
    target.addEventListener(type, listener, { capture: true, signal: listening.signal });
  const lookForDialog = () => $isPageDialogOpen.set(hasOpenDialog(document));
  for (const type of DIALOG_EVENTS) {
    // After the page's own handlers.
    listen(document, type, () => $isPageDialogOpen.get() && window.setTimeout(lookForDialog));
  }
  listen(document, "visibilitychange", tick);

  undo.push(
    $decisions.subscribe((decisions) => {
      lookForDialog();
      if (decisions) teller.guard(() => present(decisions), undefined);
    }),
    watchClicks({
      window,
      onEvent: onTrack,
      decide(entitlement) {
        const answer = allowed(entitlement);
        if (answer === undefined) return "unknown";
        return answer ? "allowed" : "denied";
      },
      onStopped(entitlement, element, known) {
        if (known) occasions.add({ trigger: { type: "entitlement_denied", entitlement } }, true);
        else emit(element, "service:error", { entitlement, message: "not known yet" });
      },
    }),
  );

  const { inferPage: infersPage = true, routerAutoTrack = true } = options.contextPolicy ?? {};
  const readPage = (href?: string) => {
    if (infersPage) user.patch({ inferredPage: inferPage(window, href) });
  };
  readPage();
  if (routerAutoTrack) {
    undo.push(
      watchRoutes({
        window,
        onAddress({ href }) {
          // Another route: what was shown there was shown, what waited there is not wanted here.
          engagement.forgetShown();
          occasions.leaveRoute(latest);
          readPage(href);
          marks.rescan();
          teller.guard(
            () => void user.refresh().catch((error) => teller.fail("getContext failed", error)),
            undefined,
          );
        },
        onRoute({ href }) {
          readPage(href);
          teller.emit("route", stores.$context.get().page ?? {});
        },
      }),
    );
  }

  return {
    presenter,
    stop() {
      for (const step of undo) step();
      listening.abort();
      window.clearTimeout(timer);
      marks.stop();
      for (const visibility of visibilities.values()) visibility.stop();
      presenter.stop();
    },
  };
}

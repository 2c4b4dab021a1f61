/**
 * Draws the built-in surfaces. All consist of the same few parts, and differ by their style rules.
 * Strings are rendered as text only.
 */
/** @jsxRuntime classic */
/** @jsx h */
// biome-ignore lint/correctness/noUnusedImports: what the JSX of this file calls.
import { h, type TargetedEvent, type TargetedMouseEvent } from "preact";
import type { Branding, PlacementOutput } from "../decision/index";
import { isMatch } from "./elements";
import { aroundFocus } from "./focus";
import { focusPageDialog } from "./page-dialogs";
import { findAll } from "./roots";
import { IMAGES, safeUrl } from "./safe-url";

interface MeterValue {
  readonly used: number;
  readonly limit: number;
  /** What it says beside the bar. */
  readonly text: string;
}
export interface Actions {
  /** The button is busy until a returned promise settles. For `open_url` it is a link, which the browser follows unless the event's default is prevented. */
  onCta(index: number, event?: MouseEvent): Promise<unknown> | undefined;
  /** The user closed it. */
  onDismiss(): void;
}
/** What a surface shows besides the placement's own words. */
export interface SurfaceState {
  /** The language of its words, where that may be another than the page's. */
  readonly lang?: string | undefined;
  readonly meter?: MeterValue | undefined;
  /** The action whose CTAs are disabled until the service has confirmed what was completed. */
  readonly confirming?: string | undefined;
  readonly branding?: Branding | undefined;
}
interface Drawn extends Actions, SurfaceState {
  readonly output: PlacementOutput;
}

/** Over the page, as high as their words are, up to a limit. */
const FLOATING = ["bar", "toast", "tooltip"];
export const isDialog = (surface: string) => surface === "modal" || surface === "full_page";

/** What dialogs of ours leave to the next one. */
export interface FocusBefore {
  /** What had the focus before one that has made way for a dialog of the page's. */
  element?: Element | undefined | null;
}

/**
 * The focus goes to the dialog itself, so that a key pressed just then activates nothing. `showModal`
 * has focused the first button, which may have scrolled the words out of view.
 */
function openDialog(box: HTMLDialogElement, before: FocusBefore = {}): void {
  // A menu, the outermost of several, gives the focus back to its button. `showModal` would close it without, and the dialog then find nothing to give the focus back to.
  const menu = aroundFocus().findLast((one) => isMatch(one, "[popover]:not([popover=manual])"));
  Object(menu).hidePopover?.();
  // The page's dialog had found ours focused, and could give the focus back to nothing.
  const { element } = before;
  before.element = undefined;
  if (document.activeElement === document.body) Object(element).focus?.({ preventScroll: true });
  box.showModal?.();
  box.focus();
  box.scrollTop = 0;
}

/** Opens `box` if it is a dialog; returns a function that closes it. */
export function startDialog(box: HTMLElement, before: FocusBefore): (() => void) | undefined {
  if (!(box instanceof HTMLDialogElement)) return undefined;
  const [target] = findAll(":target");
  openDialog(box, before);
  return () => {
    // Its reader goes on where its link has led to, in this page: removed, it gives the focus back to nothing.
    if (target === findAll(":target")[0]) box.close?.();
    else box.remove();
    const { activeElement } = document;
    if (focusPageDialog()) before.element = activeElement;
  };
}

const picture = (name: string, url: string | undefined, alt = "") => {
  const src = url && safeUrl(url, IMAGES);
  /** One that doesn't load takes no room, but for its alternative text. */
  const settle = ({ type, currentTarget: image }: TargetedEvent<HTMLImageElement>) => {
    const isThere = type === "load";
    image.className = isThere ? name : "";
    image.hidden = !isThere && !alt;
  };
  return src && <img class={name} src={src} alt={alt} onLoad={settle} onError={settle} />;
};

const icon = (path: string) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

function meterFor({ used, limit, text }: MeterValue, labelledBy: string) {
  const share = limit > 0 ? Math.min(used / limit, 1) : 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: every browser draws `<meter>` its own way.
    <div
      class={share < 1 ? "meter" : "meter full"}
      role="meter"
      aria-labelledby={labelledBy}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      aria-valuetext={text}
    >
      <div class="track">
        <i style={`inline-size:${share * 100}%`} />
      </div>
      {text}
    </div>
  );
}

/** Draws a surface as one box; its element stays the same as long as the surface does. */
export function drawSurface(drawn: Drawn) {
  const { output, branding, meter, confirming, onCta, onDismiss } = drawn;
  const { placement, surface, ctas, content } = output;
  const { title, body, image } = content;
  const overPage = isDialog(surface);
  // A dialog without any button would lock the page.
  const dismissible = content.dismissible !== false || (overPage && !ctas[0]);
  const Box = overPage ? "dialog" : "div";
  const Title = overPage ? "h2" : "p";

  /** `aria-disabled` keeps the focus, which `disabled` would lose. Set on the element, not as props, so that no update clears them. */
  const press = async (event: TargetedMouseEvent<HTMLElement>, index: number) => {
    const { currentTarget, detail } = event;
    // The second of a double click was meant for what was there at the first.
    if (currentTarget.ariaBusy || detail > 1) return event.preventDefault();
    currentTarget.ariaBusy = currentTarget.ariaDisabled = "true";
    // Has "Confirming…" spoken, which as a new name of what has the focus it isn't.
    Object(currentTarget.parentNode).ariaLive = "polite";
    await onCta(index, event);
    currentTarget.ariaBusy = currentTarget.ariaDisabled = null;
  };
  const close = ({ detail }: MouseEvent) => (overPage && detail > 1) || onDismiss();
  /** A button leads nowhere, but a link around its slot would. */
  const stay = (event: TargetedMouseEvent<HTMLElement>) =>
    (event.target as Element).closest("button") && event.preventDefault();
  /** To the page's shortcuts the target is no button, whose keys they would leave alone, but a slot or our host. */
  const keepPresses = (event: KeyboardEvent) => {
    // Answers nothing: what a handler answers false to is prevented.
    if (/^( |Enter)$/.test(event.key)) event.stopPropagation();
  };
  /** In some browsers Escape closes a dialog whatever `closedby` says. Our own `close()` comes just before removal. */
  const onClose = ({ currentTarget }: TargetedEvent<HTMLDialogElement>) => {
    if (!currentTarget.isConnected) return;
    if (dismissible) onDismiss();
    else openDialog(currentTarget);
  };

  const kind: object = overPage
    ? {
        tabIndex: -1,
        // Never by a click beside it: that may be the second of a double click on a gate.
        closedby: dismissible ? "closerequest" : "none",
        onClose,
      }
    : {
        role: surface === "bar" || surface === "tooltip" ? "region" : "group",
        // It may scroll: without a button in it, no key would reach its end.
        ...(FLOATING.includes(surface) && !dismissible && !ctas[0] && { tabindex: 0 }),
      };

  return (
    <Box class="box" aria-labelledby={placement} onClick={stay} onKeyDown={keepPresses} {...kind}>
      {picture("image", image?.url, image?.alt)}
      <div class="text">
        {overPage && picture("logo", branding?.logo_url, branding?.workspace_name)}
        {surface === "gate" && icon("M5 11h14v10H5zm3 0V7a4 4 0 0 1 8 0v4")}
        <Title class="title" id={placement}>
          {title}
        </Title>
        {body && <p class="body">{body}</p>}
        {meter && meterFor(meter, placement)}
      </div>
      {ctas.length > 0 && (
        <div class="ctas">
          {ctas.map(({ label, action, params }, index) => {
            const href = action === "open_url" ? safeUrl(params?.url) : undefined;
            const Control = href ? "a" : "button";
            const onClick = (event: TargetedMouseEvent<HTMLElement>) => press(event, index);
            // A link is opened in another tab by the middle button, too.
            const onAuxClick = (event: TargetedMouseEvent<HTMLElement>) =>
              event.button === 1 && press(event, index);
            return (
              <Control
                class="cta"
                {...(href && { href, onAuxClick })}
                {...(action === confirming && { "aria-busy": true, "aria-disabled": true })}
                onClick={onClick}
              >
                {action === confirming ? <span lang="en">Confirming…</span> : label}
              </Control>
            );
          })}
        </div>
      )}
      {dismissible && (
        <button class="close" type="button" lang="en" aria-label="Dismiss" onClick={close}>
          {icon("M6 6l12 12M18 6 6 18")}
        </button>
      )}
    </Box>
  );
}

/**
 * Every built-in surface is the same few parts; a row of the table and its style rules make the
 * difference. Strings are rendered as text only.
 */
import type { TargetedMouseEvent } from "preact";
import type { Branding, Cta, PlacementOutput } from "../decision/index";
import { IMAGES, safeUrl } from "./safe-url";

interface Row {
  /** Of the wrapper. A `status` is announced when it appears, and leaves by itself. */
  readonly role?: "group" | "region" | "status";
  /** `dialog`: focus trap, Escape, the page behind inert. `popover`: on top, never takes focus. */
  readonly layer?: "dialog" | "popover";
}
const FLOW: Row = { role: "group" };
const DIALOG: Row = { layer: "dialog" };

export const SURFACES: ReadonlyMap<string, Row> = new Map<string, Row>([
  ["banner", FLOW],
  ["card", FLOW],
  ["button", FLOW],
  ["usage_meter", FLOW],
  ["gate", FLOW],
  ["modal", DIALOG],
  ["full_page", DIALOG],
  ["toast", { role: "status", layer: "popover" }],
  ["bar", { role: "region", layer: "popover" }],
  ["tooltip", { role: "region", layer: "popover" }],
]);

export interface MeterValue {
  readonly used: number;
  readonly limit: number;
}
export interface Actions {
  /** The button is busy until a returned promise settles. For `open_url` it is a link, which the browser follows unless the event's default is prevented. */
  onCta(index: number, event?: MouseEvent): Promise<unknown> | undefined;
  /** Somebody closed it. */
  onDismiss(): void;
}
interface SurfaceProps extends Actions {
  readonly output: PlacementOutput;
  readonly row: Row;
  /** Against which relative addresses are read. */
  readonly base: string;
  readonly branding?: Branding | undefined;
  readonly meter?: MeterValue | undefined;
}

interface ActionProps {
  readonly cta: Cta;
  readonly base: string;
  act(event: MouseEvent): Promise<unknown> | undefined;
}

/** `aria-disabled` keeps the focus where `disabled` would lose it. Both aren't Preact's: no update clears them. */
function Action({ cta: { label, action, params }, base, act }: ActionProps) {
  const href = action === "open_url" ? safeUrl(params?.url, base) : undefined;
  const Control = href ? "a" : "button";
  const onClick = (event: TargetedMouseEvent<HTMLElement>) => {
    const { currentTarget } = event;
    if (currentTarget.ariaBusy) return event.preventDefault();
    const settled = act(event);
    if (!settled) return;
    const setBusy = (busy: "true" | null) => {
      currentTarget.ariaBusy = busy;
      currentTarget.ariaDisabled = busy;
    };
    const free = () => setBusy(null);
    setBusy("true");
    settled.then(free, free);
  };
  return (
    <Control class="cta" {...(href && { href })} onClick={onClick}>
      {label}
    </Control>
  );
}

function Icon({ path }: { readonly path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

function Meter({ used, limit, labelledBy }: MeterValue & { readonly labelledBy: string }) {
  const share = limit > 0 ? Math.min(used / limit, 1) : 1;
  const text = `${used.toLocaleString()} / ${limit.toLocaleString()}`;
  return (
    <div class={share < 1 ? "meter" : "meter full"}>
      {/* biome-ignore lint/a11y/useSemanticElements: every browser draws `<meter>` its own way. */}
      <div
        class="track"
        role="meter"
        aria-labelledby={labelledBy}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={text}
      >
        <i style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <span aria-hidden="true">{text}</span>
    </div>
  );
}

export function Surface({ output, row, base, branding, meter, onCta, onDismiss }: SurfaceProps) {
  const { placement, surface, ctas, content } = output;
  const { title, body, image, dismissible = true } = content;
  const { layer } = row;
  const isDialog = layer === "dialog";
  const Title = isDialog ? "h2" : "p";
  const picture = image && safeUrl(image.url, base, IMAGES);
  const logo = isDialog && branding?.logo_url && safeUrl(branding.logo_url, base, IMAGES);
  const Box = isDialog ? "dialog" : "div";
  const closedby = dismissible ? "any" : "none";
  return (
    <Box
      class="box"
      popover={layer === "popover" ? "manual" : undefined}
      {...(isDialog && { tabIndex: -1, closedby, "aria-labelledby": placement })}
    >
      {picture && <img class="image" src={picture} alt={image?.alt ?? ""} />}
      <div class="text">
        {logo && <img class="logo" src={logo} alt={branding?.workspace_name ?? ""} />}
        {surface === "gate" && <Icon path="M5 11h14v10H5zm3 0V7a4 4 0 0 1 8 0v4" />}
        <Title class="title" id={placement}>
          {title}
        </Title>
        {body && <p class="body">{body}</p>}
        {meter && <Meter {...meter} labelledBy={placement} />}
      </div>
      {ctas.length > 0 && (
        <div class="ctas">
          {ctas.map((cta, index) => (
            <Action key={index} cta={cta} base={base} act={(event) => onCta(index, event)} />
          ))}
        </div>
      )}
      {dismissible && (
        <button class="close" type="button" aria-label="Dismiss" onClick={onDismiss}>
          <Icon path="M6 6l12 12M18 6 6 18" />
        </button>
      )}
    </Box>
  );
}

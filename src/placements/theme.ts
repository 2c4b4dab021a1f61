/** The one style sheet of all placements, with the workspace's colours, corners and type on top. */
import type { Branding } from "../decision/index";
import parts from "./parts.css";
import surfaces from "./surfaces.css";

/** What isn't a colour. */
const PROPERTIES: Readonly<Record<string, string>> = {
  radius: "border-radius",
  font_family: "font-family",
};

/** By way of `var()` and the like every grammar lets in what loads an image; `\\` could spell it otherwise. */
const LOADS = /\\|(url|src|set)\(/i;

export function createSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(parts + surfaces);
  sheet.insertRule(".root{}");
  return sheet;
}

/**
 * At once and everywhere, what is on display included. Colours: `background`, `surface`, `text`,
 * `muted`, `border`, `primary`, `on_primary`, `danger`; beside them `radius` and `font_family`.
 * Those not given follow from the others; a value that isn't what it should be is left out.
 */
export function setBranding({ cssRules: [rule] }: CSSStyleSheet, branding?: Branding): void {
  if (!(rule instanceof CSSStyleRule)) return;
  const { style } = rule;
  const { colors, radius, font_family = "" } = branding?.theme ?? {};
  const corners = typeof radius === "number" ? `${radius}px` : radius;
  style.cssText = "";
  for (const [name, value] of Object.entries({ ...colors, radius: corners, font_family })) {
    // A property's own grammar lets nothing else in, and a declaration can't break out of its rule.
    if (CSS.supports(PROPERTIES[name] ?? "color", `${value}`) && !LOADS.test(`${value}`)) {
      style.setProperty(`--service-${name}`, `${value}`, "important");
    }
  }
}

/** Text, and what it is on. */
const PAIRS = [
  ["text", "fill"],
  ["muted", "fill"],
  ["on_primary", "primary"],
] as const;
/** WCAG 2.2, level AA. */
const CONTRAST = 4.5;

/**
 * Text that can't be read on the workspace's colours becomes, in this wrapper, what can. That the
 * style sheet works it out keeps it right when the colour scheme changes; black and white are for
 * browsers where it can't.
 */
export function correctContrast(
  wrapper: HTMLElement,
  colors: Readonly<Record<string, string>>,
  warn: (message: string) => void,
): void {
  const { style } = wrapper;
  /** Y is relative luminance; a stroke has no width here, and forced colours leave it alone. */
  const luminance = (name: string) => {
    style.webkitTextStrokeColor = `color-mix(in xyz,var(--service-${name}) 100%,red)`;
    return Number(getComputedStyle(wrapper).webkitTextStrokeColor.split(" ")[2]) + 0.05;
  };
  for (const [front, back] of PAIRS) {
    const kept = ["", `var(--service-ink_${back})`, "#000", "#fff"].findIndex((value) => {
      style.setProperty(`--service-${front}`, value, "important");
      const ratio = luminance(front) / luminance(back);
      return Math.max(ratio, 1 / ratio) >= CONTRAST;
    });
    if (kept && colors[front]) {
      warn(`theme color ${front} (${colors[front]}) has a contrast below ${CONTRAST}`);
    }
  }
}

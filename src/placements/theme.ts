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

/**
 * Fills the sheet; at once and everywhere, what is on display included. Colours: `background`, `surface`, `text`,
 * `muted`, `border`, `primary`, `on_primary`, `danger`; beside them `radius` and `font_family`.
 * Those not given follow from the others; a value that isn't what it should be is left out.
 */
export function setBranding(sheet: CSSStyleSheet, branding?: Branding): void {
  const { colors, radius, font_family = "" } = branding?.theme ?? {};
  const corners = typeof radius === "number" ? `${radius}px` : radius;
  const { style } = document.createElement("i");
  for (const [name, value] of Object.entries({ ...colors, radius: corners, font_family })) {
    // A property's own grammar lets nothing else in, and a declaration can't break out of its rule.
    if (CSS.supports(PROPERTIES[name] ?? "color", `${value}`) && !LOADS.test(`${value}`)) {
      style.setProperty(`--service-${name}`, `${value}`, "important");
    }
  }
  sheet.replaceSync(`${parts}${surfaces}.root{${style.cssText}}`);
}

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
  /** What it computes to. A stroke has no width here, and forced colours leave it alone. */
  const read = (color: string) => {
    style.webkitTextStrokeColor = `color-mix(in xyz,${color} 100%,red)`;
    return getComputedStyle(wrapper).webkitTextStrokeColor;
  };
  /** What is seen of a colour of the theme, which may let through what is behind it. */
  const seen = (name: string, behind: string) => {
    const [color, alpha = 1] = read(`var(--service-${name})`).replace(")", "").split(" / ");
    return `color-mix(in srgb,${color}) ${Number(alpha) * 100}%,${behind})`;
  };
  /** Y is relative luminance. */
  const luminance = (color: string) => Number(read(color).split(" ")[2]) + 0.05;
  const fill = seen("fill", "Canvas");
  const primary = seen("primary", fill);
  for (const [front, back, ground] of [
    ["text", "fill", fill],
    ["muted", "fill", fill],
    ["on_primary", "primary", primary],
  ] as const) {
    const kept = ["", `var(--service-ink_${back})`, "#000", "#fff"].findIndex((value) => {
      style.setProperty(`--service-${front}`, value, "important");
      const ratio = luminance(seen(front, ground)) / luminance(ground);
      return Math.max(ratio, 1 / ratio) >= CONTRAST;
    });
    if (kept && colors[front]) {
      warn(`theme color ${front} (${colors[front]}) has a contrast below ${CONTRAST}`);
    }
  }
}

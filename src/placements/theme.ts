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
/** Of red, green and blue. */
const WEIGHTS = [0.2126, 0.7152, 0.0722];

/** By WCAG, of what is seen of colours that lie one over the other; each is its parts from 0 to 1, and alpha if need be. */
const luminance = (layers: readonly (readonly number[])[]) =>
  WEIGHTS.reduce((sum, weight, i) => {
    const part = layers.reduce(
      (behind, { [i]: one = 0, 3: alpha = 1 }) => one * alpha + behind * (1 - alpha),
      0,
    );
    return sum + weight * (part > 0.04 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92);
  }, 0.05);

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
  for (const [front, ...backs] of [
    ["text", "fill"],
    ["muted", "fill"],
    ["on_primary", "fill", "primary"],
  ] as const) {
    const ours = [...backs, front].map((name) => `var(--service-${name})`);
    // All in one reading, for each has the browser work out styles. Forced colours leave no shadow.
    const shadow = ["Canvas", ...ours].map((color) => `0 0 color-mix(in srgb,${color} 100%,red)`);
    const kept = ["", `var(--service-ink_${backs.at(-1)})`, "#000", "#fff"].findIndex((value) => {
      style.setProperty(`--service-${front}`, value, "important");
      style.boxShadow = shadow.join();
      const parts = [...getComputedStyle(wrapper).boxShadow.matchAll(/srgb ([^)]+)/g)];
      const layers = parts.map(([, color = ""]) => color.split(/[ /]+/).map(Number));
      const ratio = luminance(layers) / luminance(layers.slice(0, -1));
      return !layers[0] || Math.max(ratio, 1 / ratio) >= CONTRAST;
    });
    if (kept && colors[front]) {
      warn(`theme color ${front} (${colors[front]}) has a contrast below ${CONTRAST}`);
    }
  }
  style.boxShadow = "";
}

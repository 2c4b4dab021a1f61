/** The one style sheet of all placements, with the workspace's colours, corners and type on top. */
import { attempt, type Branding } from "../decision/index";
import parts from "./parts.css";
import surfaces from "./surfaces.css";

/** Theme entries that aren't colours, with the CSS property whose values they may have: for corners one of a single length. */
const PROPERTIES: Readonly<Record<string, string>> = {
  radius: "padding-top",
  font_family: "font-family",
};

/**
 * What could load an image: with `var()` and the like every property's grammar accepts it. `\\` could
 * hide it. Also the CSS-wide keywords, which every property accepts, and
 * `currentColor`, which is another one wherever it is used.
 */
const REFUSED = /\\|(url|src|set)\(|currentcolor|^\s*(inherit|initial|unset|revert(-\w+)?)\s*$/i;

/**
 * Fills the sheet, also for what is on display. Colours: `background`, `surface`, `text`,
 * `muted`, `border`, `primary`, `on_primary`, `danger`; beside them `radius` and `font_family`.
 * Those not given follow from the others; a value that isn't what it should be is left out, with a warning.
 */
export function setBranding(
  sheet: CSSStyleSheet,
  branding: Branding | undefined,
  warn: (message: string) => void,
): void {
  const { colors, radius, font_family } = branding?.theme ?? {};
  const corners = typeof radius === "number" ? `${radius}px` : radius;
  const { style } = document.createElement("i");
  for (const [name, value] of Object.entries({ ...colors, radius: corners, font_family })) {
    if (value === undefined) continue;
    const text = String(value);
    // The value has to fit the property's grammar, and `setProperty` keeps it inside its declaration.
    // A DOM without a browser, as unit tests have it, may know nothing of styles.
    const fits = attempt(() => CSS.supports(PROPERTIES[name] ?? "color", text)) ?? true;
    if (fits && !REFUSED.test(text)) {
      style.setProperty(`--service-${name}`, text, "important");
    } else warn(`theme ${name} (${text}) cannot be used`);
  }
  sheet.replaceSync?.(`${parts}${surfaces}.root{${style.cssText}}`);
}

/** WCAG 2.2, level AA. */
const CONTRAST = 4.5;
/** Of red, green and blue. */
const WEIGHTS = [0.2126, 0.7152, 0.0722];

/**
 * Relative luminance, plus 0.05, of colours that lie one over the other, the lowest first; each is red,
 * green, blue (0 to 1) and perhaps alpha. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
const luminance = (layers: readonly (readonly number[])[]) =>
  WEIGHTS.reduce((sum, weight, i) => {
    const part = layers.reduce((behind, layer) => {
      const alpha = layer[3] ?? 1;
      return (layer[i] ?? 0) * alpha + behind * (1 - alpha);
    }, 0);
    return sum + weight * (part > 0.04 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92);
  }, 0.05);

/**
 * Replaces text colours that can't be read on the workspace's colours, in this wrapper, by one that
 * the style sheet computes, else by black or white.
 */
function correctContrast(
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
    // Read all colours at once, from one shadow: each reading makes the browser compute styles.
    // With forced colours there is no shadow, and nothing to correct.
    const shadow = ["Canvas", ...ours].map((color) => `0 0 color-mix(in srgb,${color} 100%,red)`);
    const kept = ["", `var(--service-ink_${backs.at(-1)})`, "#000", "#fff"].findIndex((value) => {
      style.setProperty(`--service-${front}`, value, "important");
      style.boxShadow = shadow.join();
      const painted = [...getComputedStyle(wrapper).boxShadow.matchAll(/srgb ([^)]+)/g)];
      const layers = painted.map(([, color = ""]) => color.split(/[ /]+/).map(Number));
      const ratio = luminance(layers) / luminance(layers.slice(0, -1));
      return !layers[0] || Math.max(ratio, 1 / ratio) >= CONTRAST;
    });
    if (kept && colors[front]) {
      warn(`theme color ${front} (${colors[front]}) has a contrast below ${CONTRAST}`);
    }
  }
  style.boxShadow = "";
}

/** Corrects what can't be read on the workspace's colours, if it has any: soon, and when the colour scheme changes. */
export function keepReadable(
  wrapper: HTMLElement,
  colors: Readonly<Record<string, string>> | undefined,
  warn: (message: string) => void,
): void {
  // What was corrected for earlier colours is taken back.
  if (!colors && !wrapper.ontransitionrun) return;
  const correct = () => wrapper.isConnected && correctContrast(wrapper, colors ?? {}, warn);
  // Reading computed colours forces the browser to compute styles, so not while slots are being filled.
  setTimeout(correct);
  // The wrapper's own colour is the system's, which changes with the colour scheme alone.
  wrapper.ontransitionrun = ({ target }) => target === wrapper && correct();
}

/** The one style sheet of all placements, with the workspace's colours, corners and type on top. */
import type { Branding } from "../decision/index";
import css from "./surfaces.css";

/** What isn't a colour. */
const PROPERTIES = new Map([
  ["radius", "border-radius"],
  ["font_family", "font-family"],
]);

/** By way of `var()` and the like every grammar lets in what loads an image; `\\` could spell it otherwise. */
const LOADS = /\\|(url|src|set)\(/i;

export function createSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
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
    if (CSS.supports(PROPERTIES.get(name) ?? "color", `${value}`) && !LOADS.test(`${value}`)) {
      style.setProperty(`--${name}`, `${value}`, "important");
    }
  }
}

/** The one style sheet of all placements, with the workspace's colours, corners and type on top. */
import type { Branding } from "../decision/index";
import css from "./surfaces.css";

export interface PlacementTheme {
  readonly sheet: CSSStyleSheet;
  /** At once and everywhere, what is on display included. A value that isn't what it should be is left out. */
  setBranding(branding: Branding | undefined): void;
}

/**
 * Colours: `background`, `surface`, `text`, `muted`, `border`, `primary`, `on_primary`, `danger`;
 * beside them `radius` and `font_family`. Those not given follow from the others.
 */
export function createTheme(): PlacementTheme {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const rule = sheet.cssRules[sheet.insertRule(".root{}", sheet.cssRules.length)];
  return {
    sheet,
    setBranding(branding) {
      if (!(rule instanceof CSSStyleRule)) return;
      const { style } = rule;
      const { colors = {}, radius, font_family } = branding?.theme ?? {};
      const set = (name: string, value: unknown, property: string) => {
        // A property's own grammar lets nothing else in, and a declaration can't break out of its rule.
        // Any word is a font, `undefined` too.
        if (value !== undefined && CSS.supports(property, String(value)))
          style.setProperty(`--${name}`, String(value));
      };
      style.cssText = "";
      for (const [name, value] of Object.entries(colors)) set(name, value, "color");
      set("radius", typeof radius === "number" ? `${radius}px` : radius, "border-radius");
      set("font_family", font_family, "font-family");
    },
  };
}

/** What the pages of the bench have on their window. */
import type { browserTime } from "./pages/browser-time.mjs";
import type { readSurface, Surface } from "./pages/drawn.mjs";
import type { addScript, closeIn, whenDrawn } from "./pages/watch.mjs";

declare global {
  interface Window {
    readonly bench: {
      readonly browserTime: typeof browserTime;
      readonly addScript: typeof addScript;
      readonly closeIn: typeof closeIn;
      readonly whenDrawn: typeof whenDrawn;
      readonly readSurface: typeof readSurface;
    };
    /** What Service drew. */
    readonly drawn: { readonly slots: readonly Surface[]; readonly modal: Surface };
    /** Shows a modal without Service. */
    showModal?: () => void;
  }
}

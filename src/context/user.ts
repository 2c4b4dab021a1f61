/** Infers what the browser tells about its user. Not the country: a language is no place. */

import { attempt } from "../decision/index";
import type { ServiceUserContext } from "../options/index";
import { overlay } from "./overlay";

interface UserWindow {
  readonly navigator: { readonly language: string };
  readonly screen: { readonly width: number; readonly height: number };
  matchMedia(query: string): { readonly matches: boolean };
  readonly Temporal?: { readonly Now: { timeZoneId(): string } };
}
/** The device is always inferred; the application can't give it. */
export interface KnownUser extends ServiceUserContext {
  readonly device?: "mobile" | "tablet" | "desktop";
}

export function inferUser(window: UserWindow): KnownUser {
  return overlay<KnownUser>({
    locale: attempt(() => window.navigator.language),
    // Making a page's first formatter takes longer than all the rest of its start.
    timezone: attempt(
      () => window.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    ),
    device: attempt(() => {
      // The main pointer decides, so that a laptop with a touch screen counts as a desktop.
      if (!window.matchMedia("(pointer: coarse)").matches) return "desktop";
      return Math.min(window.screen.width, window.screen.height) < 600 ? "mobile" : "tablet";
    }),
  });
}

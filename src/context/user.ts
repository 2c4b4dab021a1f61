/** What the browser says of its user. The country is not guessed: a language is no place. */
import type { ServiceUserContext } from "../options/index";
import { attempt } from "./attempt";
import { overlay } from "./overlay";

export interface UserWindow {
  readonly navigator: { readonly language: string };
  readonly screen: { readonly width: number; readonly height: number };
  matchMedia(query: string): { readonly matches: boolean };
  readonly Temporal?: { readonly Now: { timeZoneId(): string } };
}
/** The device is inferred only; the application doesn't tell it. */
export interface KnownUser extends ServiceUserContext {
  readonly device?: "mobile" | "tablet" | "desktop";
}

export function inferUser(window: UserWindow): KnownUser {
  return overlay<KnownUser>({
    locale: attempt(() => window.navigator.language),
    // The first formatter of a page takes it longer to make than all else that is done at its start.
    timezone: attempt(
      () => window.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    ),
    device: attempt(() => {
      // By its main pointer, so that a laptop with a touch screen stays a desktop.
      if (!window.matchMedia("(pointer: coarse)").matches) return "desktop";
      return Math.min(window.screen.width, window.screen.height) < 600 ? "mobile" : "tablet";
    }),
  });
}

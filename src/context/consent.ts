/** The consent to start with: what the page says, else what the browser's privacy control implies. */
import { attempt } from "../decision/index";
import type { Consent } from "../options/index";

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

/** @param option the page's. Without one, Global Privacy Control means `denied`: https://w3c.github.io/gpc/ */
export function initialConsent(
  option: Consent | undefined,
  navigator: Pick<Navigator, "globalPrivacyControl"> | undefined,
): Consent {
  // One that can't be read may be set.
  return option ?? (attempt(() => !navigator?.globalPrivacyControl) ? "granted" : "denied");
}

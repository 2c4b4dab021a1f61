/** The consent to start with. */
import type { Consent } from "../options/index";

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

/** The page's option, or what Global Privacy Control implies without one. https://w3c.github.io/gpc/ */
export function initialConsent(
  option: Consent | undefined,
  navigator: Pick<Navigator, "globalPrivacyControl"> | undefined,
): Consent {
  return option ?? (navigator?.globalPrivacyControl ? "denied" : "granted");
}

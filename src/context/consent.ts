/** The consent to start with. */
import type { Consent } from "../options/index";

export interface ConsentNavigator {
  /** Not read. A type with optional fields only would not accept a `Navigator`. */
  readonly language: string;
  readonly globalPrivacyControl?: boolean;
}

/** The page's option, or what Global Privacy Control implies without one. https://w3c.github.io/gpc/ */
export function initialConsent(
  option: Consent | undefined,
  navigator: ConsentNavigator | undefined,
): Consent {
  return option ?? (navigator?.globalPrivacyControl ? "denied" : "granted");
}

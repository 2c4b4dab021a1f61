/** Consent before anybody has asked. */
import type { Consent } from "../options/index";

export interface ConsentNavigator {
  /** Not read: a type of optional fields alone would not accept a `Navigator`. */
  readonly language: string;
  readonly globalPrivacyControl?: boolean;
}

/** What the page says counts, else Global Privacy Control. https://w3c.github.io/gpc/ */
export function initialConsent(
  option: Consent | undefined,
  navigator: ConsentNavigator | undefined,
): Consent {
  return option ?? (navigator?.globalPrivacyControl ? "denied" : "granted");
}

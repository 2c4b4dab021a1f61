/** One SDK to a page, whichever file made it: the second to come finds the first. */
import type { Service } from "./types";

/** A symbol: no property of this name can be the page's. */
const KEY = Symbol.for("service.sdk");

export function findInstance(window: object | undefined): Service | undefined {
  return Object(window)[KEY];
}

/** @param service nothing when it is over */
export function keepInstance(window: object | undefined, service: Service | undefined): void {
  Object(window)[KEY] = service;
}

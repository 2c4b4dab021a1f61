/** There is one SDK on a page, whichever file made it: a second one finds the first here. */
import type { Service } from "./types";

/** A symbol, so that it can't clash with a property of the page. */
const KEY = Symbol.for("service.sdk");
const REPEATED = Symbol.for("service.repeated");

export function findInstance(window: object | undefined): Service | undefined {
  return Object(window)[KEY];
}

/** Whether a further file finds the first one here for the first time. */
export function isFirstRepeat(window: object | undefined): boolean {
  const isKnown = Object(window)[REPEATED];
  Object(window)[REPEATED] = true;
  return !isKnown;
}

/** @param service `undefined` when the instance was destroyed */
export function keepInstance(window: object | undefined, service: Service | undefined): void {
  Object(window)[KEY] = service;
}

/** One SDK to a page, whichever file made it: the second to come finds the first. */
import type { Service } from "./types";

/** On the window, yet no name that a page could meet. */
const KEY = Symbol.for("service.sdk");

export function findInstance(window: object | undefined): Service | undefined {
  return window && Reflect.get(window, KEY);
}

export function keepInstance(window: object | undefined, service: Service): void {
  if (!window) return;
  Reflect.set(window, KEY, service);
  const { destroy } = service;
  service.destroy = () => {
    if (findInstance(window) === service) Reflect.deleteProperty(window, KEY);
    destroy();
  };
}

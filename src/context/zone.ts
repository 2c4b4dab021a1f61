/**
 * Angular's zone.js checks the whole application after each timer, listener and observer that was made
 * in its zone, and takes it for unstable while a timer waits. So the SDK makes its own outside.
 * https://angular.dev/best-practices/zone-pollution
 */
import { attempt } from "../decision/index";

/** Calls `act` outside. Functions among its arguments go on being called where they come from. */
export function outsideZone<T>(
  act: (...args: readonly unknown[]) => T,
  args: readonly unknown[] = [],
): T {
  const { root, current } = Object(attempt(() => Object(globalThis).Zone));
  if (typeof root?.run !== "function") return act(...args);
  const bound = (arg: unknown) => (typeof arg === "function" ? current.wrap(arg, "Service") : arg);
  return root.run(() => act(...args.map(bound)));
}

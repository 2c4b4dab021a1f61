/** The ESM entry: for bundlers, and for servers, where there is no DOM. Importing it does nothing. */
import { describeFaults, logFaults, readOptions, ServiceConfigError } from "./options/index";
import type { ServiceInitOptions } from "./options/types";
import { createService, deviceTime, findInstance, pageConsole } from "./sdk/index";
import type { Service } from "./sdk/types";

export type * from "./decision/types";
export { type FaultCode, ServiceConfigError } from "./options/index";
export type * from "./options/types";
export type * from "./sdk/types";

/**
 * Starts the SDK (specification, "ServiceInitOptions"). A second call on one page returns the
 * first instance, with a warning.
 * @throws {ServiceConfigError} when a required option is missing or refused; its message lists every fault
 */
export function initService(input: ServiceInitOptions): Service {
  // Without a document it is no page: some servers and native apps have a window for other reasons.
  const scope = globalThis.window?.document ? window : undefined;
  // A page's worker has no window, but anybody can read its code all the same.
  const browser = typeof window === "object" || "importScripts" in globalThis;
  const earlier = findInstance(scope);
  if (earlier) {
    pageConsole.warn("[Service] is initialised already; the first instance stays");
    return earlier;
  }
  const { options, faults } = readOptions(input, { browser });
  const [worst] = faults;
  if (worst?.fatal) throw new ServiceConfigError(worst, describeFaults(faults));
  logFaults(faults, pageConsole);
  const service = createService(
    { read: () => options },
    { window: scope, console: pageConsole, now: deviceTime, fetch: (...call) => fetch(...call) },
  );
  service.start();
  return service;
}

import type { ServiceInitOptions } from "./options/types.js";
import type { Service } from "./sdk/types.js";
export type * from "./decision/types.js";
export { type FaultCode, ServiceConfigError } from "./options/index.js";
export type * from "./options/types.js";
export type * from "./sdk/types.js";
/**
 * Starts the SDK (specification, "ServiceInitOptions"). A second call on one page returns the
 * first instance, with a warning.
 * @throws {ServiceConfigError} when a required option is missing or refused; its message lists every fault
 */
export declare function initService(input: ServiceInitOptions): Service;

/** Reads unknown input: out come validated options and a list of faults. */
export { describeFaults, type FaultCode, logFaults, ServiceConfigError, } from "./faults.js";
export { PATHS } from "./paths.js";
export { isManual, readAttributes } from "./read-attributes.js";
export { cleanPage, cleanTrial, cleanUser, readOptions, } from "./read-options.js";
export { hasMethod, type Method, mayAnswer, type Source, sourcesOf } from "./sources.js";
export type * from "./types.js";

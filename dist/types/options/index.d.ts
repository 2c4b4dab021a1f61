/** Reads unknown input: out come validated options and a list of faults. */
export { describeFaults, type FaultCode, type FaultReport, logFaults, type OptionFault, ServiceConfigError, } from "./faults.js";
export { PATHS } from "./paths.js";
export { type AttributesEnvironment, isManual, readAttributes } from "./read-attributes.js";
export { cleanPage, cleanTrial, cleanUser, type OptionsEnvironment, type ReadOptions, readOptions, } from "./read-options.js";
export { DOMAINS, type Source, sourcesOf } from "./sources.js";
export type * from "./types.js";

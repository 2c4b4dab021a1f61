/** Reads unknown input: out come validated options and a list of faults. */
export {
  describeFaults,
  type FaultCode,
  type FaultReport,
  logFaults,
  type OptionFault,
  ServiceConfigError,
} from "./faults";
export { PATHS } from "./paths";
export { type AttributesEnvironment, isManual, readAttributes } from "./read-attributes";
export {
  cleanPage,
  cleanTrial,
  cleanUser,
  type OptionsEnvironment,
  type ReadOptions,
  readOptions,
} from "./read-options";
export { DOMAINS, type Source, sourcesOf } from "./sources";
export type * from "./types";

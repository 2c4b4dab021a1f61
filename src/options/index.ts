/** Reads unknown input: out come validated options and a list of faults. */
export {
  describeFaults,
  type FaultCode,
  logFaults,
  ServiceConfigError,
} from "./faults";
export { PATHS } from "./paths";
export { isManual, readAttributes } from "./read-attributes";
export {
  cleanPage,
  cleanTrial,
  cleanUser,
  readOptions,
} from "./read-options";
export { hasMethod, type Method, mayAnswer, type Source, sourcesOf } from "./sources";
export type * from "./types";

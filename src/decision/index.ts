/** The face of the pure core to the other rooms. What packages get is `src/decision.ts`. */
export { attempt } from "./attempt";
export { bucket } from "./bucket";
export { type CompiledPlaybook, compilePlaybook } from "./compile";
export { evaluateCondition } from "./conditions";
export { decideEntitlement, entitlementOf } from "./entitlements";
export { SESSION_MS } from "./frequency";
export { isOccasion } from "./gates";
export { once } from "./once";
export { languageOf, payloadOf } from "./outputs";
export {
  candidatesFor,
  evaluate,
  explainPlacement,
  hidden,
  subjectFor,
} from "./placements";
export { HANDLE, payloadSchema } from "./playbook-schema";
export {
  isObject,
  isSound,
  joinPath,
  listOf,
  own,
  problemsOf,
  type Schema,
  textOf,
  typeOf,
} from "./schema";
export {
  boolean,
  each,
  type Fields,
  list,
  map,
  number,
  object,
  string,
  word,
} from "./schema-words";
export { createSubject, type Subject } from "./subject";
export { localeOf } from "./tokens";
export { DAY, parseTime } from "./trial";
export * from "./types";
export { findProblems, playbookProblems, validatePlaybook } from "./validate";
export { isEqual } from "./values";

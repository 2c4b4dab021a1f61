/** The face of the pure core to the other rooms. What packages get is `src/decision.ts`. */
export { attempt } from "./attempt.js";
export { bucket } from "./bucket.js";
export { type CompiledPlaybook, compilePlaybook } from "./compile.js";
export { evaluateCondition } from "./conditions.js";
export { decideEntitlement, entitlementOf } from "./entitlements.js";
export { isOccasion } from "./gates.js";
export { once } from "./once.js";
export { languageOf } from "./outputs.js";
export { candidatesFor, evaluate, explainPlacement, hidden, subjectFor, } from "./placements.js";
export { HANDLE, playbookSchema } from "./playbook-schema.js";
export { isObject, isSound, joinPath, listOf, own, problemsOf, type Schema, textOf, typeOf, } from "./schema.js";
export { readSchemas } from "./schema-text.js";
export { createSubject, type Subject } from "./subject.js";
export { localeOf } from "./tokens.js";
export { DAY, parseTime } from "./trial.js";
export * from "./types.js";
export { findProblems, playbookProblems, validatePlaybook } from "./validate.js";
export { isEqual } from "./values.js";

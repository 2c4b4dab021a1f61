/** Checks what the application's sources answer: a sound answer is returned, anything else throws. */
import {
  type EntitlementResult,
  hidden,
  isObject,
  type PlacementOutput,
  playbookSchema,
  problemsOf,
  readSchemas,
  type Schema,
  type ServicePlacementDecision,
} from "../decision/index";
import { cleanTrial, type ServiceTrialContext } from "../options/index";
import type { Origin } from "./sources";

const amount: Schema = { type: ["number", "null"] };

/** Content and CTAs are as in a Playbook. */
function schemaOf(kind: string): Schema {
  const { placements } = playbookSchema().properties ?? {};
  const { content = {}, ctas = {} } =
    placements?.items?.properties?.payloads?.items?.properties ?? {};
  return readSchemas<Schema>(
    `
entitlement: allowed!=boolean limit used=number remaining=limit tier
decision: visible!=boolean
output: placement! payload! surface! content! ctas
`,
    { limit: amount, content, ctas },
  )(kind);
}

/** A copy as plain data; the one place where it gets its type. */
function ensureSound<T>(kind: string, answer: unknown): T {
  const value: unknown = JSON.parse(JSON.stringify(answer));
  const [problem] = problemsOf(schemaOf(kind), value);
  if (problem) throw new TypeError(`the answer's ${problem.path || "value"} ${problem.message}`);
  return value as T;
}

/** An answer about a user or a trial, whose fields are checked by `cleanUser` and `readTrial`. */
export function readObject(answer: unknown): object {
  if (!isObject(answer)) throw new TypeError("the answer must be object");
  return answer;
}

/** What of a trial is sound; a trial that doesn't say so is none. */
export const readTrial = (
  answer: object,
  warn: (message: string) => void,
): ServiceTrialContext => ({
  in_trial: false,
  ...cleanTrial(answer, warn),
});

export function readEntitlement(
  answer: unknown,
  handle: string,
  source: Origin["source"],
): EntitlementResult {
  const said = ensureSound<EntitlementResult>("entitlement", answer);
  const granted = said.status === "limited" ? "limited" : "granted";
  const status = said.allowed ? granted : "denied";
  return { ...said, handle, status, reason: "by_resolver", source };
}

const DEFAULTS = { ctas: [], playbook_version: 0 };

/** An output or, for nothing, null. */
export function readPlacement(answer: unknown): ServicePlacementDecision {
  if (answer === null) return hidden("by_resolver");
  const output = ensureSound<PlacementOutput>("output", answer);
  return { visible: true, reasons: ["by_resolver"], output: { ...DEFAULTS, ...output } };
}

export function readDecision(answer: unknown): ServicePlacementDecision {
  const { visible, output } = ensureSound<ServicePlacementDecision>("decision", answer);
  return readPlacement(visible ? (output ?? {}) : null);
}

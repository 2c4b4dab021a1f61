/** Checks what the application's sources answer: a sound answer is returned, anything else throws. */
import {
  boolean,
  type EntitlementResult,
  each,
  hidden,
  isObject,
  number,
  object,
  type PlacementOutput,
  payloadSchema,
  problemsOf,
  type Schema,
  type ServicePlacementDecision,
  string,
} from "../decision/index";
import { cleanTrial, type ServiceTrialContext } from "../options/index";

const amount: Schema = { type: ["number", "null"] };

/** Content and CTAs are as in a Playbook. */
function outputSchema(): Schema {
  const { content = {}, ctas = {} } = payloadSchema().properties ?? {};
  const words = "placement payload surface";
  return object({ ...each(words, string), content, ctas }, `${words} content`);
}
const entitlementSchema = () =>
  object(
    { allowed: boolean, limit: amount, used: number, remaining: amount, tier: string },
    "allowed",
  );

/** A copy as plain data; the one place where it gets its type. */
function ensureSound<T>(schema: Schema, answer: unknown): T {
  const value: unknown = JSON.parse(JSON.stringify(answer));
  const [problem] = problemsOf(schema, value);
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
  source: EntitlementResult["source"],
): EntitlementResult {
  const said = ensureSound<EntitlementResult>(entitlementSchema(), answer);
  const granted = said.status === "limited" ? "limited" : "granted";
  const status = said.allowed ? granted : "denied";
  return { ...said, handle, status, reason: "by_resolver", source };
}

const shown = (output: Omit<PlacementOutput, "ctas">): ServicePlacementDecision => ({
  visible: true,
  reasons: ["by_resolver"],
  output: { ctas: [], ...output },
});

/** An output or, for nothing, null. One without `playbook_version` is given it where it is admitted. */
export const readPlacement = (answer: unknown): ServicePlacementDecision =>
  answer === null ? hidden("by_resolver") : shown(ensureSound(outputSchema(), answer));

export function readDecision(answer: unknown): ServicePlacementDecision {
  const schema = object({ visible: boolean }, "visible");
  if (!ensureSound<ServicePlacementDecision>(schema, answer).visible) return readPlacement(null);
  const output = object({ output: outputSchema() }, "output");
  return shown(ensureSound<{ output: PlacementOutput }>(output, answer).output);
}

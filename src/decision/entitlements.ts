/** What a user may do. Fails closed: anything unknown, missing or malformed grants nothing. */
import type { CompiledPlaybook } from "./compile";
import { own } from "./schema";
import { createSubject, isInAny, planOf, type Subject } from "./subject";
import type {
  DecisionInput,
  Entitlement,
  EntitlementReason,
  EntitlementResult,
  Grant,
  Handle,
} from "./types";

/** The reason why a grant applies to the user; `undefined` if it doesn't. One without plans and segments applies to nobody. */
function grantedBy(subject: Subject, { plans, segments }: Grant): EntitlementReason | undefined {
  if (segments && !isInAny(subject, segments)) return undefined;
  if (!plans) return segments && "granted_by_segment";
  if (plans.includes(planOf(subject)?.handle ?? "")) return "granted_by_plan";
  const { trial } = subject;
  if (!trial?.active || !plans.includes(trial.plan?.handle ?? "")) return undefined;
  return "granted_by_trial";
}

/** Without what reckoning with fractions leaves behind: 0.1 + 0.2 is 0.3, and 30 less 29.01 is 0.99. */
export const rounded = (units?: number | null) => units && Number(units.toFixed(9));

/** Percent used of a limit; a limit of 0 is used up. */
export function usagePercent({ limit, used = 0 }: Partial<EntitlementResult>): number | undefined {
  if (typeof limit !== "number") return undefined;
  return limit > 0 ? Number(rounded((used / limit) * 100)) : 100;
}

/** The reason, from which the status follows, and the amounts that go with it. */
type Answer = readonly [
  reason: EntitlementReason,
  amounts?: { tier: string } | { limit: number | null; used: number; remaining: number | null },
];

function answer(subject: Subject, handle: Handle): Answer {
  const { playbook, context } = subject;
  if (!playbook.usable) return ["playbook_unavailable"];
  // Read plainly first: mostly there are none, and `own` takes longer to say so.
  const said = context.entitlements && own(own(context, "entitlements"), handle);
  if (typeof said === "boolean") return [said ? "granted_by_server" : "denied_by_server"];
  const entitlement = playbook.part("entitlements", handle);
  if (!entitlement) return ["entitlement_unknown"];

  // The most generous one comes first.
  const { grants } = entitlement;
  for (let i = 0; i < grants.length; i++) {
    const grant = grants[i];
    const reason = grant && grantedBy(subject, grant);
    if (reason) return granted(subject, entitlement, grant, reason);
  }
  return [planOf(subject) ? "not_in_plan" : "plan_unknown"];
}

/** The answer where a grant applies. */
function granted(
  { context }: Subject,
  { handle, type, warn_at_percent: warnAt }: Entitlement,
  { limit = null, enforcement, tier = "" }: Grant,
  reason: EntitlementReason,
): Answer {
  if (type === "feature") return [reason];
  if (type === "tier") return [reason, { tier }];

  // Usage limits, credits and seats: usage counts against the limit.
  const given = own(own(context, "usage"), handle);
  // `null` is no number: JSON has it for one that isn't finite.
  const used = given === undefined ? 0 : given;
  if (typeof used !== "number" || !(used >= 0) || used === Infinity) return ["usage_invalid"];
  if (limit === null) return [reason, { limit, used, remaining: null }];
  const reached = used >= limit && (enforcement === "soft" ? "over_soft_limit" : "limit_reached");
  const isNear =
    warnAt !== undefined && Number(usagePercent({ limit, used })) >= warnAt && "near_limit";
  return [
    reached || isNear || reason,
    { limit, used, remaining: Math.max(0, Number(rounded(limit - used))) },
  ];
}

function resultOf(subject: Subject, handle: Handle): EntitlementResult {
  const { playbook, input } = subject;
  const found = answer(subject, handle);
  // By index: destructuring walks over it, and an engine does that at length before it is optimised.
  const reason = found[0];
  const amounts = found[1];
  const isGranted = reason.startsWith("granted");
  const isLimited = reason === "near_limit" || reason === "over_soft_limit";
  const status = isLimited ? "limited" : isGranted ? "granted" : "denied";
  const allowed = status !== "denied";
  const source = playbook.usable ? (input.source ?? "playbook") : "none";
  // For who decides a lot: merging objects takes longer than all the rest.
  if (__CORE_ALONE__ && !amounts) return { handle, allowed, status, reason, source };
  return { handle, allowed, status, reason, ...amounts, source };
}

/** The result for one entitlement, worked out once for each subject. */
export function entitlementOf(subject: Subject, handle: Handle): EntitlementResult {
  subject.entitlements ??= new Map();
  const { input, entitlements: known } = subject;
  const result = known.get(handle) ?? input.entitled?.(handle) ?? resultOf(subject, handle);
  known.set(handle, result);
  return result;
}

/**
 * What a user may do (README, "Entitlements"). Never throws; reads nothing but its arguments.
 * @param handle of the entitlement; one that the Playbook lacks is denied
 */
export function decideEntitlement(
  playbook: CompiledPlaybook,
  handle: Handle,
  input: DecisionInput,
): EntitlementResult {
  return input?.entitled?.(handle) ?? resultOf(createSubject(playbook, input), handle);
}

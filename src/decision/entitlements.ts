/** What a user may do. Fails closed: whatever is unknown, missing or malformed grants nothing. */
import type { CompiledPlaybook } from "./compile";
import { own } from "./schema";
import { createSubject, isIn, note, planOf, type Subject } from "./subject";
import type { DecisionInput, EntitlementReason, EntitlementResult, Grant, Handle } from "./types";

/** By what a grant applies; `undefined` when it does not. One that names nobody is for nobody. */
function grantedBy(subject: Subject, { plans, segments }: Grant): EntitlementReason | undefined {
  if (segments && !segments.some((segment) => isIn(subject, segment))) return undefined;
  if (!plans) return segments && "granted_by_segment";
  if (plans.includes(planOf(subject)?.handle ?? "")) return "granted_by_plan";
  const { trial } = subject;
  if (!trial?.active || !plans.includes(trial.plan?.handle ?? "")) return undefined;
  note(subject, trial.endsAt);
  return "granted_by_trial";
}

/** The reason, which tells the status as well, and the amounts that go with it. */
type Answer = readonly [
  reason: EntitlementReason,
  amounts?: Pick<EntitlementResult, "limit" | "used" | "remaining" | "tier">,
];

function answer(subject: Subject, handle: Handle): Answer {
  const { playbook, context } = subject;
  if (!playbook.usable) return ["playbook_unavailable"];
  const said = own(context.entitlements, handle);
  if (typeof said === "boolean") return [said ? "granted_by_server" : "denied_by_server"];
  const entitlement = playbook.part("entitlements", handle);
  if (!entitlement) return ["entitlement_unknown"];

  const { type, tiers = [], warn_at_percent: warnAt = Infinity, grants } = entitlement;
  const [best] = grants
    .flatMap((grant) => {
      const { limit, enforcement, tier = "" } = grant;
      const isMetered = type !== "feature" && type !== "tier";
      // Unlimited over soft over hard, then the higher limit or tier; less than nothing grants nothing.
      const kind = !isMetered ? 0 : limit === null ? 2 : enforcement === "soft" ? 1 : 0;
      const amount = isMetered
        ? limit === undefined
          ? -1
          : (limit ?? 0)
        : type === "tier"
          ? tiers.indexOf(tier)
          : 0;
      const reason = amount < 0 ? undefined : grantedBy(subject, grant);
      return reason ? { limit, enforcement, tier, kind, amount, reason } : [];
    })
    .sort((a, b) => b.kind - a.kind || b.amount - a.amount);
  if (!best) return [planOf(subject) ? "not_in_plan" : "plan_unknown"];
  const { limit = null, enforcement, tier, reason } = best;
  if (type === "feature") return [reason];
  if (type === "tier") return [reason, { tier }];

  // Counts use against a limit: a usage limit, credits or seats.
  const used = own(context.usage, handle) ?? 0;
  if (typeof used !== "number" || !(used >= 0) || used === Infinity) return ["usage_invalid"];
  if (limit === null) return [reason, { limit, used, remaining: null }];
  const isOver = used >= limit && (enforcement === "soft" ? "over_soft_limit" : "limit_reached");
  const isNear = used * 100 >= warnAt * limit && "near_limit";
  return [isOver || isNear || reason, { limit, used, remaining: Math.max(0, limit - used) }];
}

/** The answer for one entitlement, found once for each subject. */
export function entitlementOf(subject: Subject, handle: Handle): EntitlementResult {
  const { playbook, input } = subject;
  subject.entitlements ??= new Map();
  const { entitlements: known } = subject;
  let result = known.get(handle) ?? input.entitled?.(handle);
  if (!result) {
    const [reason, amounts] = answer(subject, handle);
    const isLimited = /^(near|over)/.test(reason) && "limited";
    const status = isLimited || (/^granted/.test(reason) ? "granted" : "denied");
    const source = playbook.usable ? (input.source ?? "playbook") : "none";
    result = { handle, allowed: status !== "denied", status, reason, ...amounts, source };
  }
  known.set(handle, result);
  return result;
}

/**
 * What a user may do (contract, "Playbook" and "Results"). Never throws, reads nothing else.
 * @param handle of the entitlement; one that the Playbook lacks is denied
 */
export function decideEntitlement(
  playbook: CompiledPlaybook,
  handle: Handle,
  input: DecisionInput,
): EntitlementResult {
  return entitlementOf(createSubject(playbook, input), handle);
}

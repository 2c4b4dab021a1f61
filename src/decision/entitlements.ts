/** What a user may do. Fails closed: whatever is unknown, missing or malformed grants nothing. */
import type { CompiledPlaybook } from "./compile";
import { own } from "./schema";
import { createSubject, type Subject } from "./subject";
import type {
  DecisionInput,
  Entitlement,
  EntitlementReason,
  EntitlementResult,
  Grant,
  Handle,
} from "./types";

type GrantReason = "granted_by_plan" | "granted_by_segment" | "granted_by_trial";
/** Compared from left to right. */
type Generosity = readonly [kind: number, amount: number];

/** By what a grant applies; `undefined` when it does not. One that names nobody is for nobody. */
function grantedBy(subject: Subject, { plans, segments }: Grant): GrantReason | undefined {
  if (segments && !segments.some(subject.isIn)) return undefined;
  if (!plans) return segments && "granted_by_segment";
  if (subject.plan && plans.includes(subject.plan.handle)) return "granted_by_plan";
  const { trial } = subject;
  if (!trial?.active || !trial.plan || !plans.includes(trial.plan.handle)) return undefined;
  subject.note(trial.endsAt);
  return "granted_by_trial";
}

/** Unlimited over soft over hard, then the higher limit or tier; `undefined` grants nothing of this type. */
function generosityOf({ type, tiers }: Entitlement, grant: Grant): Generosity | undefined {
  if (type === "feature") return [0, 0];
  if (type === "tier") {
    const tier = (tiers ?? []).indexOf(grant.tier ?? "");
    return tier < 0 ? undefined : [0, tier];
  }
  if (grant.limit === null) return [2, 0];
  if (grant.limit === undefined) return undefined;
  return [grant.enforcement === "soft" ? 1 : 0, grant.limit];
}

const isMore = (a: Generosity, b: Generosity) => a[0] - b[0] || a[1] - b[1];

interface BestGrant {
  readonly grant: Grant;
  readonly reason: GrantReason;
  readonly generosity: Generosity;
}

function bestGrant(subject: Subject, entitlement: Entitlement): BestGrant | undefined {
  let best: BestGrant | undefined;
  for (const grant of entitlement.grants) {
    const generosity = generosityOf(entitlement, grant);
    const reason = generosity && grantedBy(subject, grant);
    if (reason && (!best || isMore(generosity, best.generosity) > 0)) {
      best = { grant, reason, generosity };
    }
  }
  return best;
}

type Answer = Omit<EntitlementResult, "handle" | "source">;

const denied = (reason: EntitlementReason): Answer => ({
  allowed: false,
  status: "denied",
  reason,
});

/** Counts use against a limit: a usage limit, credits or seats. */
function metered(
  subject: Subject,
  { handle, warn_at_percent }: Entitlement,
  best: BestGrant,
): Answer {
  const { grant, reason } = best;
  const used = own(subject.context.usage, handle) ?? 0;
  if (typeof used !== "number" || !Number.isFinite(used) || used < 0)
    return denied("usage_invalid");
  const limit = grant.limit ?? null;
  if (limit === null) {
    return { allowed: true, status: "granted", reason, limit, used, remaining: null };
  }
  const amounts = { limit, used, remaining: Math.max(0, limit - used) };
  if (used >= limit) {
    return grant.enforcement === "soft"
      ? { allowed: true, status: "limited", reason: "over_soft_limit", ...amounts }
      : { ...denied("limit_reached"), ...amounts };
  }
  const near = warn_at_percent !== undefined && used * 100 >= warn_at_percent * limit;
  return near
    ? { allowed: true, status: "limited", reason: "near_limit", ...amounts }
    : { allowed: true, status: "granted", reason, ...amounts };
}

function answer(subject: Subject, handle: Handle): Answer {
  if (!subject.playbook.usable) return denied("playbook_unavailable");
  const said = own(subject.context.entitlements, handle);
  if (said === true) return { allowed: true, status: "granted", reason: "granted_by_server" };
  if (said === false) return denied("denied_by_server");
  const entitlement = subject.playbook.part("entitlements", handle);
  if (!entitlement) return denied("entitlement_unknown");
  const best = bestGrant(subject, entitlement);
  if (!best) return denied(subject.plan ? "not_in_plan" : "plan_unknown");
  if (/^(feature|tier)$/.test(entitlement.type)) {
    const { tier } = best.grant;
    return {
      allowed: true,
      status: "granted",
      reason: best.reason,
      ...(entitlement.type === "tier" && tier !== undefined && { tier }),
    };
  }
  return metered(subject, entitlement, best);
}

/** The answer for one entitlement, found once for each subject. */
export function entitlementOf(subject: Subject, handle: Handle): EntitlementResult {
  let result = subject.entitlements.get(handle);
  if (!result) {
    const source = subject.playbook.usable ? "playbook" : "none";
    result = { handle, ...answer(subject, handle), source };
    subject.entitlements.set(handle, result);
  }
  return result;
}

/**
 * What a user may do (contract, "Playbook" and "Results"). Never throws, reads nothing else.
 * @param handle of the entitlement; one that the Playbook lacks is denied
 */
export function decideEntitlement(
  playbook: CompiledPlaybook,
  handle: Handle,
  { context, now }: DecisionInput,
): EntitlementResult {
  return entitlementOf(createSubject(playbook, context, now), handle);
}

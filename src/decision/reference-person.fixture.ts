/** Test code only: who is decided about and what they may do, as plainly as it can be said. */
import {
  bucket,
  type DecisionInput,
  type Entitlement,
  type EntitlementReason,
  type Grant,
  type Playbook,
} from "../decision";
import { referenceMeets } from "./reference-conditions.fixture";

/** An own field of whatever it is. */
export const field = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
export const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
export const time = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** Who is decided about. */
export function personOf(playbook: Playbook, input: DecisionInput) {
  const { now, history } = input;
  const { context } = input;
  const id = text(context.id) ?? text(context.anonymous_id);
  const planNamed = (handle: unknown) => playbook.plans?.find((one) => one.handle === handle);
  const plan = planNamed(context.plan_handle);
  const trialEnd = Date.parse(text(field(context.trial, "ends_at")) ?? "");
  const isEndGiven = (field(context.trial, "ends_at") ?? null) !== null;
  /** A trial that says something of its time that can't be read gives nothing. */
  const canRead = (name: string, read: (value: unknown) => number | undefined) => {
    const value = field(context.trial, name) ?? null;
    return value === null || Number.isFinite(read(value));
  };
  const isOnTrial =
    field(context.trial, "in_trial") === true &&
    canRead("started_at", (value) => Date.parse(text(value) ?? "")) &&
    canRead("day_number", time) &&
    canRead("days_remaining", time) &&
    (isEndGiven ? now < trialEnd : Number.isFinite(now));
  const trialPlan = planNamed(field(context.trial, "plan_handle"));

  /** The segments that a condition names, wherever it does. */
  const namesIn = (value: unknown): string[] =>
    Object.entries(Object(value)).flatMap(([key, inner]) => [
      ...(/^\$(in|notIn)Segment$/.test(key) ? [`${inner}`] : []),
      ...(typeof inner === "object" ? namesIn(inner) : []),
    ]);
  const segmentNamed = (handle: string) => playbook.segments?.find((one) => one.handle === handle);
  /** Segments that lead back to themselves have no members. */
  function isInCircle(segment: string, from = segment, seen: readonly string[] = []): boolean {
    const next = namesIn(segmentNamed(from)?.condition).filter((one) => !seen.includes(one));
    return next.some((one) => one === segment || isInCircle(segment, one, [...seen, one]));
  }
  function isIn(segment: string): boolean {
    if (context.segments?.includes(segment)) return true;
    const authored = segmentNamed(segment);
    return authored !== undefined && !isInCircle(segment) && meets(authored.condition);
  }
  const meets = (condition: unknown): boolean =>
    referenceMeets(context, condition, (segment) =>
      isIn(segment) ? [id, text(context.anonymous_id)] : [],
    );
  /** Percent of the way of a user that a draw reaches; nobody without an id. */
  const isDrawn = (seed: string, percent: number) =>
    percent >= 100 ||
    (id !== undefined && Math.round(bucket(seed, id) * 10_000) < Math.round(percent * 100));
  return {
    ...{ playbook, context, now, history, id, plan },
    ...{ trialEnd, trialPlan, isOnTrial, isIn, meets, isDrawn },
  };
}
export type Person = ReturnType<typeof personOf>;

interface Answer {
  readonly reason: EntitlementReason;
  readonly limit?: number | null;
  readonly used?: number;
  readonly tier?: string;
}

export function entitlementsOf({ playbook, context, plan, trialPlan, isOnTrial, isIn }: Person) {
  function reasonFor({ plans, segments }: Grant): EntitlementReason | undefined {
    if (segments && !segments.some(isIn)) return undefined;
    if (!plans) return segments && "granted_by_segment";
    if (plan && plans.includes(plan.handle)) return "granted_by_plan";
    const byTrial = isOnTrial && trialPlan && plans.includes(trialPlan.handle);
    return byTrial ? "granted_by_trial" : undefined;
  }
  /** Higher is more generous; nothing where the grant gives nothing of this type. */
  function generosity({ type, tiers = [] }: Entitlement, grant: Grant): number | undefined {
    if (type === "feature") return 0;
    if (type === "tier") {
      const index = tiers.indexOf(grant.tier ?? "");
      return index < 0 ? undefined : index;
    }
    if (grant.limit === null) return Infinity;
    if (grant.limit === undefined) return undefined;
    return grant.limit + (grant.enforcement === "soft" ? 1e12 : 0);
  }
  function entitlement(handle: string): Answer {
    const said = field(context.entitlements, handle);
    if (said === true) return { reason: "granted_by_server" };
    if (said === false) return { reason: "denied_by_server" };
    const authored = playbook.entitlements?.find((one) => one.handle === handle);
    if (!authored) return { reason: "entitlement_unknown" };
    const matching = authored.grants.flatMap((grant) => {
      const value = generosity(authored, grant);
      const reason = value === undefined ? undefined : reasonFor(grant);
      return value !== undefined && reason ? [{ grant, value, reason }] : [];
    });
    const most = Math.max(...matching.map(({ value }) => value));
    const best = matching.find(({ value }) => value === most);
    if (!best) return { reason: plan ? "not_in_plan" : "plan_unknown" };
    if (authored.type === "feature") return { reason: best.reason };
    if (authored.type === "tier") return { reason: best.reason, tier: best.grant.tier ?? "" };
    return usageAnswer(authored, best.grant, best.reason);
  }
  function usageAnswer(authored: Entitlement, grant: Grant, reason: EntitlementReason): Answer {
    const given = field(context.usage, authored.handle);
    const used = time(given === undefined ? 0 : given);
    if (used === undefined || used < 0) return { reason: "usage_invalid" };
    const { limit = null, enforcement } = grant;
    if (limit === null) return { reason, limit, used };
    const isOver = used >= limit;
    // To the billionth, so that 8.2 of 10 are 82 %.
    const percent = Math.round((used * 100e9) / limit) / 1e9;
    const isNear = percent >= (authored.warn_at_percent ?? Infinity);
    if (isOver && enforcement === "soft") return { reason: "over_soft_limit", limit, used };
    if (isOver) return { reason: "limit_reached", limit, used };
    return { reason: isNear ? "near_limit" : reason, limit, used };
  }
  const isAllowed = (handle: string) => /^(granted|near|over)/.test(entitlement(handle).reason);
  return { entitlement, isAllowed };
}
export type Entitlements = ReturnType<typeof entitlementsOf>;

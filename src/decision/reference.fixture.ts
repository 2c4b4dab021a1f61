/**
 * Test code only: a whole decision as plainly as it can be said, for Playbooks whose parts are all
 * sound, to compare the real one with. Nothing is kept from one question to the next.
 */
import {
  bucket,
  type DecisionInput,
  type Payload,
  type Placement,
  type PlacementOutput,
  type PlacementQuery,
  type PlacementReason,
  type Playbook,
  type ServicePlacementDecision,
} from "../decision";
import { DAY, HOUR } from "./playbook.fixture";
import {
  type Entitlements,
  entitlementsOf,
  field,
  type Person,
  personOf,
  text,
  time,
} from "./reference-person.fixture";

function stage({ now, trialEnd, isOnTrial }: Person, daysBeforeEnd: number): string | undefined {
  if (isOnTrial && now >= trialEnd - daysBeforeEnd * DAY) return "ending";
  if (isOnTrial) return "started";
  return now >= trialEnd ? "ended" : undefined;
}

function isTriggered(
  person: Person,
  { entitlement }: Entitlements,
  { trigger }: Placement,
): boolean {
  const { context, meets } = person;
  switch (trigger?.type) {
    case "usage_threshold": {
      const { limit, used = 0 } = entitlement(trigger.entitlement);
      if (typeof limit !== "number") return false;
      return (limit > 0 ? (used * 100) / limit : 100) >= trigger.percent;
    }
    case "trial_stage":
      return stage(person, trigger.days_before_end ?? 3) === trigger.stage;
    case "event":
      return field(context.event, "name") === trigger.name && meets(trigger.condition ?? {});
    case "page_view":
      return meets(trigger.condition ?? {});
    default:
      return true;
  }
}

/** A clock that was ahead by no more has been set right since. */
const AHEAD = HOUR / 2;

interface Asked {
  readonly placement: Placement;
  readonly payload: Payload;
  readonly query: PlacementQuery;
}

/** Epoch ms of a time that may be ISO 8601. */
const when = (value: unknown) => time(typeof value === "string" ? Date.parse(value) : value);

function silence(
  { now, history }: Person,
  { placement, payload, query }: Asked,
): PlacementReason | undefined {
  const key = `${placement.handle}/${payload.handle}`;
  const session = when(history?.session_started_at) ?? -Infinity;
  const displays = (history?.displays ?? [])
    .filter((one) => one.key === key)
    .map(({ at }) => when(at) ?? Number.NaN);
  const isAnswer = query.requested || query.trigger?.type === "entitlement_denied";
  const isWithin = (at: number | undefined, hours: number) =>
    at !== undefined && at <= now + AHEAD && now < at + hours * HOUR;
  const isInSession = (at: number) => at >= session && at <= now + AHEAD;
  const isOfSession = (at: number | undefined) => !isAnswer && at !== undefined && isInSession(at);

  const reminded = when(field(history?.reminded, key));
  const rest = payload.remind_later_hours ?? (isAnswer ? 0 : 24);
  if (rest === 0 ? isOfSession(reminded) : isWithin(reminded, rest)) return "reminded_later";
  const dismissed = when(field(history?.dismissed, key));
  const { cooldown_hours: hours = 0, caps = [] } = payload;
  if (hours === 0 && isOfSession(dismissed)) return "cooling_down";
  if ([dismissed, ...displays].some((at) => isWithin(at, hours))) return "cooling_down";
  const days = { day: 1, week: 7, month: 30 };
  const isFull = caps.some(({ count, period }) => {
    const counting = displays.filter((at) => {
      if (period === "lifetime") return true;
      if (period === "session") return isInSession(at);
      return at <= now + AHEAD && at > now - days[period] * DAY;
    });
    return counting.length >= count;
  });
  return isFull ? "cap_reached" : undefined;
}

function outputFor({ playbook, context, plan, id }: Person, { placement, payload, query }: Asked) {
  const key = `${placement.handle}/${payload.handle}`;
  const locale = text(query.locale) ?? text(context.locale);
  const wordsOf = (locales: Payload["locales"]) => {
    const parts = locale?.split("-") ?? [];
    const tags = parts.map((_, i) => parts.slice(0, i + 1).join("-"));
    return tags.flatMap((tag) => (locales && Object.hasOwn(locales, tag) ? locales[tag] : []));
  };
  const { variants = [] } = payload;
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  const position = bucket(`${key}:variant`, id ?? "") * total;
  const variant = variants.find((_, i) => {
    const upTo = variants.slice(0, i + 1).reduce((sum, { weight }) => sum + weight, 0);
    return position < upTo;
  });
  const layers = [...wordsOf(payload.locales), variant, ...wordsOf(variant?.locales)];
  const content = Object.assign({}, payload.content, ...layers.map((one) => one?.content));
  const ctas = (payload.ctas ?? []).map((cta, i) =>
    Object.assign({}, cta, ...layers.map((one) => one?.ctas?.[i])),
  );
  const values: Readonly<Record<string, unknown>> = {
    plan_name: plan?.name ?? plan?.handle,
    user_name: context.name,
    "traits.note": field(context.traits, "note"),
  };
  let isMissing = false;
  const said = JSON.parse(JSON.stringify({ content, ctas }), (_, value: unknown) =>
    typeof value !== "string"
      ? value
      : value.replace(/\{\{([a-z_][a-z0-9_.]*)(?:\|([^{}]*))?\}\}/g, (_all, name, fallback) => {
          const found = text(values[name]) ?? fallback;
          isMissing ||= found === undefined;
          return found ?? "";
        }),
  );
  const slot = query.slot ?? placement.slot;
  const result: PlacementOutput = {
    placement: placement.handle,
    payload: payload.handle,
    ...(variant && { variant: variant.handle }),
    ...(slot && { slot }),
    surface: payload.surface,
    ...said,
    playbook_version: playbook.version,
  };
  return isMissing ? undefined : result;
}

function refusal(person: Person, asked: Asked): PlacementReason | undefined {
  const { now, plan, isIn, meets, isDrawn } = person;
  const { placement, payload, query } = asked;
  const { target, schedule, surface, rollout_percent = 100 } = payload;
  const key = `${placement.handle}/${payload.handle}`;
  if (target?.plans && !(plan && target.plans.includes(plan.handle))) return "plan_mismatch";
  if (target?.segments && !target.segments.map(isIn).some(Boolean)) return "segment_mismatch";
  if (target?.condition && !meets(target.condition)) return "condition_mismatch";
  if (now < Date.parse(schedule?.from ?? "0001-01-01")) return "outside_schedule";
  if (now >= Date.parse(schedule?.until ?? "9999-01-01")) return "outside_schedule";
  if (!isDrawn(`${key}:rollout`, rollout_percent)) return "rollout_excluded";
  const isInFlow = /^(banner|card|button|usage_meter|gate)$/.test(surface);
  if (!isInFlow && !/^(modal|toast|full_page|tooltip|bar)$/.test(surface)) return "surface_unknown";
  const answers = /^(entitlement_denied|event)$/.test(query.trigger?.type ?? "");
  const isAnywhere = isInFlow || answers || query.slot === undefined;
  const isAccepted = query.surfaces?.includes(surface) ?? isAnywhere;
  return isAccepted ? silence(person, asked) : "surface_not_accepted";
}

function candidates(
  playbook: Playbook,
  { placement, slot, trigger }: PlacementQuery,
): readonly Placement[] {
  const typeOf = (one: Placement) => one.trigger?.type ?? "slot_render";
  const isAsked = (one: Placement) => {
    if (placement !== undefined) return one.handle === placement;
    if (slot !== undefined) return one.slot === slot;
    if (!trigger) return one.slot === undefined && !/^e/.test(typeOf(one));
    const keys = ["entitlement", "name", "stage"].filter(
      (key) => field(trigger, key) !== undefined,
    );
    return (
      typeOf(one) === trigger.type &&
      keys.every((key) => field(trigger, key) === field(one.trigger, key))
    );
  };
  const asked = playbook.placements?.filter(isAsked) ?? [];
  return asked.toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
}

export function reference(playbook: Playbook, input: DecisionInput) {
  const person = personOf(playbook, input);
  const entitlements = entitlementsOf(person);

  function refusalOf(placement: Placement, query: PlacementQuery): PlacementReason | undefined {
    const { handle, trigger, holdout_percent: percent = 0 } = placement;
    const isAnswer = trigger?.type === "entitlement_denied" && !query.requested;
    if (isAnswer && entitlements.isAllowed(trigger.entitlement)) return "entitled";
    const waits = !query.requested && !isTriggered(person, entitlements, placement);
    if (waits) return "trigger_not_met";
    return percent && person.isDrawn(`${handle}:holdout`, percent) ? "holdout" : undefined;
  }
  /** Why each of them isn't shown, up to the first that is. */
  function* verdicts(query: PlacementQuery): Generator<PlacementReason | PlacementOutput> {
    for (const placement of candidates(playbook, query)) {
      const refused = refusalOf(placement, query);
      if (refused) yield refused;
      for (const payload of refused ? [] : placement.payloads) {
        const asked = { placement, payload, query };
        const reason = refusal(person, asked);
        yield reason ?? outputFor(person, asked) ?? "token_missing";
        if (/^(cap_reached|cooling_down|reminded_later)$/.test(reason ?? "")) break;
      }
    }
  }
  function decide(query: PlacementQuery): ServicePlacementDecision {
    const reasons = new Set<PlacementReason>();
    for (const verdict of verdicts(query)) {
      if (typeof verdict !== "string") {
        return { visible: true, reasons: ["shown"], output: verdict };
      }
      reasons.add(verdict);
    }
    return { visible: false, reasons: reasons.size ? [...reasons] : ["no_placement"] };
  }
  return { decide, ...entitlements };
}

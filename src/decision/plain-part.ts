/**
 * Most parts of a Playbook use few fields. Those are checked here, one by one: making a schema and
 * walking it takes longer than deciding. A part that has any other field of its schema is left to that.
 * Fields are named and lists walked by index: this runs before anything is optimised.
 */
import { CATEGORIES, ENTITLEMENT_TYPES, HANDLE } from "./playbook-schema";
import { isObject } from "./schema";
import { IN_FLOW_SURFACES, PAGE_LEVEL_SURFACES } from "./types";

type Part = Readonly<Record<string, unknown>>;
/** Of what must have some field its type needs no look: what is no object lacks it. */
type Check = (value: Part) => boolean;

/** In place of `null`, which alone can't be asked for a field. */
const NONE: unknown = "";
const SURFACES: readonly unknown[] = [...IN_FLOW_SURFACES, ...PAGE_LEVEL_SURFACES];

const isHandle = (value: unknown) => typeof value === "string" && HANDLE.test(value);
const isText = (value: unknown) => typeof value === "string";
const mayBeText = (value: unknown) => value === undefined || typeof value === "string";

function isListOf(check: Check, value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!check(value[i] ?? NONE)) return false;
  return true;
}
/** Written out: most lists are of handles, and what is called most is optimised in the middle of a page's decisions. */
function mayBeHandles(value: unknown): boolean {
  if (value === undefined) return true;
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!isHandle(value[i])) return false;
  return true;
}

const isTarget = (value: unknown) => {
  if (!isObject(value)) return false;
  const { plans, segments, condition } = value;
  return (
    (condition === undefined || isObject(condition)) &&
    mayBeHandles(plans) &&
    mayBeHandles(segments)
  );
};
const isContent: Check = (value) => {
  const { title, body, image, dismissible, meter, position, duration_ms, anchor } = value;
  return (
    isText(title) &&
    mayBeText(body) &&
    image === undefined &&
    dismissible === undefined &&
    meter === undefined &&
    position === undefined &&
    duration_ms === undefined &&
    anchor === undefined
  );
};
const isCta: Check = (value) => {
  const { label, action, params } = value;
  return isText(label) && isText(action) && params === undefined;
};
const isPayload: Check = (value) => {
  const { handle, target, surface, content, ctas } = value;
  const { schedule, rollout_percent, variants, caps, cooldown_hours } = value;
  const { remind_later_hours, locales } = value;
  return (
    isHandle(handle) &&
    (SURFACES.includes(surface) || isHandle(surface)) &&
    isContent((content ?? NONE) as Part) &&
    (target === undefined || isTarget(target)) &&
    (ctas === undefined || isListOf(isCta, ctas)) &&
    schedule === undefined &&
    rollout_percent === undefined &&
    variants === undefined &&
    caps === undefined &&
    cooldown_hours === undefined &&
    remind_later_hours === undefined &&
    locales === undefined
  );
};
const isPlacement: Check = (value) => {
  const { handle, name, category, slot, priority, payloads, trigger, holdout_percent } = value;
  return (
    isHandle(handle) &&
    mayBeText(name) &&
    CATEGORIES.includes(category) &&
    (slot === undefined || isHandle(slot)) &&
    (priority === undefined || Number.isFinite(priority)) &&
    isListOf(isPayload, payloads) &&
    trigger === undefined &&
    holdout_percent === undefined
  );
};
const isSegment: Check = (value) => {
  const { handle, condition } = value;
  return isHandle(handle) && isObject(condition);
};
const isGrant: Check = (value) => {
  if (!isObject(value)) return false;
  const { plans, segments, limit, enforcement, tier } = value;
  return (
    mayBeHandles(plans) &&
    mayBeHandles(segments) &&
    limit === undefined &&
    enforcement === undefined &&
    tier === undefined
  );
};
const isEntitlement: Check = (value) => {
  const { handle, name, type, grants, unit, period, warn_at_percent, tiers } = value;
  return (
    isHandle(handle) &&
    mayBeText(name) &&
    ENTITLEMENT_TYPES.includes(type) &&
    isListOf(isGrant, grants) &&
    unit === undefined &&
    period === undefined &&
    warn_at_percent === undefined &&
    tiers === undefined
  );
};
const isPlan: Check = (value) => {
  const { handle, name, rank, price } = value;
  return isHandle(handle) && mayBeText(name) && rank === undefined && price === undefined;
};

const CHECKS: ReadonlyMap<string, Check> = new Map([
  ["placements", isPlacement],
  ["segments", isSegment],
  ["entitlements", isEntitlement],
  ["plans", isPlan],
]);

/** True for a part of that list which is certainly sound; of any other the schema decides. */
export const isPlainPart = (list: string, part: unknown): boolean =>
  !!CHECKS.get(list)?.((part ?? NONE) as Part);

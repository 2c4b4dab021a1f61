/**
 * Parts of a Playbook as they are decided with. Every field has its place, even one that the author
 * left out: the engine runs faster over objects of one shape.
 */
import { type ReadyCondition, readyCondition } from "./condition-run";
import {
  type Entitlement,
  type Grant,
  type Handle,
  IN_FLOW_SURFACES,
  type Payload,
  type Placement,
  type Segment,
  type Trigger,
} from "./types";

export interface ReadyPayload {
  readonly payload: Payload;
  readonly plans: readonly Handle[] | undefined;
  readonly segments: readonly Handle[] | undefined;
  readonly condition: ReadyCondition | undefined;
  /** Its words need no more than a copy. `undefined` until that has been looked at. */
  isPlain: boolean | undefined;
}

export interface ReadyPlacement {
  readonly handle: Handle;
  readonly trigger: Trigger | undefined;
  readonly placement: Placement;
  /** That of its trigger. */
  readonly condition: ReadyCondition | undefined;
  readonly holdout: number | undefined;
  readonly payloads: readonly ReadyPayload[];
  /**
   * Its one payload, if that is in flow and there is no holdout, no rollout and no trigger but
   * `slot_render`: then `simple-placement.ts` takes a shortcut. In the core alone; a page has none.
   */
  readonly simple: ReadyPayload | undefined;
  /** The condition of that payload, if it has one, and neither plans, segments nor a schedule. */
  readonly bare: ReadyCondition | undefined;
}

/** The key of a payload in histories and seeds: `placement/payload`. */
export const keyOf = (placement: ReadyPlacement, { payload }: ReadyPayload): string =>
  `${placement.handle}/${payload.handle}`;

function readyPayload(payload: Payload): ReadyPayload {
  const { target } = payload;
  const condition = target?.condition;
  return {
    payload,
    plans: target?.plans,
    segments: target?.segments,
    condition: condition && readyCondition(condition),
    isPlain: undefined,
  };
}

export const IN_FLOW: readonly string[] = IN_FLOW_SURFACES;

function simpleOf(
  { trigger, holdout_percent }: Placement,
  payloads: readonly ReadyPayload[],
): ReadyPayload | undefined {
  const only = payloads[0];
  if (!only || payloads[1] || holdout_percent) return undefined;
  if (trigger && trigger.type !== "slot_render") return undefined;
  const { rollout_percent, surface } = only.payload;
  return rollout_percent === undefined && IN_FLOW.includes(surface) ? only : undefined;
}

/** The condition of a payload that has nothing else to be met. */
function bareOf({ plans, segments, condition, payload }: ReadyPayload): ReadyCondition | undefined {
  return plans || segments || payload.schedule ? undefined : condition;
}

export function readyPlacement(placement: Placement): ReadyPlacement {
  const { handle, trigger } = placement;
  const condition = trigger && "condition" in trigger ? trigger.condition : undefined;
  const payloads = placement.payloads.map(readyPayload);
  const simple = __CORE_ALONE__ ? simpleOf(placement, payloads) : undefined;
  return {
    handle,
    trigger,
    placement,
    condition: condition && readyCondition(condition),
    holdout: placement.holdout_percent,
    payloads,
    simple,
    bare: simple && bareOf(simple),
  };
}

/** A segment, and whom it was last asked about. */
export interface ReadySegment {
  readonly condition: ReadyCondition;
  /** Its condition leads back to it: then nobody is in it. `undefined` until that has been looked at. */
  isCircular: boolean | undefined;
  /** Its condition is being tested. */
  isOpen: boolean;
  /** The `identity` of the subject that was last asked about. */
  identity: object | undefined;
  /** Whether that user is in it. */
  isMember: boolean;
}

/** How much a grant gives: the first number counts before the second, which is negative for nothing. */
function worthOf(
  { type, tiers = [] }: Entitlement,
  { limit, enforcement, tier = "" }: Grant,
): [number, number] {
  if (type === "tier") return [0, tiers.indexOf(tier)];
  if (limit === null) return [2, 0];
  return [enforcement === "soft" ? 1 : 0, limit ?? -1];
}

/** With the most generous grant first: unlimited, soft, hard, and then the higher limit or tier. */
function readyEntitlement(entitlement: Entitlement): Entitlement {
  // Its grants all give the same. A copy all the same: the authored object is slower to read.
  if (entitlement.type === "feature") return { ...entitlement };
  const worth = (grant: Grant) => worthOf(entitlement, grant);
  const grants = entitlement.grants
    .filter((grant) => worth(grant)[1] >= 0)
    .sort((a, b) => worth(b)[0] - worth(a)[0] || worth(b)[1] - worth(a)[1]);
  return { ...entitlement, grants };
}

/** Prepares a sound part of one of the Playbook's lists, as whose type it is read from here on. */
export function readyPart(list: string, part: unknown): unknown {
  if (list === "placements") return readyPlacement(part as Placement);
  if (list === "entitlements") return readyEntitlement(part as Entitlement);
  if (list !== "segments") return part;
  const condition = readyCondition((part as Segment).condition);
  return { condition, isCircular: undefined, isOpen: false, identity: undefined, isMember: false };
}

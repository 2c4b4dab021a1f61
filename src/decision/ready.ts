/**
 * Parts of a Playbook as they are decided with. Every field has its place, even one that the author
 * left out: the engine runs faster over objects of one shape.
 */
import { type ReadyCondition, readyCondition } from "./condition-run";
import type { Entitlement, Grant, Handle, Payload, Placement, Segment, Trigger } from "./types";

export interface ReadyPayload {
  readonly payload: Payload;
  /** Its name in histories and seeds: `placement/payload`. */
  readonly key: string;
  readonly plans: readonly Handle[] | undefined;
  readonly segments: readonly Handle[] | undefined;
  readonly condition: ReadyCondition | undefined;
  /** Whom it is for, and when, its condition says alone. False until that has been looked at. */
  isBare: boolean;
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
  /** Its one payload, where deciding takes a shortcut, else null. `undefined`: that hasn't been looked at. */
  simple: ReadyPayload | null | undefined;
}

function readyPayload(payload: Payload, placement: Handle): ReadyPayload {
  const { target: { plans, segments, condition } = {}, handle } = payload;
  return {
    payload,
    key: `${placement}/${handle}`,
    plans,
    segments,
    condition: condition && readyCondition(condition),
    isBare: false,
    isPlain: undefined,
  };
}

export function readyPlacement(placement: Placement): ReadyPlacement {
  const { handle, trigger, holdout_percent: holdout, payloads } = placement;
  const triggerCondition = trigger && "condition" in trigger ? trigger.condition : undefined;
  return {
    handle,
    trigger,
    placement,
    condition: triggerCondition && readyCondition(triggerCondition),
    holdout,
    simple: undefined,
    payloads: payloads.map((payload) => readyPayload(payload, handle)),
  };
}

/** A segment, and whom it was last asked about. */
export interface ReadySegment {
  readonly condition: ReadyCondition;
  /** Its condition leads back to it: then nobody is in it. `undefined` until that has been looked at. */
  isCircular: boolean | undefined;
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
  if (type === "feature") return [0, 0];
  if (type === "tier") return [0, tiers.indexOf(tier)];
  if (limit === null) return [2, 0];
  return [enforcement === "soft" ? 1 : 0, limit ?? -1];
}

/** With the most generous grant first: unlimited, soft, hard, and then the higher limit or tier. */
function readyEntitlement(entitlement: Entitlement): Entitlement {
  const worth = (grant: Grant) => worthOf(entitlement, grant);
  const grants = entitlement.grants
    .filter((grant) => worth(grant)[1] >= 0)
    .sort((a, b) => worth(b)[0] - worth(a)[0] || worth(b)[1] - worth(a)[1]);
  return { ...entitlement, grants };
}

/** Prepares a sound part of one of the Playbook's lists. The only place where parts are given a type. */
export function readyPart(list: string, part: unknown): unknown {
  if (list === "placements") return readyPlacement(part as Placement);
  if (list === "entitlements") return readyEntitlement(part as Entitlement);
  if (list !== "segments") return part;
  const condition = readyCondition((part as Segment).condition);
  return { condition, isCircular: undefined, identity: undefined, isMember: false };
}

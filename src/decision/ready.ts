/**
 * Parts of a Playbook as they are decided with. Every field has its place, even one that the author
 * left out: the engine runs faster over objects of one shape.
 */
import { type ReadyCondition, readyCondition } from "./condition-run";
import type { Handle, Payload, Placement, Segment, Trigger } from "./types";

export interface ReadyPayload {
  readonly payload: Payload;
  /** Its name in histories and seeds: `placement/payload`. */
  readonly key: string;
  readonly plans: readonly Handle[] | undefined;
  readonly segments: readonly Handle[] | undefined;
  readonly condition: ReadyCondition | undefined;
}

export interface ReadyPlacement {
  readonly handle: Handle;
  readonly trigger: Trigger | undefined;
  readonly placement: Placement;
  /** That of its trigger. */
  readonly condition: ReadyCondition | undefined;
  readonly holdout: number | undefined;
  readonly payloads: readonly ReadyPayload[];
  /** Its one payload, if that has a condition at most, and a surface of our own in the flow of its slot. */
  simple: ReadyPayload | undefined;
}

function readyPayload(payload: Payload, placement: Handle): ReadyPayload {
  const { target: { plans, segments, condition } = {}, handle } = payload;
  return {
    payload,
    key: `${placement}/${handle}`,
    plans,
    segments,
    condition: condition && readyCondition(condition),
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

/** Prepares a sound part of one of the Playbook's lists. The only place where parts are given a type. */
export function readyPart(list: string, part: unknown): unknown {
  if (list === "placements") return readyPlacement(part as Placement);
  return list === "segments" ? readyCondition((part as Segment).condition) : part;
}

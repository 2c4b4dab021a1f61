/**
 * Parts of a Playbook as they are decided with: what authors may leave out has its place here, so
 * that every one looks the same to the engine, and each condition keeps what is found out about it.
 */
import { type Asked, askedOf } from "./asked";
import type { Handle, Payload, Placement, Segment, Target, Trigger } from "./types";

const NOTHING: Target = {};

export interface ReadyPayload {
  readonly payload: Payload;
  readonly plans: readonly Handle[] | undefined;
  readonly segments: readonly Handle[] | undefined;
  readonly condition: Asked | undefined;
}
/** What history and seeds call it: `placement/payload`. */
export const keyOf = (placement: ReadyPlacement, { payload }: ReadyPayload): string =>
  `${placement.handle}/${payload.handle}`;

export interface ReadyPlacement {
  readonly handle: Handle;
  readonly trigger: Trigger | undefined;
  readonly placement: Placement;
  /** Of its trigger. */
  readonly condition: Asked | undefined;
  readonly holdout: number | undefined;
  readonly payloads: readonly ReadyPayload[];
}

function readyPayload(payload: Payload): ReadyPayload {
  const { target } = payload;
  // Most have a target, and most targets only a condition.
  const { plans, segments, condition } = target ?? NOTHING;
  return { payload, plans, segments, condition: condition && askedOf(condition) };
}

function readyPlacement(placement: Placement): ReadyPlacement {
  const { handle, trigger, holdout_percent: holdout, payloads } = placement;
  const waited = trigger && "condition" in trigger ? trigger.condition : undefined;
  return {
    handle,
    trigger,
    placement,
    condition: waited && askedOf(waited),
    holdout,
    payloads: payloads.map(readyPayload),
  };
}

/** A sound part of a list of the Playbook; the one place where it is given its type. */
export function readyPart(list: string, part: unknown): unknown {
  if (list === "placements") return readyPlacement(part as Placement);
  return list === "segments" ? askedOf((part as Segment).condition) : part;
}

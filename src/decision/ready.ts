/**
 * Parts of a Playbook as they are decided with: what authors may leave out has its place here, so
 * that every one looks the same to the engine, and each condition keeps what is found out about it.
 */
import { type Asked, askedOf } from "./asked";
import type { Condition, Handle, Payload, Placement, Segment, Trigger } from "./types";

export interface ReadyPayload {
  readonly payload: Payload;
  /** What history and seeds call it: `placement/payload`. */
  readonly key: string;
  readonly plans: readonly Handle[] | undefined;
  readonly segments: readonly Handle[] | undefined;
  readonly condition: Asked | undefined;
}
export interface ReadyPlacement {
  readonly handle: Handle;
  readonly trigger: Trigger | undefined;
  readonly placement: Placement;
  /** Of its trigger. */
  readonly condition: Asked | undefined;
  readonly holdout: number | undefined;
  readonly payloads: readonly ReadyPayload[];
}
const asked = (condition: Condition | undefined) => condition && askedOf(condition);

function readyPlacement(placement: Placement): ReadyPlacement {
  const { handle, trigger } = placement;
  return {
    handle,
    trigger,
    placement,
    condition: asked(trigger && "condition" in trigger ? trigger.condition : undefined),
    holdout: placement.holdout_percent,
    payloads: placement.payloads.map((payload) => {
      const { target = {} } = payload;
      return {
        payload,
        key: `${handle}/${payload.handle}`,
        plans: target.plans,
        segments: target.segments,
        condition: asked(target.condition),
      };
    }),
  };
}

/** A sound part of a list of the Playbook; the one place where it is given its type. */
export function readyPart(list: string, part: unknown): unknown {
  if (list === "placements") return readyPlacement(part as Placement);
  return list === "segments" ? askedOf((part as Segment).condition) : part;
}

/** The user a decision is about, and the time it is made for. What follows from the context is worked out when needed, once. */

import type { CompiledPlaybook } from "./compile";
import type { Scope } from "./condition-run";
import { matches } from "./conditions";
import type { ReadySegment } from "./ready";
import { isObject, listOf, own, textOf } from "./schema";
import { leadsBack } from "./segments";
import { type TrialState, trialState } from "./trial";
import type { DecisionInput, EntitlementResult, Handle, Plan, TargetingContext } from "./types";

export interface Subject extends Scope {
  readonly playbook: CompiledPlaybook;
  readonly input: DecisionInput;
  readonly context: TargetingContext;
  readonly now: number;
  /** The next time at which an answer given so far may change; Infinity when none does. */
  due: number;
  /** What the context says of a trial. */
  readonly trial: TrialState | undefined;
  /** Results by entitlement handle, each worked out once. */
  entitlements: Map<Handle, EntitlementResult> | undefined;
  /** What a segment remembers of this subject: an object of its own, which keeps no context alive. */
  identity: object | undefined;
}

/** What is known where a caller leaves the input out. */
const NOTHING: DecisionInput = { context: {}, now: 0 };

/** Reads a context for decisions at `now` (epoch ms). Changes neither the Playbook nor the input. */
export function createSubject(playbook: CompiledPlaybook, asked: DecisionInput): Subject {
  const input = asked ?? NOTHING;
  const { now } = input;
  const given: TargetingContext = isObject(input.context) ? input.context : {};
  const said = given.trial && own(given, "trial");
  // Read plainly first: mostly there is no trial, and `own` takes longer to say so.
  const trial =
    said && isObject(said)
      ? trialState(playbook, Object.assign(Object.create(null), said), now)
      : undefined;
  const subject: Subject = {
    playbook,
    input,
    // Conditions and tokens also see what follows from a trial's dates. Without a prototype, so that
    // an own `__proto__` stays a key like any other.
    context: trial ? Object.assign(Object.create(null), given, { trial: trial.context }) : given,
    now,
    due: Infinity,
    trial,
    entitlements: undefined,
    identity: undefined,
    membersOf,
  };
  if (trial) noteDue(subject, trial.nextDay);
  return subject;
}

/** The id that is hashed for draws and variants: the user id, else the anonymous id. */
export const idOf = ({ context }: Subject): string | undefined =>
  textOf(context, "id") ?? textOf(context, "anonymous_id");

export const planOf = ({ playbook, context }: Subject): Plan | undefined =>
  playbook.part("plans", textOf(context, "plan_handle"));

/** Notes that an answer may change at that time (epoch ms). */
export function noteDue(subject: Subject, time: number): void {
  if (time > subject.now && time < subject.due) subject.due = time;
}

/** `$inSegment` asks for a segment's members; the only one known is the user decided about. */
function membersOf(this: Subject, segment: Handle): readonly unknown[] {
  return isInSegment(this, segment) ? [idOf(this), textOf(this.context, "anonymous_id")] : [];
}

/** Whether its condition leads back to the segment. Looked for only when its answer depends on that. */
function isCircular({ playbook }: Subject, segment: ReadySegment, handle: Handle): boolean {
  segment.isCircular ??= leadsBack(playbook, handle);
  return segment.isCircular;
}

export function isInSegment(subject: Subject, handle: Handle): boolean {
  const { context, playbook } = subject;
  // Read plainly first: mostly there are none, and `listOf` takes longer to say so.
  if (context.segments && listOf(context, "segments").includes(handle)) return true;
  const segment = playbook.part("segments", handle);
  if (!segment) return false;
  subject.identity ??= {};
  if (segment.identity === subject.identity) return segment.isMember;
  // Asked for on the way to its own answer: by itself, or by a getter of the context about somebody.
  if (segment.isOpen && isCircular(subject, segment, handle)) return false;
  segment.isOpen = true;
  const isMember = matches(subject, segment.condition) && !isCircular(subject, segment, handle);
  segment.isOpen = false;
  segment.identity = subject.identity;
  segment.isMember = isMember;
  return isMember;
}

/** A loop, since a closure for each question costs who asks often a fifth of the answer. */
export function isInAny(subject: Subject, segments: readonly Handle[]): boolean {
  for (let i = 0; i < segments.length; i++) {
    if (isInSegment(subject, segments[i] ?? "")) return true;
  }
  return false;
}

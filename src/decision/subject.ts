/** Who is decided about, at what time; what follows from the context is found when asked. */

import type { Scope } from "./asked";
import type { CompiledPlaybook } from "./compile";
import { matches } from "./conditions";
import { isObject, listOf, own, textOf } from "./schema";
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
  /** Answers by entitlement handle, each found once. */
  entitlements: Map<Handle, EntitlementResult> | undefined;
  /** Who is in which segment; null while that is being found out. */
  members: Map<Handle, boolean | null> | undefined;
}

const NOTHING: TargetingContext = {};

/** Reads a context for decisions at `now` (epoch ms). Nothing of either is changed. */
export function createSubject(playbook: CompiledPlaybook, input: DecisionInput): Subject {
  const { now } = input;
  const given: TargetingContext = isObject(input.context) ? input.context : NOTHING;
  const said = given.trial && own(given, "trial");
  const trial = isObject(said) ? trialState(playbook, said, now) : undefined;
  const subject: Subject = {
    playbook,
    input,
    // Conditions and tokens see what follows from a trial's dates, too.
    context: trial ? Object.assign({}, given, { trial: trial.context }) : given,
    now,
    due: Infinity,
    trial,
    entitlements: undefined,
    members: undefined,
    membersOf,
  };
  if (trial) note(subject, trial.nextDay);
  return subject;
}

/** What seeds are hashed with: the user id, else the anonymous id. */
export const idOf = ({ context }: Subject): string | undefined =>
  textOf(context, "id") ?? textOf(context, "anonymous_id");

export const planOf = ({ playbook, context }: Subject): Plan | undefined =>
  playbook.part("plans", textOf(context, "plan_handle"));

/** Says that an answer may change at that time. */
export function note(subject: Subject, time = 0): void {
  if (time > subject.now && time < subject.due) subject.due = time;
}

/** The one member anybody knows of is the user decided about. */
function membersOf(this: Subject, segment: Handle): readonly unknown[] {
  return isIn(this, segment) ? [idOf(this), textOf(this.context, "anonymous_id")] : [];
}

export function isIn(subject: Subject, segment: Handle): boolean {
  const { context, playbook } = subject;
  if (listOf(context, "segments").includes(segment)) return true;
  subject.members ??= new Map();
  const { members } = subject;
  const known = members.get(segment);
  if (known === null) {
    // Segments that lead back to themselves have no members.
    let inCircle = false;
    for (const [one, isMember] of members) {
      inCircle ||= one === segment;
      if (inCircle && isMember === null) members.set(one, false);
    }
  }
  if (known !== undefined) return !!known;
  members.set(segment, null);
  const condition = playbook.part("segments", segment);
  const isMember = !!condition && matches(subject, condition);
  const answer = members.get(segment) ?? isMember;
  members.set(segment, answer);
  return answer;
}

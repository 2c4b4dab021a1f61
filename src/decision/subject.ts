/** Who is decided about, at what time; what follows from the context is found when asked. */
import type { CompiledPlaybook } from "./compile";
import { matches } from "./conditions";
import { isObject, listOf, own, textOf } from "./schema";
import type { Trace } from "./trace";
import { type TrialState, trialState } from "./trial";
import type { DecisionInput, EntitlementResult, Handle, Plan, TargetingContext } from "./types";

export interface Subject {
  readonly playbook: CompiledPlaybook;
  readonly input: DecisionInput;
  readonly context: TargetingContext;
  readonly now: number;
  readonly trial: TrialState | undefined;
  /** The next time at which an answer given so far may change; Infinity when none does. */
  due: number;
  /** Answers by entitlement handle, each found once. */
  entitlements?: Map<Handle, EntitlementResult>;
  /** Who is in which segment; undefined while that is being found out. */
  members?: Map<Handle, boolean | undefined>;
}

/** Reads a context for decisions at `now` (epoch ms). Nothing of either is changed. */
export function createSubject(playbook: CompiledPlaybook, input: DecisionInput): Subject {
  const { now } = input;
  const given: TargetingContext = isObject(input.context) ? input.context : {};
  const said = own(given, "trial");
  const trial = isObject(said) ? trialState(playbook, said, now) : undefined;
  const context = trial ? Object.assign({}, given, { trial: trial.context }) : given;
  const subject = { playbook, input, context, now, trial, due: Infinity };
  // Conditions and tokens see what follows from a trial's dates, too.
  note(subject, trial?.nextDay);
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

export function meets(subject: Subject, condition: unknown, trace?: Trace): boolean {
  const { context } = subject;
  // The one member anybody knows of is the user decided about.
  const membersOf = (segment: Handle) =>
    isIn(subject, segment) ? [idOf(subject), textOf(context, "anonymous_id")] : [];
  return matches(condition, context, membersOf, trace);
}

export function isIn(subject: Subject, segment: Handle): boolean {
  const { context, playbook } = subject;
  if (listOf(context, "segments").includes(segment)) return true;
  subject.members ??= new Map();
  const { members } = subject;
  if (members.has(segment)) {
    // Segments that lead back to themselves have no members.
    let inCircle = false;
    for (const [one, isMember] of members) {
      inCircle ||= one === segment && isMember === undefined;
      if (inCircle && isMember === undefined) members.set(one, false);
    }
    return !!members.get(segment);
  }
  members.set(segment, undefined);
  const authored = playbook.part("segments", segment);
  const isMember = !!authored && meets(subject, authored.condition);
  const answer = members.get(segment) ?? isMember;
  members.set(segment, answer);
  return answer;
}

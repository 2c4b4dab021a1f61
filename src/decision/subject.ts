/** Who is decided about, at what time: a context read once, and what follows from it found when asked. */
import type { CompiledPlaybook } from "./compile";
import { matches } from "./conditions";
import { isObject, own } from "./schema";
import { type TrialState, trialState } from "./trial";
import type { EntitlementResult, Gate, Handle, Plan, TargetingContext } from "./types";

export interface Subject {
  readonly playbook: CompiledPlaybook;
  readonly context: TargetingContext;
  readonly now: number;
  /** What seeds are hashed with: the user id, else the anonymous id. */
  readonly id: string | undefined;
  readonly plan: Plan | undefined;
  readonly trial: TrialState | undefined;
  /** Answers by entitlement handle, each found once. */
  readonly entitlements: Map<Handle, EntitlementResult>;
  meets(condition: unknown, trace?: Gate[] | undefined): boolean;
  isIn(segment: Handle): boolean;
  /** Says that an answer may change at that time. */
  note(time: number | undefined): void;
  /** The next time at which an answer given so far may change; Infinity when none does. */
  readonly due: number;
}

/** Reads a context for decisions at `now` (epoch ms). Nothing of either is changed. */
export function createSubject(
  playbook: CompiledPlaybook,
  given: TargetingContext,
  now: number,
): Subject {
  const context: TargetingContext = isObject(given) ? given : {};
  const text = (key: string) => {
    const value = own(context, key);
    return typeof value === "string" && value ? value : undefined;
  };
  const members = new Map<Handle, boolean>();
  const underWay: Handle[] = [];
  let due = Number.POSITIVE_INFINITY;

  const subject: Subject = {
    playbook,
    context,
    now,
    id: text("id") ?? text("anonymous_id"),
    plan: playbook.part("plans", text("plan_handle")),
    trial: trialState(playbook, own(context, "trial"), now),
    entitlements: new Map(),
    meets: (condition, trace) =>
      matches(condition, context, {
        trace,
        // The one member anybody knows of is the user decided about.
        membersOf: (segment) =>
          subject.isIn(segment) ? [text("id") ?? text("anonymous_id"), text("anonymous_id")] : [],
      }),
    isIn(segment) {
      const said = own(context, "segments");
      if (Array.isArray(said) && said.includes(segment)) return true;
      const known = members.get(segment);
      if (known !== undefined) return known;
      const circle = underWay.indexOf(segment);
      if (circle >= 0) {
        // Segments that lead back to themselves have no members.
        for (const one of underWay.slice(circle)) members.set(one, false);
        return false;
      }
      underWay.push(segment);
      const authored = playbook.part("segments", segment);
      const isMember = !!authored && subject.meets(authored.condition);
      underWay.pop();
      const answer = members.get(segment) ?? isMember;
      members.set(segment, answer);
      return answer;
    },
    note(time) {
      if (time !== undefined && time > now) due = Math.min(due, time);
    },
    get due() {
      return due;
    },
  };
  return subject;
}

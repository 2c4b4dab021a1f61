/** Who is decided about, at what time: a context read once, and what follows from it found when asked. */
import type { CompiledPlaybook } from "./compile";
import { matches } from "./conditions";
import { isObject, listOf, own, textOf } from "./schema";
import { type TrialState, trialState } from "./trial";
import type {
  DecisionInput,
  EntitlementResult,
  Gate,
  Handle,
  Plan,
  TargetingContext,
} from "./types";

export interface Subject {
  readonly playbook: CompiledPlaybook;
  readonly input: DecisionInput;
  readonly context: TargetingContext;
  readonly now: number;
  /** What seeds are hashed with: the user id, else the anonymous id. */
  readonly id: string | undefined;
  readonly plan: Plan | undefined;
  readonly trial: TrialState | undefined;
  /** Answers by entitlement handle, each found once. */
  readonly entitlements: Map<Handle, EntitlementResult>;
  readonly meets: (condition: unknown, trace?: Gate[] | undefined) => boolean;
  readonly isIn: (segment: Handle) => boolean;
  /** Says that an answer may change at that time. */
  readonly note: (time: number | undefined) => void;
  /** The next time at which an answer given so far may change; Infinity when none does. */
  readonly due: number;
}

/** Reads a context for decisions at `now` (epoch ms). Nothing of either is changed. */
export function createSubject(playbook: CompiledPlaybook, input: DecisionInput): Subject {
  const { now } = input;
  const context: TargetingContext = isObject(input.context) ? input.context : {};
  const anonymousId = textOf(context, "anonymous_id");
  const id = textOf(context, "id") ?? anonymousId;
  const members = new Map<Handle, boolean>();
  const underWay: Handle[] = [];
  let due = Infinity;

  const meets: Subject["meets"] = (condition, trace) =>
    // The one member anybody knows of is the user decided about.
    matches(condition, context, (segment) => (isIn(segment) ? [id, anonymousId] : []), trace);
  function isIn(segment: Handle): boolean {
    if (listOf(context, "segments").includes(segment)) return true;
    const known = members.get(segment);
    if (known !== undefined) return known;
    // Segments that lead back to themselves have no members.
    const circle = underWay.indexOf(segment);
    if (circle >= 0) {
      for (const one of underWay.slice(circle)) members.set(one, false);
      return false;
    }
    underWay.push(segment);
    const authored = playbook.part("segments", segment);
    const isMember = !!authored && meets(authored.condition);
    underWay.pop();
    const answer = members.get(segment) ?? isMember;
    members.set(segment, answer);
    return answer;
  }
  return {
    playbook,
    input,
    context,
    now,
    id,
    plan: playbook.part("plans", textOf(context, "plan_handle")),
    trial: trialState(playbook, own(context, "trial"), now),
    entitlements: new Map(),
    meets,
    isIn,
    note(time = 0) {
      if (time > now && time < due) due = time;
    },
    get due() {
      return due;
    },
  };
}

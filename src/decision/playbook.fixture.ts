/** Test code only: small sound Playbooks to ask questions of, each test naming just what it is about. */
import {
  type CompiledPlaybook,
  compilePlaybook,
  type DecisionInput,
  decideEntitlement,
  decidePlacement,
  type Entitlement,
  type EntitlementResult,
  explainPlacement,
  type Grant,
  type Payload,
  type Placement,
  type PlacementExplanation,
  type PlacementQuery,
  type Playbook,
  type ServicePlacementDecision,
  type TargetingContext,
  validatePlaybook,
} from "../decision";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const NOW = Date.UTC(2026, 10, 15, 12);

export const iso = (at: number) => new Date(at).toISOString();

/** What comes from outside and has whatever shape it has. The one place where a test lies about a type. */
export const fromOutside = (value: unknown) => value as never;

export const plans = [
  { handle: "free", name: "Free", rank: 0 },
  {
    handle: "pro",
    name: "Pro",
    rank: 10,
    price: { amount: 2900, currency: "EUR", interval: "month" },
  },
] as const;

export function playbookOf(parts: Partial<Playbook> = {}): Playbook {
  return { format_version: 1, playbook_id: "acme_main", version: 7, plans, ...parts };
}

export function payloadOf(parts: Partial<Payload> = {}): Payload {
  return { handle: "default", surface: "card", content: { title: "Hello" }, ...parts };
}

/** A placement in the slot `top` with one payload, which `payload` changes. */
export function placementOf({
  payload,
  ...parts
}: Partial<Placement> & { payload?: Partial<Payload> } = {}): Placement {
  return {
    handle: "welcome",
    category: "fixed",
    slot: "top",
    payloads: [payloadOf(payload)],
    ...parts,
  };
}

/** A page-level placement: the same without a slot, in a modal. */
export function pageLevelOf({
  payload,
  ...parts
}: Partial<Omit<Placement, "slot">> & { payload?: Partial<Payload> } = {}): Placement {
  const { slot, ...placement } = placementOf({
    payload: { surface: "modal", ...payload },
    ...parts,
  });
  return placement;
}

/** One entitlement, `exports`, with these grants; a usage limit unless told otherwise. */
export function withGrants(grants: readonly Grant[], parts: Partial<Entitlement> = {}): Playbook {
  return playbookOf({
    segments: [{ handle: "heavy", condition: { "usage.exports": { $gte: 20 } } }],
    trials: [{ handle: "pro_trial", plan: "pro", days: 14, kind: "free" }],
    entitlements: [{ handle: "exports", type: "usage_limit", grants, ...parts }],
  });
}

/** A question with its usual parts left out: the slot `top`, a free user, now. */
export interface Question extends Partial<DecisionInput> {
  readonly query?: PlacementQuery;
  readonly context?: TargetingContext;
}
export const freeUser: TargetingContext = { id: "user_1", plan_handle: "free" };

const ready = (playbook: Playbook | Placement): CompiledPlaybook =>
  compilePlaybook("payloads" in playbook ? playbookOf({ placements: [playbook] }) : playbook);

const inputOf = ({ query, ...input }: Question): DecisionInput => ({
  context: freeUser,
  now: NOW,
  ...input,
});

/** Decides for a Playbook, or for one placement in an otherwise empty one. */
export function decide(
  playbook: Playbook | Placement,
  question: Question = {},
): ServicePlacementDecision {
  return decidePlacement(ready(playbook), question.query ?? { slot: "top" }, inputOf(question));
}

export function explain(
  playbook: Playbook | Placement,
  question: Question = {},
): PlacementExplanation {
  return explainPlacement(ready(playbook), question.query ?? { slot: "top" }, inputOf(question));
}

/** `shown`, or the reasons why not, as one word list. */
export function reasonsOf(playbook: Playbook | Placement, question: Question = {}): string {
  return decide(playbook, question).reasons.join(" ");
}

export function entitlement(
  playbook: Playbook,
  handle: string,
  context: TargetingContext = freeUser,
  now: number = NOW,
): EntitlementResult {
  return decideEntitlement(compilePlaybook(playbook), handle, { context, now });
}

/** Asks everything there is to ask. */
export function answers(playbook: unknown, query: PlacementQuery, given: DecisionInput) {
  const compiled = compilePlaybook(fromOutside(playbook));
  return {
    validation: validatePlaybook(playbook),
    problems: compiled.problems,
    decision: decidePlacement(compiled, query, given),
    explanation: explainPlacement(compiled, query, given),
    entitlements: ["exports", "sso", "seats", "constructor"].map((handle) =>
      decideEntitlement(compiled, handle, given),
    ),
  };
}

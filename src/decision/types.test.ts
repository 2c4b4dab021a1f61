/** The public types of `./decision`: checked by the compiler, which also wants each marked error to be one. */
import { expectTypeOf, test } from "vitest";
import {
  type CompiledPlaybook,
  compilePlaybook,
  type DecisionInput,
  decideEntitlement,
  decidePlacement,
  type EntitlementReason,
  type EntitlementResult,
  evaluateCondition,
  explainPlacement,
  type PlacementExplanation,
  type PlacementQuery,
  type PlacementReason,
  type Playbook,
  type Problem,
  type ServicePlacementDecision,
  type Trigger,
  validatePlaybook,
} from "../decision";
import { NOW, playbookOf } from "./playbook.fixture";

const compiled = compilePlaybook(playbookOf());
const input = { context: {}, now: NOW };

test("each question has its answer's type", () => {
  expectTypeOf(compiled).toEqualTypeOf<CompiledPlaybook>();
  expectTypeOf(compiled.problems).toEqualTypeOf<readonly Problem[]>();
  expectTypeOf(decideEntitlement(compiled, "a", input)).toEqualTypeOf<EntitlementResult>();
  expectTypeOf(decidePlacement(compiled, {}, input)).toEqualTypeOf<ServicePlacementDecision>();
  expectTypeOf(explainPlacement(compiled, {}, input)).toEqualTypeOf<PlacementExplanation>();
  expectTypeOf(evaluateCondition({}, {})).toEqualTypeOf<boolean>();
});

test("a validated Playbook has its type only where it is sound", () => {
  const result = validatePlaybook(JSON.parse("{}"));
  if (result.ok) expectTypeOf(result.playbook).toEqualTypeOf<Playbook>();
  else expectTypeOf(result.problems).toEqualTypeOf<Problem[]>();
  // @ts-expect-error it may be unsound
  result.playbook;
});

test("reasons are closed unions", () => {
  expectTypeOf<"token_missing">().toExtend<PlacementReason>();
  expectTypeOf<"near_limit">().toExtend<EntitlementReason>();
  expectTypeOf<string>().not.toExtend<PlacementReason>();
  expectTypeOf<string>().not.toExtend<EntitlementReason>();
});

test("what is authored and what is asked is never changed", () => {
  const playbook: Playbook = playbookOf();
  const query: PlacementQuery = {};
  const change = () => {
    // @ts-expect-error readonly
    playbook.version = 8;
    // @ts-expect-error readonly
    playbook.plans?.push({ handle: "a" });
    // @ts-expect-error readonly
    query.slot = "top";
  };
  expectTypeOf(change).toBeFunction();
});

test("a trigger has the fields of its type, and no decision goes without a time", () => {
  // @ts-expect-error an event has a name
  const event: Trigger = { type: "event" };
  // @ts-expect-error there is no such trigger
  const click: Trigger = { type: "click" };
  // @ts-expect-error the clock is an argument
  const timeless: DecisionInput = { context: {} };
  expectTypeOf([event, click, timeless]).toBeArray();
});

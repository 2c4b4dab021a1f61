import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryInput, arbitraryPlaybook } from "../../decision/arbitraries.fixture";
import {
  compilePlaybook,
  type History,
  type Payload,
  type TargetingContext,
} from "../../decision/index";
import { NOW, placementOf, playbookOf } from "../../decision/playbook.fixture";
import type { Moment } from "../moment";
import { createDecisions, type Decisions } from "./decisions";
import { createKeeper } from "./kept-decisions";

const REVISION = {};

function momentOf(moment: Partial<Moment>): Moment {
  return {
    ...{ revision: REVISION, playbook: compilePlaybook(playbookOf()), now: NOW, context: {} },
    ...{ history: {}, occasions: [], finished: [], slots: [], registered: [], displaying: [] },
    ...{ inactive: [], enforceCaps: undefined, stated: new Map() },
    ...moment,
  };
}

function pageOf(decisions: Decisions): unknown {
  const steps = decisions.page({
    isDialogOpen: false,
    isCovered: false,
    yielding: undefined,
    isInSight: () => true,
  });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** All that is decided about a page. */
const answersOf = (decisions: Decisions, { slots }: Moment) => ({
  slots: slots.map((slot) => decisions.slot(slot).decision),
  page: pageOf(decisions),
  due: decisions.due(),
});

const hasDayByNumber = ({ trial }: TargetingContext) =>
  (trial?.day_number ?? trial?.days_remaining) !== undefined;

test("what is kept is what would be decided anew, whatever changes of context and time there are", () => {
  const change = fc.record({ input: arbitraryInput, isMerged: fc.boolean(), later: fc.nat(3) });
  fc.assert(
    fc.property(
      arbitraryPlaybook,
      fc.array(change, { minLength: 2, maxLength: 6 }),
      (authored, changes) => {
        const playbook = compilePlaybook(authored);
        const { placements = [] } = authored;
        const handles = new Set(placements.flatMap(({ slot }) => (slot ? [slot] : [])));
        const slots = Array.from(handles, (handle) => ({ handle, surfaces: undefined }));
        const keeper = createKeeper();
        const history = changes[0]?.input.history ?? {};
        let context: TargetingContext = {};
        let now = NOW;
        for (const { input, isMerged, later } of changes) {
          context = isMerged ? { ...context, ...input.context } : input.context;
          now += later ** 3 * 3_600_000;
          const moment = momentOf({ playbook, slots, history, context, now });
          const kept = answersOf(createDecisions(moment, keeper), moment);
          const anew = answersOf(createDecisions(moment), moment);
          // A day that is told by its number begins when a decision is made: the first one's ends first.
          if (hasDayByNumber(context)) anew.due = Math.min(anew.due, kept.due);
          expect(kept).toEqual(anew);
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

/** Slots whose placements each read another part of the context. */
const READERS = {
  nothing: {},
  exports: { target: { condition: { "usage.exports": { $gte: 5 } } } },
  seats: { target: { condition: { "usage.seats": { $gte: 5 } } } },
  beta: { target: { segments: ["beta"] } },
  plan: { content: { title: "You are on {{plan_name}}" } },
  meter: { content: { title: "{{usage_used}} used", meter: { entitlement: "exports" } } },
  capped: { caps: [{ count: 1, period: "lifetime" }] },
} satisfies Record<string, Partial<Payload>>;
const playbook = compilePlaybook(
  playbookOf({
    segments: [{ handle: "beta", condition: { "traits.beta": true } }],
    entitlements: [
      { handle: "exports", type: "usage_limit", grants: [{ plans: ["free"], limit: 100 }] },
    ],
    placements: Object.entries(READERS).map(([handle, payload]) =>
      placementOf({ handle, slot: handle, payload }),
    ),
  }),
);
const slots = Object.keys(READERS).map((handle) => ({ handle, surfaces: undefined }));
const CONTEXT: TargetingContext = {
  ...{ id: "user_1", plan_handle: "free", country: "CH" },
  ...{ usage: { exports: 1, seats: 1 }, traits: { beta: true }, page: { path: "/" } },
};
/** `capped` has been shown as often as it may be, and is on display still. */
const history: History = { displays: [{ key: "capped/default", at: NOW - 1 }] };
const before = momentOf({
  ...{ playbook, slots, history, context: CONTEXT, displaying: ["capped/default"] },
});

/** The slots that are decided anew at that moment. */
function decidedAnew(change: Partial<Moment>): string[] {
  const keeper = createKeeper();
  const first = createDecisions(before, keeper);
  const made = slots.map((slot) => first.slot(slot).decision);
  const second = createDecisions({ ...before, ...change }, keeper);
  const isNew = slots.map((slot, i) => second.slot(slot).decision !== made[i]);
  return Object.keys(READERS).filter((_, i) => isNew[i]);
}
const everything = Object.keys(READERS);

test.each<[change: string, changed: Partial<Moment>, anew: string[]]>([
  ["nothing", { context: structuredClone(CONTEXT) }, []],
  ["the time", { now: NOW + 1 }, []],
  ["the country", { context: { ...CONTEXT, country: "AT" } }, []],
  ["the route", { context: { ...CONTEXT, page: { path: "/next" } } }, []],
  ["one usage", { context: { ...CONTEXT, usage: { exports: 1, seats: 2 } } }, ["seats"]],
  [
    "another usage",
    { context: { ...CONTEXT, usage: { exports: 2, seats: 1 } } },
    ["exports", "meter"],
  ],
  [
    "a usage that wasn't known",
    { context: { ...CONTEXT, usage: { exports: 1, seats: 1, tokens: 1 } } },
    ["exports", "seats", "meter"],
  ],
  ["a trait", { context: { ...CONTEXT, traits: { beta: false } } }, ["beta"]],
  ["the plan", { context: { ...CONTEXT, plan_handle: "pro" } }, ["plan", "meter"]],
  ["what is on display", { displaying: [] }, ["capped"]],
  ["anything else", { revision: {} }, everything],
  ["the clock, back", { now: NOW - 1 }, everything],
  ["answers of sources", { hasSources: true }, everything],
])("a change of %s has what was made from it decided anew, and nothing else", (_, change, anew) => {
  expect(decidedAnew(change)).toEqual(anew);
});

test("what is still asked about an earlier moment is not kept for a later one", () => {
  const ticker = placementOf({ handle: "news", slot: "news", payload: { surface: "ticker" } });
  const slots = [{ handle: "news", surfaces: undefined }];
  const at = { playbook: compilePlaybook(playbookOf({ placements: [ticker] })), slots };
  const keeper = createKeeper();
  const earlier = createDecisions(momentOf(at), keeper);
  const later = createDecisions(momentOf({ ...at, revision: {}, registered: ["ticker"] }), keeper);
  for (const slot of slots) {
    expect(earlier.slot(slot).decision.visible).toBe(false);
    expect(later.slot(slot).decision.visible).toBe(true);
  }
});

// @ts-check
/** Service as a server or a tool calls it: whole placements, whole entitlements, bare conditions. */
import { byName, conditionOf, namesOf } from "../workload.mjs";

/** @typedef {import("../contestants.mjs").Contestant} Contestant */
/** @typedef {import("../workload.mjs").Context} Context */

/** Any moment will do, as long as it is the same one. */
const NOW = Date.UTC(2026, 10, 21);

const load = () => import("../../../dist/decision.mjs");
const playbookOf = (/** @type {object} */ lists) => ({
  ...{ format_version: 1, playbook_id: "bench", version: 1 },
  ...lists,
});
const inputFor = (/** @type {Context} */ context) => ({
  context,
  now: NOW,
  history: { displays: [], dismissed: {}, reminded: {} },
});

/** A placement in a slot of its own for each rule. @type {Contestant} */
export const placements = {
  name: "service",
  load,
  author: (rules) => {
    const list = byName(rules, (rule, name) => ({
      ...{ handle: name, category: "fixed", slot: name },
      payloads: [
        {
          handle: "default",
          target: { condition: conditionOf(rule) },
          surface: "card",
          content: { title: "Hello" },
        },
      ],
    }));
    return playbookOf({ placements: Object.values(list) });
  },
  shape: inputFor,
  setUp({ compilePlaybook, decidePlacement }, authored, count) {
    const playbook = compilePlaybook(authored);
    const slots = namesOf(count);
    return {
      decide: (index, input) => decidePlacement(playbook, { slot: slots[index] }, input).visible,
    };
  },
};

/** The same, with all questions about a person asked at once. @type {Contestant} */
export const person = {
  ...placements,
  name: "service-person",
  setUp({ compilePlaybook, decisionsFor }, authored, count) {
    const playbook = compilePlaybook(authored);
    const slots = namesOf(count);
    /** @type {{ placement(query: object): { visible: boolean } } | undefined} */
    let decisions;
    return {
      become: (input) => {
        decisions = decisionsFor(playbook, input);
      },
      decide: (index) => decisions?.placement({ slot: slots[index] }).visible ?? false,
    };
  },
};

/** A feature for each rule, granted to the segment of those who meet it. @type {Contestant} */
export const entitlements = {
  name: "service-entitlements",
  load,
  author: (rules) => {
    const segments = byName(rules, (rule, name) => ({
      handle: name,
      condition: conditionOf(rule),
    }));
    const features = byName(rules, (_, name) => ({
      ...{ handle: name, type: "feature" },
      grants: [{ segments: [name] }],
    }));
    return playbookOf({
      segments: Object.values(segments),
      entitlements: Object.values(features),
    });
  },
  shape: inputFor,
  setUp({ compilePlaybook, decideEntitlement }, authored, count) {
    const playbook = compilePlaybook(authored);
    const handles = namesOf(count);
    return {
      decide: (index, input) => decideEntitlement(playbook, handles[index], input).allowed,
    };
  },
};

/** The conditions alone, as others have them too. @type {Contestant} */
export const conditions = {
  name: "service-conditions",
  load,
  author: (rules) => rules.map(conditionOf),
  shape: (context) => context,
  setUp: ({ evaluateCondition }, authored) => ({
    decide: (index, context) => evaluateCondition(authored[index], context),
  }),
};

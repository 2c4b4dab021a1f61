// @ts-check
/** GrowthBook: a feature with one rule for each rule, and the interpreter of its conditions alone. */

import { importPeer } from "../peers.mjs";
import { byName, conditionOf, namesOf } from "../workload.mjs";

/** @typedef {import("../contestants.mjs").Contestant} Contestant */

const load = () => importPeer("@growthbook/growthbook");

/** @type {Contestant} */
export const growthbook = {
  name: "growthbook",
  load,
  author: (rules) =>
    byName(rules, (rule) => ({
      defaultValue: false,
      rules: [{ condition: conditionOf(rule), force: true }],
    })),
  shape: (context) => context,
  setUp({ GrowthBook }, features, count) {
    const client = new GrowthBook({ features });
    const names = namesOf(count);
    return {
      become: (context) => client.setAttributes(context),
      decide: (index) => client.isOn(names[index]),
    };
  },
};

/** @type {Contestant} */
export const growthbookConditions = {
  name: "growthbook-conditions",
  load,
  author: (rules) => rules.map(conditionOf),
  shape: (context) => context,
  setUp: ({ evalCondition }, authored) => ({
    decide: (index, context) => evalCondition(context, authored[index]),
  }),
};

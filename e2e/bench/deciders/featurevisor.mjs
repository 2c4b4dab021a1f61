// @ts-check
/** Featurevisor: a feature for each rule, on for the segment of those who meet it. */

import { importPeer } from "../peers.mjs";
import { byName, namesOf } from "../workload.mjs";

const EVERYBODY = 100_000;

/** @param {import("../workload.mjs").Rule} rule */
const segmentOf = ({ plans, countries, exports, role, tag }) => ({
  conditions: [
    { attribute: "plan_handle", operator: "in", value: plans },
    { attribute: "country", operator: "in", value: countries },
    { attribute: "usage.exports", operator: "greaterThanOrEquals", value: exports },
    {
      or: [
        { attribute: "role", operator: "equals", value: role },
        { attribute: "tags", operator: "includes", value: tag },
      ],
    },
  ],
});

/** @type {import("../contestants.mjs").Contestant} */
export const featurevisor = {
  name: "featurevisor",
  load: () => importPeer("@featurevisor/sdk"),
  author: (rules) => ({
    schemaVersion: "2",
    revision: "1",
    segments: byName(rules, segmentOf),
    features: byName(rules, (_, name) => ({
      key: name,
      bucketBy: "id",
      traffic: [{ key: "1", segments: name, percentage: EVERYBODY }],
    })),
  }),
  shape: (context) => context,
  setUp({ createInstance }, datafile, count) {
    const instance = createInstance({ datafile, logLevel: "error" });
    const names = namesOf(count);
    return {
      become: (context) => instance.setContext(context, true),
      decide: (index) => instance.isEnabled(names[index]),
    };
  },
};

// @ts-check
/**
 * Statsig, decided on the device: a gate for each rule, from text. Its rules have no "or" inside,
 * so each is written twice: for the role and for the tag. Its attributes are flat. Nothing is logged.
 */

import { importPeer } from "../peers.mjs";
import { byName, namesOf } from "../workload.mjs";

const QUIETLY = { disableExposureLog: true };

/** @param {string} field @param {string} operator @param {unknown} targetValue */
const conditionOf = (field, operator, targetValue) => ({
  ...{ type: "user_field", field, operator, targetValue },
  ...{ additionalValues: {}, idType: "userID" },
});

/** @param {import("../workload.mjs").Rule} rule @param {string} name */
function gateOf({ plans, countries, exports, role, tag }, name) {
  const both = [
    conditionOf("plan_handle", "any_case_sensitive", plans),
    conditionOf("country", "any_case_sensitive", countries),
    conditionOf("usage_exports", "gte", exports),
  ];
  const either = [
    conditionOf("role", "any_case_sensitive", [role]),
    conditionOf("tags", "array_contains_any", [tag]),
  ];
  return {
    ...{ name, type: "feature_gate", entity: "feature_gate", salt: name, idType: "userID" },
    ...{ enabled: true, defaultValue: false },
    rules: either.map((one, index) => ({
      ...{ id: `${index}`, name: `${index}`, salt: `${index}`, idType: "userID" },
      ...{ passPercentage: 100, returnValue: true, conditions: [...both, one] },
    })),
  };
}

/** @type {import("../contestants.mjs").Contestant} */
export const statsig = {
  name: "statsig",
  load: () => importPeer("@statsig/js-on-device-eval-client"),
  author: (rules) =>
    JSON.stringify({
      feature_gates: Object.values(byName(rules, gateOf)),
      ...{ dynamic_configs: [], layer_configs: [], has_updates: true, time: 1 },
    }),
  shape: ({ id, country, plan_handle, role, usage, tags }) => ({
    userID: id,
    country,
    custom: { plan_handle, role, usage_exports: usage.exports, tags },
  }),
  setUp({ StatsigOnDeviceEvalClient }, text, count) {
    const client = new StatsigOnDeviceEvalClient("client-bench", {
      loggingEnabled: "disabled",
      networkConfig: { preventAllNetworkTraffic: true },
    });
    client.dataAdapter.setData(text);
    client.initializeSync({ disableBackgroundCacheRefresh: true });
    const names = namesOf(count);
    return { decide: (index, user) => client.checkGate(names[index], user, QUIETLY) };
  },
};

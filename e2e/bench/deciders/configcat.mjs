// @ts-check
/**
 * ConfigCat: a setting for each rule, from its cache, which holds text. Its rules have no "or"
 * inside, so each is written twice: for the role and for the tag. Its attributes are flat.
 */

import { importPeer } from "../peers.mjs";
import { byName, namesOf } from "../workload.mjs";

/** Its numbers for "is one of", "≥" and "array contains any of". */
const IS_ONE_OF = 0;
const AT_LEAST = 15;
const CONTAINS_ANY_OF = 34;
const BOOLEAN = 0;

/** Of the right length, which is all that it asks of a key offline. */
const KEY = `${"service-bench".padEnd(22, "-")}/${"service-bench".padEnd(22, "-")}`;
const FETCHED_AT = Date.UTC(2026, 10, 21);

/** @param {import("../workload.mjs").Rule} rule */
function settingOf({ plans, countries, exports, role, tag }) {
  const both = [
    { u: { a: "plan_handle", c: IS_ONE_OF, l: plans } },
    { u: { a: "Country", c: IS_ONE_OF, l: countries } },
    { u: { a: "usage_exports", c: AT_LEAST, d: exports } },
  ];
  const either = [
    { u: { a: "role", c: IS_ONE_OF, l: [role] } },
    { u: { a: "tags", c: CONTAINS_ANY_OF, l: [tag] } },
  ];
  const rules = either.map((one) => ({ c: [...both, one], s: { v: { b: true } } }));
  return { t: BOOLEAN, r: rules, v: { b: false } };
}

/** @type {import("../contestants.mjs").Contestant} */
export const configcat = {
  name: "configcat",
  load: () => importPeer("@configcat/sdk"),
  author: (rules) => {
    const config = { p: { u: "", r: 0, s: "" }, f: byName(rules, settingOf) };
    return `${FETCHED_AT}\n"1"\n${JSON.stringify(config)}`;
  },
  shape: ({ id, country, plan_handle, role, usage, tags }) => ({
    identifier: id,
    country,
    custom: { plan_handle, role, usage_exports: usage.exports, tags },
  }),
  async setUp({ getClient, createConsoleLogger, LogLevel, PollingMode }, text, count) {
    const client = getClient(KEY, PollingMode.ManualPoll, {
      cache: { get: () => text, set: () => {} },
      offline: true,
      logger: createConsoleLogger(LogLevel.Error),
    });
    await client.waitForReady();
    const snapshot = client.snapshot();
    const names = namesOf(count);
    return { decide: (index, user) => snapshot.getValue(names[index], false, user) };
  },
};

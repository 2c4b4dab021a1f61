/** What follows from a trial's dates and counts is there for conditions as well. */
import { describe, expect, test } from "vitest";
import {
  type Condition,
  compilePlaybook,
  decideEntitlement,
  type JsonObject,
  type TrialContext,
} from "../decision";
import { DAY, decide, freeUser, iso, NOW, placementOf, playbookOf } from "./playbook.fixture";
import { createSubject } from "./subject";

const trials = [{ handle: "pro_trial", plan: "pro", days: 14 }];
const compiled = compilePlaybook(playbookOf({ trials }));
const reads = (condition: Condition, trial: Partial<TrialContext>) => {
  const placements = [placementOf({ payload: { target: { condition } } })];
  const context = { ...freeUser, trial: { in_trial: true, ...trial } };
  return decide(playbookOf({ trials, placements }), { context }).visible;
};

describe("a condition reads", () => {
  test.each<[string, JsonObject, Partial<TrialContext>]>([
    ["the days that remain, by the end", { $eq: 3 }, { ends_at: iso(NOW + 2.5 * DAY) }],
    [
      "the days that remain, by the trial's length",
      { $eq: 9 },
      { trial_handle: "pro_trial", started_at: iso(NOW - 5 * DAY) },
    ],
    [
      "no more days than the trial has, by a clock that is behind",
      { $eq: 14 },
      { trial_handle: "pro_trial", started_at: iso(NOW + 1000) },
    ],
    ["no days of a trial that is over", { $eq: 0 }, { ends_at: iso(NOW - DAY) }],
    ["what was said, whatever the dates", { $eq: 7 }, { days_remaining: 7, ends_at: iso(NOW) }],
    ["nothing where nothing is known", { $exists: false }, {}],
    ["nothing where the end is unknown", { $exists: false }, { started_at: iso(NOW) }],
  ])("%s", (_, wanted, trial) => {
    expect(reads({ "trial.days_remaining": wanted }, trial)).toBe(true);
  });

  test("the number of the day, and the dates", () => {
    const trial = { trial_handle: "pro_trial", day_number: 3 };
    expect(reads({ "trial.day_number": 6 }, { started_at: iso(NOW - 5 * DAY) })).toBe(true);
    expect(reads({ "trial.started_at": iso(NOW - 2 * DAY) }, trial)).toBe(true);
    expect(reads({ "trial.ends_at": iso(NOW + 12 * DAY) }, trial)).toBe(true);
  });
});

test.each(["+02:00", "+0200", "+02"])("a time in the zone %s is of that zone", (zone) => {
  const ends_at = iso(NOW + 2.5 * DAY + DAY / 12).replace("Z", zone);
  for (const written of [ends_at, ends_at.replace("T", " ")]) {
    const trial = { in_trial: true, ends_at: written };
    expect(createSubject(compiled, { context: { trial }, now: NOW }).due).toBe(NOW + 0.5 * DAY);
  }
});

test("a time without a zone is UTC wherever it is read", () => {
  const zone = process.env.TZ;
  try {
    for (const TZ of ["Asia/Tokyo", "America/New_York"]) {
      process.env.TZ = TZ;
      const ends_at = iso(NOW + 2.5 * DAY).replace("Z", "");
      for (const written of [ends_at, ends_at.replace("T", " ")]) {
        const trial = { in_trial: true, ends_at: written };
        expect(createSubject(compiled, { context: { trial }, now: NOW }).due).toBe(NOW + 0.5 * DAY);
      }
      const history = { dismissed: { "welcome/default": iso(NOW - DAY).slice(0, -1) } };
      const payload = { cooldown_hours: 25 };
      const playbook = playbookOf({ placements: [placementOf({ payload })] });
      expect(decide(playbook, { history }).reasons).toEqual(["cooling_down"]);
    }
  } finally {
    process.env.TZ = zone ?? "";
    if (zone === undefined) delete process.env.TZ;
  }
});

test.each([
  "Nov 21 2030 10:00",
  "11/21/2030",
  "Trial 2030",
  "2030-1-5",
  "2030-Nov-21",
  "2030-11-21 10:00 PM",
])("a trial that ends at %s grants nothing: each machine would read its own time", (ends_at) => {
  const entitlements = [
    { handle: "export", type: "feature" as const, grants: [{ plans: ["pro"] }] },
  ];
  const playbook = compilePlaybook(playbookOf({ trials, entitlements }));
  const trial = { in_trial: true, trial_handle: "pro_trial", ends_at };
  const input = { context: { ...freeUser, trial }, now: NOW };
  expect(decideEntitlement(playbook, "export", input).reason).toBe("not_in_plan");
});

test("dates that no calendar holds are unknown, and nothing throws", () => {
  expect(reads({ "trial.ends_at": { $exists: false } }, { days_remaining: 1e300 })).toBe(true);
});

test("a date that is null is derived as one that is missing", () => {
  const started = iso(NOW - 5 * DAY);
  const given: object = { trial_handle: "pro_trial", started_at: started, ends_at: null };
  expect(reads({ "trial.ends_at": iso(NOW + 9 * DAY), "trial.started_at": started }, given)).toBe(
    true,
  );
});

test("what is known of a trial is due again when the count of days changes", () => {
  const context = { trial: { in_trial: true, ends_at: iso(NOW + 2.5 * DAY) } };
  const { due } = createSubject(compiled, { context, now: NOW });
  expect(due).toBe(NOW + 0.5 * DAY);
});

test.each<[string, number]>([
  ["while it runs", 2.5],
  ["when it is over", -1.5],
])("and when the number of the day does, at whatever time of day the trial ends, %s", (_, days) => {
  const dates = { started_at: iso(NOW - 2.75 * DAY), ends_at: iso(NOW + days * DAY) };
  const context = { trial: { in_trial: true, ...dates } };
  const { due } = createSubject(compiled, { context, now: NOW });
  expect(due).toBe(NOW + 0.25 * DAY);
});

test("what was given is left as it was", () => {
  const context = Object.freeze({ trial: Object.freeze({ in_trial: true, day_number: 2 }) });
  expect(createSubject(compiled, { context, now: NOW }).context.trial).toEqual({
    ...{ in_trial: true, day_number: 2, days_remaining: null, ends_at: null },
    started_at: iso(NOW - DAY),
  });
});

describe("nobody is on a trial", () => {
  const entitlements = [
    { handle: "export", type: "feature" as const, grants: [{ plans: ["pro"] }] },
  ];
  const book = compilePlaybook(playbookOf({ trials, entitlements }));
  const allowed = (trial: object, now = NOW) => {
    const context = { ...freeUser, trial: { in_trial: true, plan_handle: "pro", ...trial } };
    return decideEntitlement(book, "export", { context, now }).allowed;
  };

  test.each<[string, unknown]>([
    ["a word", "soon"],
    ["a date as people write it", "31.12.2020"],
    ["no text", 0],
    ["a date object", new Date(NOW + DAY)],
    ["a day that there isn't", "2099-02-29"],
    ["a time of such a day", "2099-04-31T12:00:00Z"],
    ["empty", ""],
  ])("whose end can't be read: %s", (_, ends_at) => {
    expect(allowed({ ends_at })).toBe(false);
    expect(allowed({ ends_at, days_remaining: 3 })).toBe(false);
  });

  test.each(["started_at", "day_number", "days_remaining"])("whose %s can't be read", (name) => {
    for (const value of ["soon", "", "31.12.2020", Number.NaN, [], new Date(NOW), false]) {
      expect(allowed({ [name]: value })).toBe(false);
      expect(allowed({ [name]: value, ends_at: iso(NOW + DAY) })).toBe(false);
    }
    for (const value of [undefined, null]) expect(allowed({ [name]: value })).toBe(true);
  });

  test("while it isn't known what time it is", () => {
    expect(allowed({ ends_at: iso(NOW + DAY) })).toBe(true);
    expect(allowed({ ends_at: iso(NOW + DAY) }, Number.NaN)).toBe(false);
    expect(allowed({}, Number.NaN)).toBe(false);
    const dates = { started_at: iso(NOW), ends_at: iso(NOW + DAY) };
    const all = { ...dates, day_number: 1, days_remaining: 1 };
    expect(allowed(all)).toBe(true);
    for (const now of [Number.NaN, Number.NEGATIVE_INFINITY]) expect(allowed(all, now)).toBe(false);
  });

  test("but on one that ends on a February's last day, or in a month", () => {
    for (const ends_at of ["2096-02-29", "2099-02-28T24:00:00Z", "2099-12-31t12:00z", "2099-02"]) {
      expect(allowed({ ends_at }), ends_at).toBe(true);
    }
  });

  test("but on one whose end nobody gives", () => {
    for (const ends_at of [undefined, null]) expect(allowed({ ends_at })).toBe(true);
  });
});

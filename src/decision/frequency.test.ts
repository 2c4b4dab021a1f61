import { describe, expect, test } from "vitest";
import type { CapPeriod, History, Payload, PlacementQuery } from "../decision";
import {
  DAY,
  decide,
  fromOutside,
  HOUR,
  NOW,
  payloadOf,
  placementOf,
  playbookOf,
  reasonsOf,
} from "./playbook.fixture";

const KEY = "welcome/default";
const SESSION = NOW - HOUR;

/** Times are given relative to now; the session began an hour ago. */
const historyOf = ({
  displays = [],
  dismissed,
  reminded,
}: {
  displays?: readonly number[];
  dismissed?: number;
  reminded?: number;
}): History => ({
  session_started_at: SESSION,
  displays: displays.map((ago) => ({ key: KEY, at: NOW + ago })),
  ...(dismissed !== undefined && { dismissed: { [KEY]: NOW + dismissed } }),
  ...(reminded !== undefined && { reminded: { [KEY]: NOW + reminded } }),
});

const asked = (
  payload: Partial<Payload>,
  past: Parameters<typeof historyOf>[0],
  query: PlacementQuery = {},
) =>
  reasonsOf(placementOf({ payload }), {
    history: historyOf(past),
    query: { slot: "top", ...query },
  });

describe("a cap", () => {
  const once = (period: CapPeriod, count = 1) => ({ caps: [{ count, period }] });

  test.each<[CapPeriod, number, string]>([
    ["session", -HOUR, "cap_reached"],
    ["session", -HOUR - 1, "shown"],
    ["day", -DAY + 60_000, "cap_reached"],
    ["day", -DAY - 60_000, "shown"],
    ["week", -7 * DAY + 60_000, "cap_reached"],
    ["week", -7 * DAY - 60_000, "shown"],
    ["month", -27 * DAY, "cap_reached"],
    ["month", -32 * DAY, "shown"],
    ["lifetime", -4_000 * DAY, "cap_reached"],
  ])("of one a %s, displayed %d ms ago: %s", (period, ago, reason) => {
    expect(asked(once(period), { displays: [ago] })).toBe(reason);
  });

  test("counts up to its count", () => {
    expect(asked(once("day", 3), { displays: [-3, -2] })).toBe("shown");
    expect(asked(once("day", 3), { displays: [-3, -2, -1] })).toBe("cap_reached");
    expect(asked(once("day", 3), { displays: [-9, -8, -3, -2, -1] })).toBe("cap_reached");
  });

  test("of 0 is always reached", () => {
    expect(asked(once("lifetime", 0), {})).toBe("cap_reached");
  });

  test("is one of several that must all have room", () => {
    const caps: Payload["caps"] = [
      { count: 1, period: "day" },
      { count: 2, period: "lifetime" },
    ];
    expect(asked({ caps }, { displays: [-2 * DAY] })).toBe("shown");
    expect(asked({ caps }, { displays: [-1] })).toBe("cap_reached");
    expect(asked({ caps }, { displays: [-3 * DAY, -2 * DAY] })).toBe("cap_reached");
  });

  test("counts its own payload's displays only", () => {
    const history = {
      session_started_at: SESSION,
      displays: [
        { key: "welcome/other", at: NOW - 1 },
        { key: "other/default", at: NOW - 1 },
      ],
    };
    expect(reasonsOf(placementOf({ payload: once("lifetime") }), { history })).toBe("shown");
  });

  test("that is reached ends its placement; the next placement is tried", () => {
    const history = historyOf({ displays: [-1] });
    const payloads = [payloadOf(once("day")), payloadOf({ handle: "second" })];
    const first = placementOf({ payloads });
    expect(decide(first, { history }).reasons).toEqual(["cap_reached"]);
    const playbook = playbookOf({ placements: [first, placementOf({ handle: "next" })] });
    expect(decide(playbook, { history }).output?.placement).toBe("next");
  });

  test("without a session's start counts every display as this session's", () => {
    const history = { displays: [{ key: KEY, at: NOW - 90 * DAY }] };
    expect(reasonsOf(placementOf({ payload: once("session") }), { history })).toBe("cap_reached");
  });
});

describe("a cooldown", () => {
  const cooldown = { cooldown_hours: 72 };

  test.each([
    ["at display", { displays: [-72 * HOUR + 1] }, "cooling_down"],
    ["at display, and ends", { displays: [-72 * HOUR] }, "shown"],
    ["at the last of several displays", { displays: [-99 * HOUR, -HOUR] }, "cooling_down"],
    ["at the last, in whichever order they are", { displays: [-HOUR, -99 * HOUR] }, "cooling_down"],
    ["again at dismissal", { displays: [-73 * HOUR], dismissed: -71 * HOUR }, "cooling_down"],
    ["at dismissal, and ends", { dismissed: -72 * HOUR }, "shown"],
  ])("starts %s", (_, past, reason) => {
    expect(asked(cooldown, past)).toBe(reason);
  });

  test("of its own outlasts the session, and is outlasted by it", () => {
    expect(asked({ cooldown_hours: 0.5 }, { dismissed: -HOUR / 4 })).toBe("cooling_down");
    expect(asked({ cooldown_hours: 0.5 }, { dismissed: -HOUR * 0.75 })).toBe("shown");
  });

  test("ends its placement; the next placement is tried", () => {
    const history = historyOf({ dismissed: -1 });
    const payloads = [payloadOf(cooldown), payloadOf({ handle: "second" })];
    expect(decide(placementOf({ payloads }), { history }).reasons).toEqual(["cooling_down"]);
  });
});

describe("a dismissal without a cooldown", () => {
  test.each([{}, { cooldown_hours: 0 }])("holds for the session: %j", (payload) => {
    expect(asked(payload, { dismissed: -HOUR })).toBe("cooling_down");
    expect(asked(payload, { dismissed: -HOUR - 1 })).toBe("shown");
  });

  test("is of its own payload only", () => {
    const history = { session_started_at: SESSION, dismissed: { "welcome/other": NOW - 1 } };
    expect(reasonsOf(placementOf(), { history })).toBe("shown");
  });

  test.each([{}, { cooldown_hours: 0 }])("leaves a display alone: %j", (payload) => {
    expect(asked(payload, { displays: [-1] })).toBe("shown");
  });
});

describe("remind later", () => {
  test.each([
    [{ remind_later_hours: 2 }, -2 * HOUR + 1, "reminded_later"],
    [{ remind_later_hours: 2 }, -2 * HOUR, "shown"],
    [{}, -24 * HOUR + 1, "reminded_later"],
    [{}, -24 * HOUR, "shown"],
  ])("with %j, %d ms ago: %s", (payload, reminded, reason) => {
    expect(asked(payload, { reminded })).toBe(reason);
  });

  test("ends its placement; the next placement is tried", () => {
    const history = historyOf({ reminded: -1 });
    const payloads = [payloadOf(), payloadOf({ handle: "second" })];
    const first = placementOf({ payloads });
    expect(decide(first, { history }).reasons).toEqual(["reminded_later"]);
    const playbook = playbookOf({ placements: [first, placementOf({ handle: "next" })] });
    expect(decide(playbook, { history }).output?.placement).toBe("next");
  });
});

describe("what answers the user's click", () => {
  const trigger = { type: "entitlement_denied", entitlement: "data_export" } as const;
  const refused = (payload: Partial<Payload>, past: Parameters<typeof historyOf>[0]) =>
    reasonsOf(placementOf({ trigger, payload }), {
      history: historyOf(past),
      query: { slot: "top", trigger },
    });

  test("was put off for as long as the author said, which is not at all by default", () => {
    expect(refused({}, { dismissed: -1, reminded: -1 })).toBe("shown");
    expect(asked({}, { reminded: -1 }, { requested: true })).toBe("shown");
    expect(refused({ remind_later_hours: 2 }, { reminded: -HOUR })).toBe("reminded_later");
    expect(refused({ remind_later_hours: 2 }, { reminded: -2 * HOUR })).toBe("shown");
  });
});

test("a history of any length is read", () => {
  const displays = Array.from({ length: 200_000 }, (_, i) => -i);
  expect(asked({ cooldown_hours: 1 }, { displays })).toBe("cooling_down");
  expect(asked({ caps: [{ count: 5, period: "day" }] }, { displays })).toBe("cap_reached");
});

describe("what is on display now", () => {
  const displaying = [KEY];
  const capped: Partial<Payload> = { caps: [{ count: 1, period: "day" }], cooldown_hours: 72 };

  test("doesn't count against itself", () => {
    expect(asked(capped, { displays: [-1] })).not.toBe("shown");
    expect(asked(capped, { displays: [-1] }, { displaying })).toBe("shown");
  });

  test("goes when it is dismissed or put off", () => {
    expect(asked(capped, { displays: [-2], dismissed: -1 }, { displaying })).toBe("cooling_down");
    expect(asked({}, { displays: [-2], dismissed: -1 }, { displaying })).toBe("cooling_down");
    expect(asked({}, { displays: [-2], reminded: -1 }, { displaying })).toBe("reminded_later");
  });

  test("excuses no other payload", () => {
    expect(asked(capped, { displays: [-1] }, { displaying: ["other/default"] })).not.toBe("shown");
  });
});

describe("with caps not enforced", () => {
  const enforceCaps = false;

  test("neither caps nor waits outlast the session", () => {
    const payload: Partial<Payload> = {
      caps: [{ count: 1, period: "lifetime" }],
      cooldown_hours: 72,
      remind_later_hours: 72,
    };
    const past = { displays: [-2 * HOUR], dismissed: -2 * HOUR, reminded: -2 * HOUR };
    expect(asked(payload, past)).not.toBe("shown");
    expect(asked(payload, past, { enforceCaps })).toBe("shown");
  });

  test("what was dismissed or put off stays away for the session", () => {
    expect(asked({}, { dismissed: -1 }, { enforceCaps })).toBe("cooling_down");
    expect(asked({ cooldown_hours: 1 }, { dismissed: -1 }, { enforceCaps })).toBe("cooling_down");
    expect(asked({}, { reminded: -1 }, { enforceCaps })).toBe("reminded_later");
  });
});

describe("a clock that was ahead", () => {
  test.each<[string, Partial<Payload>, Parameters<typeof historyOf>[0]]>([
    ["cap", { caps: [{ count: 1, period: "day" }] }, { displays: [2 * DAY] }],
    ["cooldown from display", { cooldown_hours: 72 }, { displays: [2 * DAY] }],
    ["cooldown from dismissal", { cooldown_hours: 72 }, { dismissed: 2 * DAY }],
    ["reminder", {}, { reminded: 2 * DAY }],
  ])("locks nobody out by a %s", (_, payload, past) => {
    expect(asked(payload, past)).toBe("shown");
  });

  test.each<[string, Partial<Payload>, Parameters<typeof historyOf>[0], string]>([
    ["cap", { caps: [{ count: 1, period: "day" }] }, { displays: [HOUR / 3] }, "cap_reached"],
    ["cooldown from display", { cooldown_hours: 72 }, { displays: [HOUR / 3] }, "cooling_down"],
    ["cooldown from dismissal", { cooldown_hours: 72 }, { dismissed: HOUR / 3 }, "cooling_down"],
    ["reminder", {}, { reminded: HOUR / 3 }, "reminded_later"],
  ])("by minutes, and was set right since, counts for a %s", (_, payload, past, reason) => {
    expect(asked(payload, past)).toBe(reason);
  });

  test("doesn't make anybody forget what was seen in a lifetime", () => {
    const caps: Payload["caps"] = [{ count: 1, period: "lifetime" }];
    expect(asked({ caps }, { displays: [2 * DAY] })).toBe("cap_reached");
  });
});

test.each<[Partial<Payload>, (at: string) => History, string]>([
  [
    { caps: [{ count: 1, period: "day" }] },
    (at) => ({ displays: [{ key: KEY, at }] }),
    "cap_reached",
  ],
  [{ cooldown_hours: 2 }, (at) => ({ dismissed: { [KEY]: at } }), "cooling_down"],
  [{ remind_later_hours: 2 }, (at) => ({ reminded: { [KEY]: at } }), "reminded_later"],
])("times may be ISO 8601 as well: %j", (payload, history, reason) => {
  const reasonAt = (at: number) =>
    reasonsOf(placementOf({ payload }), { history: history(new Date(at).toISOString()) });
  expect(reasonAt(NOW - HOUR)).toBe(reason);
  expect(reasonAt(NOW - 2 * DAY)).toBe("shown");
});

describe("a history that something else has written over", () => {
  const payload: Partial<Payload> = { caps: [{ count: 1, period: "lifetime" }], cooldown_hours: 1 };
  const garbage = [null, 1, "x", true, [], {}, [null], [[]], { [KEY]: "soon" }, { [KEY]: null }];

  test.each([...garbage, undefined])("%j is no history", (value) => {
    expect(reasonsOf(placementOf({ payload }), { history: fromOutside(value) })).toBe("shown");
  });

  test.each(garbage)("%j is no part of one", (value) => {
    for (const part of ["displays", "dismissed", "reminded", "session_started_at"]) {
      const history = fromOutside({ [part]: value });
      expect(reasonsOf(placementOf({ payload }), { history })).toBe("shown");
    }
  });

  test("still counts what is sound in it", () => {
    const displays = [null, "x", { key: KEY }, { key: KEY, at: "now" }, { key: KEY, at: NOW - 1 }];
    const history = fromOutside({ displays, dismissed: 5 });
    const caps: Payload["caps"] = [{ count: 1, period: "lifetime" }];
    expect(reasonsOf(placementOf({ payload: { caps } }), { history })).toBe("cap_reached");
    const twice: Payload["caps"] = [{ count: 2, period: "lifetime" }];
    expect(reasonsOf(placementOf({ payload: { caps: twice } }), { history })).toBe("shown");
  });

  test("dismissed by inheritance is not dismissed", () => {
    const dismissed = Object.create({ [KEY]: NOW - 1 });
    expect(reasonsOf(placementOf(), { history: { dismissed } })).toBe("shown");
  });
});

import { describe, expect, test } from "vitest";
import { compilePlaybook, decidePlacement, type Payload, type Target } from "../decision";
import {
  decide,
  freeUser,
  fromOutside,
  iso,
  NOW,
  pageLevelOf,
  payloadOf,
  placementOf,
  playbookOf,
  reasonsOf,
} from "./playbook.fixture";

const segments = [{ handle: "swiss", condition: { country: "CH" } }];

describe("a placement that is shown", () => {
  test("is told with everything a surface needs, and no more", () => {
    const ctas = [{ label: "Upgrade", action: "open_checkout", params: { plan: "pro" } }];
    expect(decide(placementOf({ payload: { ctas } }))).toEqual({
      visible: true,
      reasons: ["shown"],
      output: {
        placement: "welcome",
        payload: "default",
        slot: "top",
        surface: "card",
        content: { title: "Hello" },
        ctas,
        playbook_version: 7,
      },
    });
  });

  test("page-level has no slot", () => {
    expect(decide(pageLevelOf(), { query: {} }).output).not.toHaveProperty("slot");
  });
});

describe("a slot without a placement", () => {
  test("has no page-level one, whatever its name", () => {
    expect(decide(pageLevelOf(), { query: { slot: "" } }).reasons).toEqual(["no_placement"]);
  });

  test.each(["other", "constructor", "__proto__"])("%s is empty: no_placement", (slot) => {
    expect(decide(placementOf(), { query: { slot } })).toEqual({
      visible: false,
      reasons: ["no_placement"],
    });
  });

  test.each([undefined, null, 1, [], {}, { format_version: 2, placements: [placementOf()] }])(
    "is empty with %j for a Playbook: playbook_unavailable",
    (value) => {
      const compiled = compilePlaybook(fromOutside(value));
      const input = { context: freeUser, now: NOW };
      expect(decidePlacement(compiled, { slot: "top" }, input)).toEqual({
        visible: false,
        reasons: ["playbook_unavailable"],
      });
    },
  );
});

describe("a target", () => {
  test.each<[Target, object, string]>([
    [{}, {}, "shown"],
    [{ plans: ["free"] }, {}, "shown"],
    [{ plans: ["pro", "free"] }, {}, "shown"],
    [{ plans: ["pro"] }, {}, "plan_mismatch"],
    [{ plans: [] }, {}, "plan_mismatch"],
    [{ plans: ["free"] }, { plan_handle: undefined }, "plan_mismatch"],
    [{ plans: ["gold"] }, { plan_handle: "gold" }, "plan_mismatch"],
    [{ segments: ["swiss"] }, { country: "CH" }, "shown"],
    [{ segments: ["other", "swiss"] }, { country: "CH" }, "shown"],
    [{ segments: ["swiss"] }, { country: "AT" }, "segment_mismatch"],
    [{ segments: ["vip"] }, { segments: ["vip"] }, "shown"],
    [{ condition: { "page.path": "/a" } }, { page: { path: "/a" } }, "shown"],
    [{ condition: { "page.path": "/a" } }, { page: { path: "/b" } }, "condition_mismatch"],
    [{ condition: { $not: { id: { $like: "x" } } } }, {}, "condition_mismatch"],
    [{ plans: ["pro"], segments: ["swiss"] }, { country: "CH" }, "plan_mismatch"],
    [{ plans: ["free"], segments: ["swiss"] }, { country: "AT" }, "segment_mismatch"],
    [{ plans: ["free"], segments: ["swiss"], condition: {} }, { country: "CH" }, "shown"],
  ])("%j asks of %j: %s", (target, context, reason) => {
    const playbook = playbookOf({ segments, placements: [placementOf({ payload: { target } })] });
    expect(reasonsOf(playbook, { context: { ...freeUser, ...context } })).toBe(reason);
  });

  test("that doesn't match leads to the next payload; the first that matches is shown", () => {
    const payloads = [
      payloadOf({ handle: "a", target: { plans: ["pro"] } }),
      payloadOf({ handle: "b", target: { plans: ["free"] } }),
      payloadOf({ handle: "c" }),
    ];
    expect(decide(placementOf({ payloads })).output?.payload).toBe("b");
  });

  test("that matches in no payload leaves every reason", () => {
    const payloads = [
      payloadOf({ handle: "a", target: { plans: ["pro"] } }),
      payloadOf({ handle: "b", target: { segments: ["swiss"] } }),
      payloadOf({ handle: "c", target: { plans: ["pro"] } }),
    ];
    expect(decide(placementOf({ payloads })).reasons).toEqual([
      "plan_mismatch",
      "segment_mismatch",
    ]);
  });
});

describe("a schedule", () => {
  const from = iso(NOW);
  const until = iso(NOW + 1_000);

  test.each<[string, Payload["schedule"] & object, number, string]>([
    ["before it begins", { from }, NOW - 1, "outside_schedule"],
    ["as it begins", { from }, NOW, "shown"],
    ["just before it ends", { until }, NOW + 999, "shown"],
    ["as it ends", { until }, NOW + 1_000, "outside_schedule"],
    ["within both", { from, until }, NOW + 500, "shown"],
    ["without either", {}, NOW, "shown"],
    ["that ends before it begins", { from: until, until: from }, NOW + 500, "outside_schedule"],
  ])("%s", (_, schedule, now, reason) => {
    expect(reasonsOf(placementOf({ payload: { schedule } }), { now })).toBe(reason);
  });
});

describe("of several placements in a slot", () => {
  const first = placementOf({ handle: "first" });
  const second = placementOf({ handle: "second" });
  const urgent = placementOf({ handle: "urgent", priority: 10 });
  const never = placementOf({
    handle: "never",
    priority: 99,
    payload: { target: { plans: ["pro"] } },
  });
  const background = placementOf({ handle: "background", priority: -1 });

  test.each([
    ["the one with the highest priority", [first, urgent], "urgent"],
    ["the first of the list among equals", [first, second], "first"],
    ["the first of the list among equals, again", [second, first], "second"],
    ["the next one, where the highest is refused", [first, never], "first"],
    ["one without priority before a negative one", [background, first], "first"],
  ])("%s is shown", (_, placements, shown) => {
    const decision = decide(playbookOf({ placements }));
    expect(decision.output?.placement).toBe(shown);
    expect(decision.reasons).toEqual(["shown"]);
  });
});

describe("a placement asked for by name", () => {
  test("is found in whichever slot", () => {
    const decision = decide(placementOf(), { query: { placement: "welcome" } });
    expect(decision.output).toMatchObject({ placement: "welcome", slot: "top" });
  });

  test.each(["other", "constructor", "__proto__", ""])("%j is not there: no_placement", (name) => {
    expect(reasonsOf(placementOf(), { query: { placement: name } })).toBe("no_placement");
  });
});

describe("a surface", () => {
  const inFlow = ["banner", "card", "button", "usage_meter", "gate"];
  const pageLevel = ["modal", "toast", "full_page", "tooltip", "bar"];
  const withSurface = (surface: string) => placementOf({ payload: { surface } });

  test.each(inFlow)("%s is accepted by every slot that says nothing", (surface) => {
    expect(reasonsOf(withSurface(surface))).toBe("shown");
  });

  test.each(pageLevel)("%s is not accepted by a slot", (surface) => {
    expect(reasonsOf(withSurface(surface))).toBe("surface_not_accepted");
  });

  test.each(pageLevel)("%s may answer a refusal or an event, though it has a slot", (surface) => {
    for (const trigger of [
      { type: "entitlement_denied", entitlement: "data_export" },
      { type: "event", name: "saved" },
    ] as const) {
      const one = placementOf({ trigger, payload: { surface } });
      const query = { slot: "top", trigger };
      expect(reasonsOf(one, { query })).toBe("shown");
      const named = { ...query, surfaces: ["banner"] };
      expect(reasonsOf(one, { query: named })).toBe("surface_not_accepted");
    }
  });

  test.each(pageLevel)("%s is accepted on the page", (surface) => {
    expect(reasonsOf(pageLevelOf({ payload: { surface } }), { query: {} })).toBe("shown");
  });

  test("that the slot doesn't name is not accepted", () => {
    const query = { slot: "top", surfaces: ["banner", "card"] };
    expect(reasonsOf(withSurface("card"), { query })).toBe("shown");
    expect(reasonsOf(withSurface("gate"), { query })).toBe("surface_not_accepted");
  });

  test("that nobody registered is unknown", () => {
    for (const name of ["carousel", "constructor"]) {
      expect(reasonsOf(withSurface(name))).toBe("surface_unknown");
      const query = { slot: "top", registered: ["confetti"] };
      expect(reasonsOf(withSurface(name), { query })).toBe("surface_unknown");
    }
  });

  test("that is registered is shown where a slot accepts it", () => {
    const registered = ["carousel"];
    const carousel = withSurface("carousel");
    expect(reasonsOf(carousel, { query: { slot: "top", registered } })).toBe("shown");
    const surfaces = ["carousel"];
    expect(reasonsOf(carousel, { query: { slot: "top", registered, surfaces } })).toBe("shown");
    const query = { slot: "top", registered, surfaces: ["card"] };
    expect(reasonsOf(carousel, { query })).toBe("surface_not_accepted");
  });

  test("that a slot names and nobody registered is still unknown", () => {
    const query = { slot: "top", surfaces: ["carousel"], registered: ["confetti"] };
    expect(reasonsOf(withSurface("carousel"), { query })).toBe("surface_unknown");
  });

  test("that isn't accepted leads to the next payload", () => {
    const payloads = [payloadOf({ handle: "a", surface: "modal" }), payloadOf({ handle: "b" })];
    expect(decide(placementOf({ payloads })).output?.payload).toBe("b");
  });
});

test("placements that are left out make room for the next one", () => {
  const placements = ["first", "second"].map((handle) => placementOf({ handle }));
  const query = { slot: "top", except: ["first"] };
  expect(decide(playbookOf({ placements }), { query }).output?.placement).toBe("second");
});

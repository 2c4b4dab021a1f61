/** What the control plane takes in, once each, and what it refuses. From Node; no browser. */
import {
  ask,
  credentialsOf,
  expect,
  interaction,
  ORIGIN,
  refusal,
  test,
  trackedEvent,
} from "./control-plane";

test.describe("what SDKs send", () => {
  const sent = {
    sent_at: "2026-11-21T09:00:01.000Z",
    sdk: { version: "0.11.21", mode: "snippet" },
  };

  test("is counted once by event_id, however often and however it comes", async ({ plane }) => {
    const { fields } = credentialsOf(plane);
    const [first, second] = [trackedEvent({ name: "once" }), trackedEvent({ name: "once" })];
    const url = `${plane.url}/api/track`;
    const bodyOf = (events: object[]) => ({ ...fields, ...sent, events });
    const json = { "content-type": "application/json" };
    for (const [events, headers] of [
      [[first], {}],
      [[first, second, second], json],
      [[second], {}],
    ] as const) {
      const answer = await ask(url, { body: bodyOf([...events]), headers });
      expect(answer).toMatchObject({ status: 202, body: { accepted: events.length } });
    }
    const rows = await plane.query("SELECT * FROM events WHERE name = 'once' ORDER BY event_id");
    expect(rows.map(({ event_id }) => event_id).sort()).toEqual(
      [first.event_id, second.event_id].sort(),
    );
    expect(rows[0]).toMatchObject({
      properties: { format: "csv" },
      page: { path: "/editor" },
      sdk: sent.sdk,
    });
  });

  test("keeps interactions, slots, types and the beacon", async ({ plane }) => {
    const { fields } = credentialsOf(plane);
    const decided = { decision_id: "0190a0f0-1111-7222-8333-444455556666", playbook_version: 7 };
    const one = interaction({ cta: "upgrade", type: "cta_click", variant: "b", ...decided });
    const slot = { slot: "dashboard_top", surfaces: ["banner"], page_path: "/" };
    const init = {
      ...{ event: "sdk_init", sdk_version: "0.11.21", mode: "snippet" },
      ...{ runtime_mode: "service_server", features: ["gates"] },
    };
    for (const [path, body] of [
      ["/api/events/interactions", { ...fields, ...sent, interactions: [one] }],
      ["/api/events/interactions", { ...fields, ...sent, interactions: [one] }],
      ["/api/placements", { ...fields, slots: [slot, { ...slot, surfaces: [] }] }],
      ["/api/placements", { ...fields, slots: [slot] }],
      ["/api/sdk/placement-types", { ...fields, types: [{ name: "carousel" }] }],
      ["/api/sdk/meta", init],
    ] as const) {
      expect(await ask(plane.url + path, { body })).toMatchObject({ status: 202 });
    }
    expect(
      await plane.query(
        "SELECT type, cta, variant, decision_id, playbook_version FROM interactions",
      ),
    ).toEqual([{ type: "cta_click", cta: "upgrade", variant: "b", ...decided }]);
    expect(await plane.query("SELECT slot, page_path, surfaces FROM slots")).toEqual([slot]);
    expect(await plane.query("SELECT name FROM placement_types")).toEqual([{ name: "carousel" }]);
    expect(await plane.query("SELECT mode, features FROM sdk_inits")).toEqual([
      { mode: "snippet", features: ["gates"] },
    ]);
  });

  test("is kept in the order of its keys, or two lists could wait for each other", async ({
    plane,
  }) => {
    const { fields } = credentialsOf(plane);
    const name = "in order";
    const events = Array.from({ length: 20 }, () => trackedEvent({ name }));
    const interactions = events.map(({ event_id }) => interaction({ event_id, placement: name }));
    const types = ["order_c", "order_a", "order_b"];
    for (const [path, body] of [
      ["/api/track", { ...fields, events: events.toReversed() }],
      ["/api/events/interactions", { ...fields, interactions: interactions.toReversed() }],
      ["/api/sdk/placement-types", { ...fields, types: types.map((name) => ({ name })) }],
    ] as const) {
      expect(await ask(plane.url + path, { body })).toMatchObject({ status: 202 });
    }
    const ids = events.map(({ event_id }) => event_id).sort();
    for (const list of ["events WHERE name", "interactions WHERE placement"]) {
      const rows = await plane.query(`SELECT event_id FROM ${list} = $1 ORDER BY ctid`, [name]);
      expect(rows.map(({ event_id }) => event_id)).toEqual(ids);
    }
    const kept = await plane.query(
      "SELECT name FROM placement_types WHERE name LIKE 'order_%' ORDER BY ctid",
    );
    expect(kept.map(({ name }) => name)).toEqual(types.toSorted());
    // The tests beside this one count all that is there.
    await plane.query("DELETE FROM interactions WHERE placement = $1", [name]);
    await plane.query("DELETE FROM placement_types WHERE name LIKE 'order_%'");
  });

  test("survives what a database can't hold", async ({ plane }) => {
    const { fields } = credentialsOf(plane);
    const url = `${plane.url}/api/track`;
    const odd = trackedEvent({ name: "odd \u0000 \ud800", properties: { cut: "\udc00" } });
    expect(await ask(url, { body: { ...fields, events: [odd] } })).toMatchObject({ status: 202 });
    const worse = trackedEvent({ properties: { "\u0000": 1 } });
    expect(await ask(url, { body: { ...fields, events: [worse] } })).toMatchObject({
      ...{ status: 400, body: refusal("invalid_value") },
    });
  });

  test("is refused with what is wrong, and where", async ({ plane }) => {
    const { fields } = credentialsOf(plane);
    const track = (...events: object[]) => ["/api/track", { ...fields, events }] as const;
    for (const [[path, body], code, message] of [
      [track(trackedEvent(), { name: "x" }), "invalid_body", /^events\[1\]\.event_id is required/],
      [
        track(trackedEvent({ event_id: "1" })),
        "invalid_body",
        /^events\[0\]\.event_id must match \^\[0-9a-f\]/,
      ],
      [track(trackedEvent({ occurred_at: "today" })), "invalid_body", /^events\[0\]\.occurred_at/],
      [track(), "invalid_body", /^events must NOT have fewer than 1/],
      [["/api/track", "{"], "not_json", /./],
      [["/api/track", "[]"], "invalid_body", /^the body must be object/],
      [
        ["/api/events/interactions", { ...fields, interactions: [interaction({ type: "seen" })] }],
        "invalid_body",
        /^interactions\[0\]\.type/,
      ],
      [
        [
          "/api/sdk/meta",
          { event: "sdk_init", sdk_version: "1", mode: "m", runtime_mode: "r", user_id: "u" },
        ],
        "invalid_body",
        /^user_id must not be sent/,
      ],
    ] as const) {
      const answer = await ask(plane.url + path, { body });
      expect(answer).toMatchObject({ status: 400, body: refusal(code, message) });
    }
  });

  test("is refused when its key, its type or its size is wrong", async ({ plane }) => {
    const { fields } = credentialsOf(plane);
    const url = `${plane.url}/api/track`;
    const events = [trackedEvent({ name: "refused" })];
    for (const [asked, status, code] of [
      [{ body: { events } }, 401, "key_missing"],
      [{ body: { ...fields, tenant_id: "other", events } }, 403, "tenant_mismatch"],
      [
        { body: { ...fields, events }, headers: { "content-type": "image/png" } },
        400,
        "content_type",
      ],
      [{ body: { ...fields, events, more: "x".repeat(10_000) } }, 413, "body_too_large"],
    ] as const) {
      const answer = await ask(url, {
        ...asked,
        headers: { ...ORIGIN, ...("headers" in asked && asked.headers) },
      });
      expect(answer).toMatchObject({ status, body: refusal(code) });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      // A body that isn't read to its end ends the connection, and the answer says so.
      const connection = answer.headers.get("connection");
      expect(connection).toBe(status === 413 ? "close" : "keep-alive");
    }
    expect(await plane.query("SELECT 1 FROM events WHERE name = 'refused'")).toEqual([]);
  });
});

import { expect, test } from "vitest";
import { HOUR, NOW, placementOf, reasonsOf } from "./playbook.fixture";

const KEY = "welcome/default";
const began = { session_started_at: NOW - HOUR };

test.each([
  ["by less than a session is long, still counts for this one", HOUR / 3, true],
  ["further, was never in this session", HOUR, false],
])("what a clock that was ahead %s", (_, ahead, counts) => {
  const at = NOW + ahead;
  const session = placementOf({ payload: { caps: [{ count: 1, period: "session" }] } });
  const lifetime = placementOf({ payload: { caps: [{ count: 1, period: "lifetime" }] } });
  const query = { slot: "top" };
  const displayed = { ...began, displays: [{ key: KEY, at }] };
  expect(reasonsOf(session, { history: displayed, query })).toBe(counts ? "cap_reached" : "shown");
  expect(reasonsOf(lifetime, { history: displayed, query })).toBe("cap_reached");
  const dismissed = { ...began, dismissed: { [KEY]: at } };
  expect(reasonsOf(placementOf(), { history: dismissed, query })).toBe(
    counts ? "cooling_down" : "shown",
  );
});

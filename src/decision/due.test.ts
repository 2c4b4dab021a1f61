/** When an answer may change. */
import { expect, test } from "vitest";
import { compilePlaybook, createSubject, evaluate } from "./index";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const HOUR = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
const dueOf = (payload: object, history = {}) => {
  const playbook = compilePlaybook({
    format_version: 1,
    playbook_id: "a",
    version: 1,
    placements: [
      {
        handle: "p",
        category: "fixed",
        slot: "s",
        payloads: [{ handle: "d", surface: "card", content: { title: "T" }, ...payload }],
      },
    ],
  });
  const subject = createSubject(playbook, { context: { id: "u" }, now: NOW, history });
  evaluate(subject, { slot: "s" });
  return subject.due;
};

test("a schedule is due when it begins, and once it has begun when it ends", () => {
  const schedule = { from: iso(NOW + HOUR), until: iso(NOW + 2 * HOUR) };
  expect(dueOf({ schedule })).toBe(NOW + HOUR);
  expect(dueOf({ schedule: { ...schedule, from: iso(NOW - HOUR) } })).toBe(NOW + 2 * HOUR);
});

test("a cap is due when its oldest display that counts leaves the window", () => {
  const displays = [
    { key: "p/d", at: NOW - HOUR },
    { key: "p/d", at: NOW - 2 * HOUR },
  ];
  const caps = [{ count: 1, period: "day" }];
  expect(dueOf({ caps }, { displays })).toBe(NOW + 23 * HOUR);
});

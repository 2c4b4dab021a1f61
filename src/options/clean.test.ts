import { expect, test } from "vitest";
import { cleanPage, cleanTrial, cleanUser } from "./read-options";

/** The value that is left, and what was told of the rest. */
function cleaned(clean: typeof cleanUser | typeof cleanPage | typeof cleanTrial, value: unknown) {
  const told: string[] = [];
  return [clean(value, (message) => void told.push(message.replace(/ .*/, ""))), told];
}

test.each([
  [
    cleanUser,
    { id: "u", planHandle: "pro", plan: 1 },
    { id: "u" },
    ["user.planHandle", "user.plan"],
  ],
  [cleanUser, { id: 1, segments: ["a", 2] }, { segments: ["a"] }, ["user.id", "user.segments[1]"]],
  [
    cleanUser,
    { entitlements: { a: true, b: "yes" } },
    { entitlements: { a: true } },
    ["user.entitlements.b"],
  ],
  [cleanUser, { usage: { a: -1, b: "x" } }, { usage: { a: -1, b: "x" } }, []],
  [cleanUser, null, {}, ["user"]],
  [cleanUser, undefined, {}, []],
  [cleanPage, { url: "/a", tags: ["x"], path: "/a" }, { url: "/a", tags: ["x"] }, ["page.path"]],
  // One that can't be read must not be lost: the trial would have no end.
  [cleanTrial, { in_trial: true, ends_at: 0 }, { in_trial: true, ends_at: 0 }, []],
  [cleanTrial, { started_at: 0, days_remaining: "2" }, { started_at: 0, days_remaining: "2" }, []],
  [
    cleanTrial,
    { in_trial: true, kind: "gold", day_number: "2" },
    { in_trial: true },
    ["trial.day_number", "trial.kind"],
  ],
])("%o keeps of %o what it knows", (clean, value, kept, told) => {
  expect(cleaned(clean, value)).toEqual([kept, told]);
});

test("a handle may be named like a member of Object", () => {
  const value = JSON.parse('{"entitlements":{"constructor":true,"__proto__":true}}');
  const { entitlements = {} } = cleanUser(value, () => {});
  expect(Object.keys(entitlements)).toEqual(["constructor", "__proto__"]);
});

import { expect, test } from "vitest";
import { compilePlaybook, decideEntitlement } from "../decision";
import { NOW, withGrants } from "./playbook.fixture";

const playbook = withGrants([{ segments: ["heavy"], limit: 100 }]);
const inputOf = (exports: number) => ({ context: { usage: { exports } }, now: NOW });

test("a compiled Playbook may be frozen", () => {
  const compiled = Object.freeze(compilePlaybook(playbook));
  expect(decideEntitlement(compiled, "exports", inputOf(30)).allowed).toBe(true);
  expect(decideEntitlement(compiled, "exports", inputOf(5)).allowed).toBe(false);
});

test("copies of a compiled Playbook answer each user for themselves", () => {
  const compiled = compilePlaybook(playbook);
  const copy = { ...compiled, problems: compiled.problems };
  for (const exports of [30, 5, 30]) {
    const allowed = [exports, 35 - exports].map((used, index) => {
      const one = index ? copy : compiled;
      return decideEntitlement(one, "exports", inputOf(used)).allowed;
    });
    expect(allowed).toEqual([exports === 30, exports === 5]);
  }
});

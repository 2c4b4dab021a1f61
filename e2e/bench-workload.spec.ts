/** The bench times the same work: Service answers its rules as hand-written code does, in every way it is asked. */
import { expect, test } from "@playwright/test";
import { compareAnswers } from "./bench/agreement.mjs";
import { OWN } from "./bench/contestants.mjs";

test("placements, entitlements and conditions say what hand-written code says, to a fifth yes", async () => {
  const { share, problems } = await compareAnswers(OWN);
  expect(problems).toEqual([]);
  expect(share).toBeGreaterThan(0.18);
  expect(share).toBeLessThan(0.22);
});

test("a contestant that errs in one answer is named", async () => {
  const [right] = OWN;
  const wrong = {
    ...right,
    name: "wrong",
    setUp: async (...given: Parameters<typeof right.setUp>) => {
      const { decide } = await right.setUp(...given);
      let asked = 0;
      return {
        decide: (...question: Parameters<typeof decide>) =>
          ++asked === 7 ? !decide(...question) : decide(...question),
      };
    },
  };
  const { problems } = await compareAnswers([right, wrong]);
  expect(problems).toEqual(["wrong: 1 of 40000 answers are not those of closures"]);
});

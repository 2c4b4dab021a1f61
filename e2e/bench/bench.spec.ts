/** The bench is fair: everybody it times here gives the right answers, takes turns, and is compared rightly. */
import { expect, test } from "@playwright/test";
import { compareAnswers } from "./agreement.mjs";
import { OWN } from "./contestants.mjs";
import { ahead, goals } from "./findings.mjs";
import { median, medians, takeTurns } from "./rounds.mjs";

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

test("everybody takes a turn in every round, and each round begins with another", async () => {
  const turns: string[] = [];
  const samples = await takeTurns(3, ["a", "b", "c"], (name) => turns.push(name));
  expect(turns.join("")).toBe("abcbcacab");
  expect(medians(samples)).toEqual(
    new Map([
      ["a", 6],
      ["b", 4],
      ["c", 5],
    ]),
  );
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("a peer that is ahead is named, and so is what was not reached", () => {
  const columns = {
    "hot 1000": new Map([
      ["service", 50],
      ["growthbook", 900],
      ["configcat", 40],
      ["closures", 5],
    ]),
  };
  expect(ahead(columns)).toEqual(["1,000 rules hot, ns: ConfigCat 40; Service 50"]);
  expect(goals(columns)).toEqual([
    "1,000 rules hot, how many times as fast as GrowthBook: 18, goal at least 20, **not reached**",
    "1,000 rules hot, to closures by hand: 10, goal at most 5, **not reached**",
  ]);
});

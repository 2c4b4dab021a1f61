import { expect, test } from "vitest";
import { mayAnswer, sourcesOf } from "./sources";

test("a configProvider is asked for the Playbook alone, whatever else it has", () => {
  const configProvider = { getPlaybook: () => undefined, checkEntitlement: () => undefined };
  const source = sourcesOf({ configProvider }).at(-1);
  if (!source) throw new Error("It is a source.");
  expect(mayAnswer(source, "getPlaybook")).toBe(true);
  expect(mayAnswer(source, "checkEntitlement")).toBe(false);
});

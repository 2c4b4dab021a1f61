import { expect, test } from "vitest";
import { redact } from "./redact";

test("an address that the reading limit splits isn't told, though what was before it became short", () => {
  const text = `${"A1".repeat(4993)} pad ann@acme.example`;
  expect(`${redact(text)}`).not.toContain("ann@");
});

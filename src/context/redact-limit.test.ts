import { expect, test } from "vitest";
import { redact } from "./redact";

test("an address that the reading limit splits isn't told, though what was before it became short", () => {
  const text = `${"A1".repeat(4993)} pad ann@acme.example`;
  expect(`${redact(text)}`).not.toContain("ann@");
});

test("no text ends in half a character, wherever it was cut", () => {
  const faces = "😀".repeat(3000);
  const long = { [`n${faces}`]: 1, a: `a${faces}`, b: `b${faces}`, c: `cc${faces}`, d: faces };
  // Only halves are written as escapes.
  expect(JSON.stringify(redact(long))).not.toContain("\\ud");
  expect(redact({ cut: "Hi 😀".slice(0, 4) })).toEqual({ cut: "Hi \ufffd" });
});

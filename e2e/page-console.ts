/** What the pages of one test write to the console, and whether the test wanted it. */
import { type BrowserContext, expect } from "@playwright/test";

export interface PageConsole {
  /** Everything written in any tab, as `type: text`; uncaught errors as `uncaught: stack`. */
  readonly console: readonly string[];
  /** Declares an error of this test; one that never comes fails the test too. */
  expectConsole(pattern: RegExp): void;
  /** Declares an error that may come or not, such as the browser's own on a failed load. */
  allowConsole(pattern: RegExp): void;
  /** Listens to a context that the test made itself. */
  watch(context: BrowserContext): void;
  /** Fails the test where what was written isn't what it declared. */
  verifyConsole(): void;
}

export function createPageConsole(): PageConsole {
  const lines: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];

  return {
    console: lines,
    expectConsole: (pattern) => void expected.push(pattern),
    allowConsole: (pattern) => void allowed.push(pattern),
    watch(context) {
      context.on("console", (message) => {
        const line = `${message.type()}: ${message.text()}`;
        // The browser's own words don't say of what.
        lines.push(
          /^error: Failed to load/.test(line) ? `${line} ${message.location().url}` : line,
        );
      });
      context.on("weberror", (webError) => {
        const { stack, message } = webError.error();
        lines.push(`uncaught: ${stack ?? message}`);
      });
    },
    verifyConsole() {
      const errors = lines.filter((line) => /^(error|assert|uncaught): /.test(line));
      const declared = [...expected, ...allowed];
      const undeclared = errors.filter((line) => !declared.some((pattern) => pattern.test(line)));
      expect.soft(undeclared, "errors that the test did not declare").toEqual([]);
      const absent = expected.filter((pattern) => !errors.some((line) => pattern.test(line)));
      expect.soft(absent.map(String), "errors that were declared and never came").toEqual([]);
    },
  };
}

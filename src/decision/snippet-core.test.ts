/** The snippet's build of the core, which leaves out what servers need, answers as the core alone does. */
import { build } from "esbuild";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as core from "../decision";
import { arbitraryInput, arbitraryPlaybook, arbitraryQuery } from "./arbitraries.fixture";

async function snippetCore(): Promise<typeof import("./index")> {
  const { outputFiles } = await build({
    entryPoints: ["src/decision/index.ts"],
    define: { __CORE_ALONE__: "false" },
    ...{ bundle: true, format: "esm", write: false },
  });
  const code = outputFiles[0]?.text ?? "";
  expect(code).not.toContain("__CORE_ALONE__");
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

test("the snippet decides and explains as the core alone does", { timeout: 120_000 }, async () => {
  const snippet = await snippetCore();
  fc.assert(
    fc.property(arbitraryPlaybook, arbitraryQuery, arbitraryInput, (playbook, query, input) => {
      const alone = core.compilePlaybook(playbook);
      const compiled = snippet.compilePlaybook(playbook);
      const expected = JSON.stringify(core.decidePlacement(alone, query, input));
      const explained = JSON.stringify(core.explainPlacement(alone, query, input));
      const subject = snippet.subjectFor(compiled, query, input);
      expect(JSON.stringify(snippet.evaluate(subject, query))).toBe(expected);
      expect(JSON.stringify(snippet.explainPlacement(compiled, query, input))).toBe(explained);
      expect(snippet.decideEntitlement(compiled, "exports", input)).toEqual(
        core.decideEntitlement(alone, "exports", input),
      );
    }),
    { numRuns: 2_000 },
  );
});

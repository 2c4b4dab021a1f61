/** Finds every problem of a Playbook, with its path: what the schema refuses, and what only the whole shows. */
import { compilePlaybook } from "./compile";
import { inspect } from "./inspect";
import { COUNTED, condition, playbookSchema } from "./playbook-schema";
import { isObject, joinPath, listOf, own, problemsOf, textOf, type Visit } from "./schema";
import { leadsBack } from "./segments";
import type { Playbook, Problem } from "./types";

/** Every problem; an empty list for a sound Playbook. */
export const playbookProblems = (playbook: unknown): Problem[] =>
  problemsOf(playbookSchema(), playbook, "", inspectorOf(playbook));

/**
 * The same problems, found in steps of one segment or placement, for pages that must not be blocked
 * for long. Their problems come last.
 */
export function* findProblems(playbook: unknown): Generator<undefined, Problem[]> {
  const inspector = inspectorOf(playbook);
  const { properties = {}, ...schema } = playbookSchema();
  // First all but these, of which only the handles are checked to be unique.
  const handles = { type: "array", items: { properties: { handle: {} } } };
  const lists = { segments: handles, placements: handles };
  const whole = { ...schema, properties: { ...properties, ...lists } };
  const problems = problemsOf(whole, playbook, "", inspector);
  for (const list in lists) {
    let i = 0;
    // Not by `entries()`, which old libraries replace.
    for (const part of listOf(playbook, list)) {
      yield;
      const path = `${list}[${i++}]`;
      problems.push(...problemsOf(properties[list]?.items ?? {}, part, path, inspector));
    }
  }
  return problems;
}

/** Checks what a part's schema can't say: conditions, references, unique handles and grants. */
function inspectorOf(playbook: unknown): Visit {
  const compiled = compilePlaybook(playbook);
  return (schema, value, path, report) => {
    const mustBeIn = (list: string | undefined, handle: unknown, at: string) => {
      if (list && !listOf(playbook, list).some((part) => own(part, "handle") === handle)) {
        report(at, `names nothing in ${list}`);
      }
    };
    if (schema === condition) {
      for (const problem of inspect(value, path).problems) report(problem.path, problem.message);
    }
    mustBeIn(schema.refers, value, path);
    const { action, grants, condition: asks } = schema.properties ?? {};
    const isSegment = asks && path.startsWith("segments");
    if (isSegment && leadsBack(compiled, textOf(value, "handle") ?? "")) {
      report(`${path}.condition`, "leads back to this segment, so that nobody is in it");
    }
    // The words of a variant or a language may leave out what the payload's own say.
    const isWhole = schema.required || own(value, "params");
    if (action && isWhole && own(value, "action") === "open_placement") {
      const named = own(own(value, "params"), "placement");
      mustBeIn("placements", named, joinPath(path, "params.placement"));
    }
    if (Array.isArray(value) && schema.items?.properties?.handle) {
      const handles = new Set<unknown>();
      value.forEach((part, i) => {
        const handle = own(part, "handle");
        if (handles.has(handle)) report(`${path}[${i}].handle`, "is used twice");
        handles.add(handle);
      });
    }
    const type = own(value, "type");
    listOf(grants && value, "grants").forEach((grant, i) => {
      const at = `${path}.grants[${i}]`;
      // What has a wrong type is told by the schema.
      if (!isObject(grant)) return;
      if (!own(grant, "plans") && !own(grant, "segments")) {
        report(at, "must name plans or segments");
      } else if (type === "tier") {
        const tiers = own(value, "tiers") ?? [];
        const isKnown = !Array.isArray(tiers) || tiers.includes(own(grant, "tier"));
        if (!isKnown) report(`${at}.tier`, "must be one of the entitlement's tiers");
      } else if (COUNTED.includes(type) && own(grant, "limit") === undefined) {
        report(`${at}.limit`, "is required; null is unlimited");
      }
    });
  };
}

/**
 * Checks a Playbook, format 1 (README, "The Playbook by example"). Never throws; each problem names the path
 * of its fault, such as `placements[3].payloads[0].surface`.
 */
export function validatePlaybook(
  value: unknown,
): { ok: true; playbook: Playbook } | { ok: false; problems: Problem[] } {
  const problems = playbookProblems(value);
  return problems.length ? { ok: false, problems } : { ok: true, playbook: value as Playbook };
}

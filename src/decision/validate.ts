/** Every problem of a Playbook, with its path: what the schema refuses, and what only the whole shows. */
import { conditionProblems } from "./condition-problems";
import { condition, playbookSchema } from "./playbook-schema";
import { check, joinPath, listOf, own, type Report } from "./schema";
import type { Playbook, Problem } from "./types";

/** What a grant lacks for the type of its entitlement, as the last key of its path and a message. */
function grantFault(grant: unknown, entitlement: unknown): readonly [key: string, message: string] | undefined {
  const type = own(entitlement, "type");
  if (!own(grant, "plans") && !own(grant, "segments")) return ["", "must name plans or segments"];
  if (type === "tier" && !listOf(entitlement, "tiers").includes(own(grant, "tier"))) {
    return [".tier", "must be one of the entitlement's tiers"];
  }
  if (!/^(feature|tier)$/.test(`${type}`) && own(grant, "limit") === undefined) {
    return [".limit", "is required; null is unlimited"];
  }
  return undefined;
}

/** Every problem; an empty list for a sound Playbook. */
export function playbookProblems(playbook: unknown): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (path, message) => void problems.push({ path, message });
  const isIn = (list: string, handle: unknown) =>
    listOf(playbook, list).some((part) => own(part, "handle") === handle);

  check(playbookSchema, playbook ?? null, "", report, (schema, value, path) => {
    const { refers, items } = schema;
    if (schema === condition) conditionProblems(value, path, report);
    if (refers && !isIn(refers, value)) report(path, `names nothing in ${refers}`);
    if (Array.isArray(value) && items?.properties?.handle) {
      const seen = new Set<unknown>();
      value.forEach((part, i) => {
        const handle = own(part, "handle");
        if (seen.has(handle)) report(joinPath(joinPath(path, i), "handle"), "is used twice");
        seen.add(handle);
      });
    }
    listOf(value, "grants").forEach((grant, i) => {
      const [key, message] = grantFault(grant, value) ?? [];
      if (message) report(`${path}.grants[${i}]${key}`, message);
    });
    const named = own(own(value, "params"), "placement");
    if (own(value, "action") === "open_placement" && !isIn("placements", named)) {
      report(joinPath(path, "params.placement"), "names nothing in placements");
    }
  });
  return problems;
}

/**
 * Checks a Playbook, format 1 (contract, "Playbook"). Never throws; each problem names the path
 * of its fault, such as `placements[3].payloads[0].surface`.
 */
export function validatePlaybook(
  value: unknown,
): { ok: true; playbook: Playbook } | { ok: false; problems: Problem[] } {
  const problems = playbookProblems(value);
  return problems.length ? { ok: false, problems } : { ok: true, playbook: value as Playbook };
}

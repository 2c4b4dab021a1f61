/** Every problem of a Playbook, with its path: what the schema refuses, and what refers to nothing. */
import { conditionProblems } from "./condition-problems";
import { playbookSchema } from "./playbook-schema";
import { check, joinPath, own, type Report } from "./schema";
import type { Playbook, Problem } from "./types";

type List = "plans" | "segments" | "entitlements" | "trials" | "placements";

/** Each item of a list that an object has, with its path; nothing where there is no list. */
function eachOf(
  object: unknown,
  list: string,
  path: string,
  visit: (item: unknown, path: string) => void,
): void {
  const items = own(object, list);
  if (!Array.isArray(items)) return;
  items.forEach((item, i) => void visit(item, joinPath(joinPath(path, list), i)));
}

/** Reports what only the whole Playbook shows. */
function reportRelations(playbook: unknown, report: Report): void {
  const handles = new Map<string, Set<unknown>>();
  const handlesIn = (object: unknown, list: string, path: string) => {
    const seen = new Set<unknown>();
    eachOf(object, list, path, (part, at) => {
      const handle = own(part, "handle");
      if (seen.has(handle)) report(joinPath(at, "handle"), "is used twice");
      seen.add(handle);
    });
    return seen;
  };
  const refer = (list: List, object: unknown, key: string, path: string) => {
    const name = own(object, key);
    const isKnown = (one: unknown) => typeof one !== "string" || handles.get(list)?.has(one);
    if (!isKnown(name)) report(joinPath(path, key), `names nothing in ${list}`);
    eachOf(object, key, path, (one, at) => {
      if (!isKnown(one)) report(at, `names nothing in ${list}`);
    });
  };
  const condition = (object: unknown, path: string) => {
    const value = own(object, "condition");
    if (value !== undefined) conditionProblems(value, joinPath(path, "condition"), report);
  };

  for (const list of ["plans", "segments", "entitlements", "trials", "placements"] as const) {
    handles.set(list, handlesIn(playbook, list, ""));
  }
  eachOf(playbook, "segments", "", condition);
  eachOf(playbook, "trials", "", (trial, path) => refer("plans", trial, "plan", path));
  eachOf(playbook, "entitlements", "", (entitlement, entitlementPath) => {
    const type = own(entitlement, "type");
    const tiers = own(entitlement, "tiers");
    eachOf(entitlement, "grants", entitlementPath, (grant, path) => {
      refer("plans", grant, "plans", path);
      if (!own(grant, "plans") && !own(grant, "segments")) {
        report(path, "must name plans or segments");
      }
      if (type === "tier") {
        if (!Array.isArray(tiers) || !tiers.includes(own(grant, "tier"))) {
          report(joinPath(path, "tier"), "must be one of the entitlement's tiers");
        }
      } else if (type !== "feature" && own(grant, "limit") === undefined) {
        report(joinPath(path, "limit"), "is required; null is unlimited");
      }
    });
  });
  eachOf(playbook, "placements", "", (placement, placementPath) => {
    const trigger = own(placement, "trigger");
    const triggerPath = joinPath(placementPath, "trigger");
    refer("entitlements", trigger, "entitlement", triggerPath);
    condition(trigger, triggerPath);
    handlesIn(placement, "payloads", placementPath);
    eachOf(placement, "payloads", placementPath, (payload, path) => {
      const target = own(payload, "target");
      refer("plans", target, "plans", joinPath(path, "target"));
      condition(target, joinPath(path, "target"));
      const meter = own(own(payload, "content"), "meter");
      refer("entitlements", meter, "entitlement", joinPath(path, "content.meter"));
      eachOf(payload, "ctas", path, (cta, at) => {
        if (own(cta, "action") === "open_placement") {
          refer("placements", own(cta, "params"), "placement", joinPath(at, "params"));
        }
      });
    });
  });
}

/** Every problem; an empty list for a sound Playbook. */
export function playbookProblems(playbook: unknown): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (path, message) => void problems.push({ path, message });
  check(playbookSchema, playbook ?? null, "", report);
  reportRelations(playbook, report);
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

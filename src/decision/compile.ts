/**
 * A Playbook made ready: indexed when first asked, each part checked when first met, a bad part
 * left out. Nothing here throws, whatever the JSON holds.
 */
import { once } from "./once";
import { playbookSchema } from "./playbook-schema";
import { isSound, listOf, own, type Schema, textOf } from "./schema";
import type {
  Branding,
  Entitlement,
  Handle,
  Placement,
  Plan,
  Problem,
  Segment,
  Trial,
} from "./types";
import { playbookProblems } from "./validate";

interface Parts {
  plans: Plan;
  segments: Segment;
  trials: Trial;
  entitlements: Entitlement;
  placements: Placement;
}

export interface CompiledPlaybook {
  /** False: not a Playbook of format 1; then nobody is granted and nothing is shown. */
  readonly usable: boolean;
  readonly version: number;
  readonly branding: Branding | undefined;
  /** What `validatePlaybook` would say; found out when asked. */
  readonly problems: readonly Problem[];
  /** The sound part of that handle. */
  part<K extends keyof Parts>(list: K, handle: Handle | undefined): Parts[K] | undefined;
  /** Those of a handle, a slot (none: page-level) or a type of trigger: highest priority first, then order in the list. */
  placements(key: "handle" | "slot" | "type", text?: string): readonly Placement[];
}

/** The part without its bad grants and payloads, which stand or fall alone; nothing if it is bad itself. */
function soundPart(part: unknown, schema: Schema = {}): unknown {
  if (isSound(schema, part ?? null)) return part;
  for (const name of ["grants", "payloads"]) {
    const { items } = schema.properties?.[name] ?? {};
    const list = own(part, name);
    if (items && Array.isArray(list)) {
      const kept = list.filter((item) => isSound(items, item));
      const rest = Object.assign({}, part, { [name]: kept });
      if (isSound(schema, rest)) return rest;
    }
  }
  return undefined;
}

function priorityOf(part: unknown): number {
  const priority = own(part, "priority");
  return typeof priority === "number" ? priority : 0;
}

/** Parts that have a text in common. */
interface Group {
  readonly authored: unknown[];
  sound?: readonly unknown[];
}

/** The parts of a list by the text that they have for a key. */
function groupsOf(parts: readonly unknown[], key: string): ReadonlyMap<string, Group> {
  const isType = key === "type";
  const groups = new Map<string, Group>();
  for (const part of parts) {
    const text = textOf(isType ? own(part, "trigger") : part, key) ?? (isType ? "slot_render" : "");
    const group = groups.get(text);
    if (group) group.authored.push(part);
    else groups.set(text, { authored: [part] });
  }
  return groups;
}

/** Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met. */
export function compilePlaybook(playbook: unknown): CompiledPlaybook {
  const usable = own(playbook, "format_version") === 1;
  const branding = once(() =>
    soundPart(usable && own(playbook, "branding"), playbookSchema().properties?.branding),
  );
  const problems = once(() => playbookProblems(playbook));
  const known = new Map<string, ReadonlyMap<string, Group>>();

  function find(list: string, key: string, text = ""): readonly unknown[] {
    const name = key === "handle" ? list : key;
    let groups = known.get(name);
    if (!groups) {
      groups = groupsOf(usable ? listOf(playbook, list) : [], key);
      known.set(name, groups);
    }
    const group = groups.get(text);
    if (!group) return [];
    group.sound ??= group.authored
      .sort((a, b) => priorityOf(b) - priorityOf(a))
      .flatMap((part) => soundPart(part, playbookSchema().properties?.[list]?.items) ?? []);
    return group.sound;
  }
  // The one place where JSON is given its type.
  return {
    usable,
    version: Number(own(playbook, "version")) || 0,
    get branding() {
      return branding() as Branding | undefined;
    },
    get problems() {
      return problems();
    },
    part: <K extends keyof Parts>(list: K, handle: Handle | undefined) =>
      find(list, "handle", handle)[0] as Parts[K] | undefined,
    placements: (key, text) => find("placements", key, text) as readonly Placement[],
  };
}

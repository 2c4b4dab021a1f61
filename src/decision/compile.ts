/**
 * A Playbook made ready: indexed when first asked, each part checked when first met, a bad part
 * left out. Nothing here throws, whatever the JSON holds.
 */
import { playbookSchema } from "./playbook-schema";
import { isSound, listOf, own, problemsOf, textOf } from "./schema";
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
function soundPart(list: string, part: unknown): unknown {
  const authored = playbookSchema().properties?.[list] ?? {};
  const schema = authored.items ?? authored;
  if (part && isSound(schema, part)) return part;
  const bad = new Set<unknown>();
  for (const { path } of problemsOf(schema, part ?? null)) {
    const [, name = "", index] = /^(grants|payloads)\[(\d+)\]/.exec(path) ?? [];
    if (!index) return undefined;
    bad.add(listOf(part, name)[Number(index)]);
  }
  const kept = (name: string) => listOf(part, name).filter((item) => !bad.has(item));
  return Object.assign({}, part, { grants: kept("grants"), payloads: kept("payloads") });
}

function priorityOf(part: unknown): number {
  const priority = own(part, "priority");
  return typeof priority === "number" ? priority : 0;
}

/** Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met. */
export function compilePlaybook(playbook: unknown): CompiledPlaybook {
  const usable = own(playbook, "format_version") === 1;
  const known = new Map<unknown, unknown>();
  /** Found when first asked for. The one place where JSON is given its type. */
  function once<T>(key: unknown, find: () => unknown): T {
    let value = known.get(key);
    if (value === undefined) {
      value = find();
      known.set(key, value);
    }
    return value as T;
  }
  /** The parts of a list, as they were authored, by the text that they have for a key. */
  function indexOf(list: string, key: string): ReadonlyMap<string, readonly unknown[]> {
    const isType = key === "type";
    const index = new Map<string, unknown[]>();
    for (const part of usable ? listOf(playbook, list) : []) {
      const said = textOf(isType ? own(part, "trigger") : part, key);
      const text = said ?? (isType ? "slot_render" : "");
      const parts = index.get(text);
      if (parts) parts.push(part);
      else index.set(text, [part]);
    }
    return index;
  }
  function find<K extends keyof Parts>(list: K, key: string, text = ""): readonly Parts[K][] {
    const index = once<ReturnType<typeof indexOf>>(key === "handle" ? list : key, () =>
      indexOf(list, key),
    );
    const authored = index.get(text);
    if (!authored) return [];
    return once(authored, () =>
      authored
        .toSorted((a, b) => priorityOf(b) - priorityOf(a))
        .flatMap((part) => soundPart(list, part) ?? []),
    );
  }
  return {
    usable,
    version: Number(own(playbook, "version")) || 0,
    get branding() {
      return once<Branding | undefined>("branding", () =>
        soundPart("branding", usable && own(playbook, "branding")),
      );
    },
    get problems() {
      return once<Problem[]>("problems", () => playbookProblems(playbook));
    },
    part: (list, handle) => find(list, "handle", handle)[0],
    placements: (key, text) => find("placements", key, text),
  };
}

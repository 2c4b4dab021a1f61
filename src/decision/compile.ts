/**
 * A Playbook made ready: indexed when first asked, each part checked when first met, a bad part
 * left out. Nothing here throws, whatever the JSON holds.
 */
import { playbookSchema } from "./playbook-schema";
import { check, isObject, own, type Schema } from "./schema";
import type {
  Entitlement,
  Handle,
  Placement,
  Plan,
  Playbook,
  Problem,
  Segment,
  Trial,
  Trigger,
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
  readonly branding: Playbook["branding"];
  /** What `validatePlaybook` would say; found out when asked. */
  readonly problems: readonly Problem[];
  /** The sound part of that handle. */
  part<K extends keyof Parts>(list: K, handle: Handle | undefined): Parts[K] | undefined;
  /** Highest priority first, then order in the list; each checked when it is reached. */
  placementsIn(slot: Handle | undefined): readonly Placement[];
  placementsOn(trigger: Trigger["type"]): readonly Placement[];
}

/** The list inside a part whose items stand or fall alone. */
const ITEMS = { entitlements: "grants", placements: "payloads" } as const;

function schemaOf(list: keyof Parts): Schema {
  return playbookSchema.properties?.[list]?.items ?? {};
}

/** The part without its bad items, or nothing if the part itself is bad. The one place where JSON is given its type. */
function soundPart<K extends keyof Parts>(list: K, value: unknown): Parts[K] | undefined {
  const items: string | undefined = own(ITEMS, list) as (typeof ITEMS)["placements"];
  const badItems = new Set<number>();
  let sound = isObject(value);
  check(schemaOf(list), value, "", (path) => {
    const item = /^(\w+)\[(\d+)\]/.exec(path);
    if (item?.[1] === items) badItems.add(Number(item?.[2]));
    else sound = false;
  });
  if (!sound || !isObject(value)) return undefined;
  if (!badItems.size) return value as unknown as Parts[K];
  const kept = own(value, items);
  return {
    ...value,
    [items]: Array.isArray(kept) && kept.filter((_, i) => !badItems.has(i)),
  } as unknown as Parts[K];
}

/** Fills a value in when it is first wanted. */
function remember<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  if (!known.has(key)) known.set(key, find());
  return known.get(key) as V;
}

type Index = Map<unknown, unknown[]>;

function group(values: readonly unknown[], keyOf: (value: unknown) => unknown): Index {
  const index: Index = new Map();
  for (const value of values) remember(index, keyOf(value), () => []).push(value);
  return index;
}

const priorityOf = (placement: unknown) => Number(own(placement, "priority") ?? 0) || 0;

/** Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met. */
export function compilePlaybook(playbook: unknown): CompiledPlaybook {
  const usable = own(playbook, "format_version") === 1;
  const listOf = (list: keyof Parts): unknown[] => {
    const value = usable && own(playbook, list);
    return Array.isArray(value) ? value : [];
  };
  const indexes = new Map<string, Index>();
  const sound = new Map<unknown, unknown>();
  let problems: readonly Problem[] | undefined;

  const soundOf = <K extends keyof Parts>(list: K, value: unknown) =>
    remember(sound, value, () => soundPart(list, value)) as Parts[K] | undefined;

  function indexed(name: keyof Parts | "slot" | "trigger", keyOf: (value: unknown) => unknown) {
    const list = name === "slot" || name === "trigger" ? "placements" : name;
    return remember(indexes, name, () => group(listOf(list), keyOf));
  }

  /** One group of placements, in order of priority, bad ones left out. */
  function placements(name: "slot" | "trigger", key: unknown, keyOf: (value: unknown) => unknown) {
    const found = indexed(name, keyOf).get(key) ?? [];
    return remember(sound, found, () =>
      found
        .toSorted((a, b) => priorityOf(b) - priorityOf(a))
        .map((one) => soundOf("placements", one))
        .filter((one) => one !== undefined),
    ) as readonly Placement[];
  }

  return {
    usable,
    version: Number(own(playbook, "version")) || 0,
    branding: usable ? ((own(playbook, "branding") ?? {}) as Playbook["branding"]) : undefined,
    get problems() {
      problems ??= playbookProblems(playbook);
      return problems;
    },
    part: (list, handle) =>
      handle === undefined
        ? undefined
        : soundOf(list, indexed(list, (one) => own(one, "handle")).get(handle)?.[0]),
    placementsIn: (slot) => placements("slot", slot, (one) => own(one, "slot")),
    placementsOn: (type) =>
      placements("trigger", type, (one) => own(own(one, "trigger"), "type") ?? "slot_render"),
  };
}

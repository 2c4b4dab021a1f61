/**
 * A Playbook made ready: indexed when first asked, each part checked when first met, a bad part
 * left out. Nothing here throws, whatever the JSON holds.
 */
import { playbookSchema } from "./playbook-schema";
import { check, isObject, listOf, own } from "./schema";
import type {
  Branding,
  Entitlement,
  Handle,
  Placement,
  Plan,
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
  branding: Branding;
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
  /** Highest priority first, then order in the list; each checked when it is reached. */
  placementsIn(slot: Handle | undefined): readonly Placement[];
  placementsOn(trigger: Trigger["type"]): readonly Placement[];
}

type PartList = keyof Parts;

/** The lists inside a part whose items stand or fall alone. */
const ITEM = /^(grants|payloads)\[(\d+)\]/;

/** The part without its bad items, or nothing if the part itself is bad. The one place where JSON is given its type. */
function soundPart(list: PartList, value: unknown): unknown {
  const bad: Record<string, Set<string>> = {};
  let sound = isObject(value);
  const { items: item, ...whole } = playbookSchema.properties?.[list] ?? {};
  check(item ?? whole, value, "", (path) => {
    const [, items, index] = ITEM.exec(path) ?? [];
    if (items && index) (bad[items] ??= new Set()).add(index);
    else sound = false;
  });
  if (!sound || !isObject(value)) return undefined;
  const kept = Object.entries(bad).map(([items, indexes]) => [
    items,
    listOf(value, items).filter((_, i) => !indexes.has(`${i}`)),
  ]);
  return kept.length ? { ...value, ...Object.fromEntries(kept) } : value;
}

const priorityOf = (placement: unknown) => Number(own(placement, "priority")) || 0;
const slotOf = (placement: unknown) => own(placement, "slot");
const triggerOf = (placement: unknown) => own(own(placement, "trigger"), "type") ?? "slot_render";
const handleOf = (part: unknown) => own(part, "handle");

/** Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met. */
export function compilePlaybook(playbook: unknown): CompiledPlaybook {
  const usable = own(playbook, "format_version") === 1;
  const known = new Map<unknown, unknown>();
  /** Found when first asked for. */
  function once<T>(key: unknown, find: () => T): T {
    if (!known.has(key)) known.set(key, find());
    return known.get(key) as T;
  }
  const sound = <K extends PartList>(list: K, part: unknown) =>
    once(part, () => soundPart(list, part) as Parts[K] | undefined);
  /** The parts of a list, as they were authored, for which `keyOf` gives `key`. */
  const find = (list: PartList, keyOf: (part: unknown) => unknown, key: unknown) =>
    once(`${list} ${keyOf.name}`, () => {
      const index = new Map<unknown, unknown[]>();
      for (const part of usable ? listOf(playbook, list) : []) {
        const parts = index.get(keyOf(part)) ?? [];
        index.set(keyOf(part), parts);
        parts.push(part);
      }
      return index;
    }).get(key) ?? [];
  const placements = (keyOf: (part: unknown) => unknown, key: unknown) => {
    const found = find("placements", keyOf, key);
    return once(found, () =>
      found
        .toSorted((a, b) => priorityOf(b) - priorityOf(a))
        .map((part) => sound("placements", part))
        .filter((part) => part !== undefined),
    );
  };
  return {
    usable,
    version: Number(own(playbook, "version")) || 0,
    get branding() {
      return sound("branding", usable && own(playbook, "branding"));
    },
    get problems() {
      return once("problems", () => playbookProblems(playbook));
    },
    part: (list, handle) => sound(list, find(list, handleOf, handle)[0]),
    placementsIn: (slot) => placements(slotOf, slot),
    placementsOn: (type) => placements(triggerOf, type),
  };
}

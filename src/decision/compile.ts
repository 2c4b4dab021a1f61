/**
 * A Playbook made ready: indexed when first asked, each part checked when first met, a bad part
 * left out. Nothing here throws, whatever the JSON holds.
 */

import type { Asked, Compiler } from "./asked";
import { once } from "./once";
import { playbookSchema } from "./playbook-schema";
import { type ReadyPlacement, readyPart } from "./ready";
import { isSound, listOf, own, type Schema, textOf } from "./schema";
import type { Branding, Entitlement, Handle, Placement, Plan, Trial } from "./types";

interface Parts {
  plans: Plan;
  /** By its condition. */
  segments: Asked;
  trials: Trial;
  entitlements: Entitlement;
  placements: Placement;
}

export interface CompiledPlaybook {
  /** False: not a Playbook of format 1; then nobody is granted and nothing is shown. */
  readonly usable: boolean;
  readonly version: number;
  /** None: conditions are always walked. */
  readonly compiler: Compiler | undefined;
  branding(): Branding | undefined;
  /** The sound part of that handle. */
  part<K extends keyof Parts>(list: K, handle: Handle | undefined): Parts[K] | undefined;
  /** Those of a handle, a slot (none: page-level) or a type of trigger: highest priority first, then order in the list. */
  placements(key: "handle" | "slot" | "type", text?: string): readonly ReadyPlacement[];
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

function numberIn(part: unknown, key: string): number {
  const value = own(part, key);
  return typeof value === "number" ? value : 0;
}

/** Shorter ways to the same answers. */
export interface Haste {
  /** Tests conditions that are asked again. */
  readonly compiler?: Compiler;
  /** Whether a placement is sound for sure. */
  readonly isPlain?: (placement: unknown) => boolean;
}

/** Parts that have a text in common: as they are authored, then the sound ones as they are decided with. */
interface Group {
  readonly parts: unknown[];
  isReady: boolean;
}
type Groups = ReadonlyMap<string, Group>;

/** The parts of a list by the text that they have for a key. */
function groupsOf(parts: readonly unknown[], key: string): Groups {
  const isType = key === "type";
  const groups = new Map<string, Group>();
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    const text = textOf(isType ? own(part, "trigger") : part, key) ?? (isType ? "slot_render" : "");
    const group = groups.get(text);
    if (group) group.parts.push(part);
    else groups.set(text, { parts: [part], isReady: false });
  }
  return groups;
}

/** Leaves the sound ones, highest priority first. */
function makeReady(list: string, { parts }: Group, isPlain: Haste["isPlain"]): void {
  if (parts.length > 1) parts.sort((a, b) => numberIn(b, "priority") - numberIn(a, "priority"));
  let count = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    const isSeen = list === "placements" && isPlain?.(part);
    const sound = isSeen ? part : soundPart(part, playbookSchema().properties?.[list]?.items);
    if (sound) parts[count++] = readyPart(list, sound);
  }
  parts.length = count;
}

const NONE: readonly never[] = [];

/**
 * Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met.
 * @param haste for who decides much; a page, which decides little, saves their bytes
 */
export function compilePlaybook(
  playbook: unknown,
  { compiler, isPlain }: Haste = {},
): CompiledPlaybook {
  const usable = own(playbook, "format_version") === 1;
  const known: Record<string, Groups> = {};

  function find(list: string, key: string, text = ""): readonly unknown[] {
    const name = key === "handle" ? list : key;
    known[name] ??= groupsOf(usable ? listOf(playbook, list) : [], key);
    const group = known[name].get(text);
    if (!group) return NONE;
    if (!group.isReady) makeReady(list, group, isPlain);
    group.isReady = true;
    return group.parts;
  }
  // The one place where JSON is given its type.
  return {
    usable,
    compiler,
    version: numberIn(playbook, "version"),
    branding: once(
      () =>
        soundPart(usable && own(playbook, "branding"), playbookSchema().properties?.branding) as
          | Branding
          | undefined,
    ),
    part: <K extends keyof Parts>(list: K, handle: Handle | undefined) => {
      const found = find(list, "handle", handle)[0];
      return (list === "placements" ? (found as ReadyPlacement)?.placement : found) as Parts[K];
    },
    placements: (key, text) => find("placements", key, text) as readonly ReadyPlacement[],
  };
}

/**
 * Prepares a Playbook for decisions: its lists are indexed when first used, each part is checked
 * when first met, and a bad part is left out. Nothing here throws, whatever the JSON holds.
 */

import type { Compiler } from "./condition-run";
import { once } from "./once";
import { playbookSchema } from "./playbook-schema";
import { type ReadyPlacement, type ReadySegment, readyPart } from "./ready";
import { isObject, isSound, listOf, own, type Schema, textOf } from "./schema";
import type { Branding, Entitlement, Handle, Plan, Trial } from "./types";

interface Parts {
  plans: Plan;
  segments: ReadySegment;
  trials: Trial;
  /** The most generous grant first. */
  entitlements: Entitlement;
  placements: ReadyPlacement;
}

export interface CompiledPlaybook {
  /** False: not a Playbook of format 1; then nobody is granted anything and nothing is shown. */
  readonly usable: boolean;
  /** The Playbook's own; 0 where it has none. */
  readonly version: number;
  /** None: conditions are always walked. */
  readonly compiler?: Compiler;
  /** Its branding, less what is bad in it. */
  branding(): Branding | undefined;
  /** The part with that handle, unless it is bad. */
  part<K extends keyof Parts>(list: K, handle: Handle | undefined): Parts[K] | undefined;
  /** Those with a handle, a slot (no text: page-level) or a type of trigger. Highest priority first, then in the order of the list. */
  placements(key: "handle" | "slot" | "type", text?: string): readonly ReadyPlacement[];
}

/** The lists of a part of which bad items alone are left out. */
const ITEMIZED = ["grants", "payloads"];

/**
 * The value without what is bad in it: items of a list, fields of an object; nothing if it is bad in
 * itself.
 * @param names of the fields in which something may be bad; by default all
 */
function withoutBad(value: unknown, schema: Schema = {}, names?: readonly string[]): unknown {
  if (isSound(schema, value)) return value;
  const { items, properties, additionalProperties } = schema;
  if (items && Array.isArray(value)) return value.filter((item) => isSound(items, item));
  if (!isObject(value)) return undefined;
  const kept = { ...value };
  for (const key in kept) {
    if (names && !names.includes(key)) continue;
    kept[key] = withoutBad(kept[key], properties?.[key] ?? additionalProperties);
  }
  return isSound(schema, kept) ? kept : undefined;
}

function numberIn(part: unknown, key: string): number {
  const value = own(part, key);
  return Number.isFinite(value) ? Number(value) : 0;
}

/** Whether a part of a list is certainly sound; about any other the schema decides. */
type IsPlain = (list: string, part: unknown) => boolean;

/** Parts with the same handle, slot or trigger type: first as authored, then only the sound ones, prepared. */
interface Group {
  readonly text: string;
  readonly parts: unknown[];
  isReady: boolean;
  /** Which was asked for after this one, the last time. */
  next: Group | undefined;
}
/** The parts of a list, grouped by the text they have for a key. */
interface Groups extends Map<string, Group> {
  /** Which was asked for last. */
  last?: Group;
}

/** What has no group. */
const NOTHING: readonly unknown[] = [];

const createGroup = (text: string, ...parts: unknown[]): Group => ({
  text,
  parts,
  isReady: false,
  next: undefined,
});

function groupsOf(parts: readonly unknown[], key: string): Groups {
  const groups: Groups = new Map<string, Group>();
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    const text =
      key === "type" ? (textOf(own(part, "trigger"), key) ?? "slot_render") : Object(part)[key];
    const name = typeof text === "string" ? text : "";
    const group = groups.get(name);
    if (group) group.parts.push(part);
    else groups.set(name, createGroup(name, part));
  }
  return groups;
}

/**
 * The group with a text. A server asks the same questions about one person after the other: the group
 * that came next the last time mostly does so again, and then needs no look-up.
 */
function findGroup(groups: Groups, text: string): Group | undefined {
  if (!__CORE_ALONE__) return groups.get(text);
  groups.last ??= createGroup("");
  const { last } = groups;
  if (last.next === undefined || last.next.text !== text) last.next = groups.get(text);
  if (last.next !== undefined) groups.last = last.next;
  return last.next;
}

/** A part as it is decided with; nothing if it is bad. */
function prepare(list: string, part: unknown, isPlain: IsPlain | undefined): unknown {
  if (__CORE_ALONE__ && isPlain?.(list, part)) return readyPart(list, part);
  const sound = withoutBad(part, playbookSchema().properties?.[list]?.items, ITEMIZED);
  return sound && readyPart(list, sound);
}

/** Keeps only the sound parts, prepared, highest priority first. */
function makeReady(list: string, group: Group, isPlain: IsPlain | undefined): void {
  const { parts } = group;
  group.isReady = true;
  if (parts.length > 1) parts.sort((a, b) => numberIn(b, "priority") - numberIn(a, "priority"));
  let count = 0;
  for (let i = 0; i < parts.length; i++) {
    const ready = prepare(list, parts[i], isPlain);
    if (ready) parts[count++] = ready;
  }
  parts.length = count;
}

/**
 * Makes a Playbook ready to decide with. Throws nothing; a bad part is left out when first met.
 * @param isPlain a shortcut for callers that decide a lot; a page decides little, and saves their bytes
 */
export function compilePlaybook(playbook: unknown, isPlain?: IsPlain): CompiledPlaybook {
  const usable = own(playbook, "format_version") === 1;
  const known: Record<string, Groups> = {};

  /** Groups a list by its handles, or by another key. */
  const group = (list: string, key?: string): Groups => {
    const groups = groupsOf(usable ? listOf(playbook, list) : [], key ?? "handle");
    known[key ?? list] = groups;
    return groups;
  };
  const find = (list: string, text = "", key?: string): readonly unknown[] => {
    const found = findGroup(known[key ?? list] ?? group(list, key), text);
    if (found === undefined) return NOTHING;
    if (!found.isReady) makeReady(list, found, isPlain);
    return found.parts;
  };
  // The one place where the Playbook's parts are given their types.
  return {
    usable,
    version: numberIn(playbook, "version"),
    branding: once(
      () =>
        withoutBad(usable && own(playbook, "branding"), playbookSchema().properties?.branding) as
          | Branding
          | undefined,
    ),
    part: <K extends keyof Parts>(list: K, handle: Handle | undefined) =>
      find(list, handle)[0] as Parts[K] | undefined,
    placements: (key, text) =>
      find("placements", text, key === "handle" ? undefined : key) as readonly ReadyPlacement[],
  };
}

/** Keeps the decisions about a page: when only its context changes, those that read what changed are made anew. */
import {
  attempt,
  createSubject,
  isEqual,
  isObject,
  own,
  type PlacementQuery,
  type ServicePlacementDecision,
} from "../../decision/index";
import type { Moment } from "../moment";
import { decide } from "./decide";

interface Kept {
  readonly decision: ServicePlacementDecision;
  /** When it may be another one by time alone, in epoch ms. */
  readonly due: number;
  /** The bits of what it was made from. */
  readonly bits: number;
}
/** All bits. */
const EVERYTHING = -1;

export function createKeeper() {
  const places = new Map<string, number>();
  let last: Moment | undefined;
  /** The decisions at that moment. */
  let kept = new Map<string, Kept>();
  /** The bits of what has been read. */
  let bits = 0;

  /** Past 32 paths a bit stands for several: then more is decided anew than has to be. */
  function bitOf(path: string): number {
    const place = places.get(path) ?? places.size;
    places.set(path, place);
    return 1 << place;
  }
  /** A copy that notes which of its values are read. */
  function note<T>(value: T, path: string): T {
    if (!isObject(value)) return value;
    const copy: object = {};
    for (const key of Object.keys(value)) {
      const inside = `${path}.${key}`;
      const get = () => {
        bits |= bitOf(inside);
        return note(value[key], inside);
      };
      Object.defineProperty(copy, key, { get, enumerable: true });
    }
    return copy as T;
  }
  /** The bits of what differs. A key that only one has counts for whatever read the object. */
  function differences(before: unknown, now: unknown, path: string): number {
    if (!isObject(before) || !isObject(now)) return isEqual(before, now) ? 0 : bitOf(path);
    let found = 0;
    for (const key of Object.keys({ ...before, ...now })) {
      if (Object.hasOwn(before, key) !== Object.hasOwn(now, key)) found |= bitOf(path);
      found |= differences(own(before, key), own(now, key), `${path}.${key}`);
    }
    return found;
  }

  /** Begins a moment. What is returned decides by the Playbook, unless the last decision for that key still holds. */
  return (moment: Moment) => {
    const { context, displaying, now } = moment;
    const before = last;
    const isSame = before?.revision === moment.revision && before.now <= now;
    const differs = () =>
      differences(before?.context, context, "") |
      differences(before?.displaying, displaying, "displaying");
    const changed = (isSame ? attempt(differs) : undefined) ?? EVERYTHING;
    // A list of its own: whoever still asks about an earlier moment adds nothing to it.
    const made = new Map([...kept].filter(([, { due, bits }]) => due > now && !(bits & changed)));
    last = moment;
    kept = made;
    const noted: Moment = {
      ...moment,
      context: note(context, ""),
      get displaying() {
        bits |= bitOf("displaying");
        return displaying;
      },
    };
    return (key: string, query: PlacementQuery): Kept => {
      const found = made.get(key);
      if (found) return found;
      bits = bitOf("");
      const subject = createSubject(moment.playbook, noted);
      const decision = decide(noted, query, subject);
      const one = { decision, due: subject.due, bits };
      made.set(key, one);
      return one;
    };
  };
}
export type Keeper = ReturnType<typeof createKeeper>;

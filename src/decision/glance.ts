/**
 * A quick look into a context, for callers that ask again and again. To check that a value is the
 * object's own takes longer than to read it, so a look takes inherited values too. That will do to see
 * whether a value that was read with that check before is still the same, and for nothing else.
 */
import { type Holder, isHolder } from "./values";

const ANY: Holder = {};
const { prototype } = Object;

const isPlain = (value: unknown): value is Holder =>
  // biome-ignore lint/suspicious/noProto: an engine knows it by the object's shape, where `getPrototypeOf` is a call.
  isHolder(value) && value.__proto__ === prototype;

/** A path, and its first steps. */
export interface Steps {
  readonly path: readonly string[];
  readonly key: string;
  readonly inner: string | undefined;
  /** It has more than those two. */
  readonly isLong: boolean;
}

export function stepsOf(path: string): Steps {
  const steps = path.split(".");
  return { path: steps, key: steps[0] ?? "", inner: steps[1], isLong: steps.length > 2 };
}

/** The context, if a look into it tells enough: a plain object, while no page or library has given all objects keys of its own. */
export function glanceable(context: unknown): Holder | undefined {
  for (const _inherited in ANY) return undefined;
  return isPlain(context) ? context : undefined;
}

/** The value at the end of one or two steps; `undefined` where there is none, or a look doesn't tell. */
export function glance(context: Holder, { key, inner, isLong }: Steps): unknown {
  if (isLong) return undefined;
  const value = context[key];
  if (inner === undefined) return value;
  return isPlain(value) ? value[inner] : undefined;
}

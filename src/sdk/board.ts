/**
 * What the sources said to one kind of question. Reading asks nothing: what is wanted is asked for
 * apart, and again when the context is another; until the answer comes the last one counts, but
 * never another user's.
 */
import type { TargetingContext } from "../decision/index";
import type { Core } from "./core";
import type { Answer } from "./sources";

interface Entry<T> {
  /** The context it was asked in; none: to be asked again. */
  context?: string | undefined;
  readonly user: string | undefined;
  known?: Answer<T> | undefined;
  /** Under way. */
  asked?: Promise<Answer<T>> | undefined;
}

/** `T`: what a sound answer is. */
export interface Board<T> {
  /** What is known. */
  read(key: string): Answer<T> | undefined;
  /** Asks where nothing is known of the present context. */
  want(key: string): void;
  /** Asks anew, unless just that is under way. */
  ask(key: string): Promise<Answer<T>>;
  /** Everything is to be asked again. */
  refresh(): void;
}

export function createBoard<T>(
  { stores: { state, patch } }: Core,
  question: (key: string, context: TargetingContext) => Promise<Answer<T>>,
): Board<T> {
  const entries = new Map<string, Entry<T>>();
  const contextNow = () => JSON.stringify(state().context);
  /** The last answer, if it was of this user. */
  function read(key: string): Answer<T> | undefined {
    const { id, anonymous_id } = state().context;
    const entry = entries.get(key);
    return entry?.user === (id ?? anonymous_id) ? entry?.known : undefined;
  }

  async function ask(key: string): Promise<Answer<T>> {
    const context = contextNow();
    const before = entries.get(key);
    if (before?.context === context && before.asked) return before.asked;
    const { id, anonymous_id } = state().context;
    const asked = question(key, state().context);
    const entry: Entry<T> = { context, user: id ?? anonymous_id, known: read(key), asked };
    entries.set(key, entry);
    const known = await asked;
    if (entries.get(key) === entry) {
      entry.asked = undefined;
      // Of a context that is over it says nothing.
      if (entry.context === contextNow()) entry.known = known;
      else entry.context = undefined;
      patch({});
    }
    return known;
  }
  return {
    read,
    want(key) {
      if (entries.get(key)?.context !== contextNow()) void ask(key);
    },
    ask,
    refresh() {
      for (const entry of entries.values()) entry.context = undefined;
      patch({});
    },
  };
}

/**
 * What the sources said to one kind of question. Reading asks nothing: what was read is asked for
 * apart, and again when the context is another; until the answer comes the last one counts, but
 * never another user's.
 */
import type { TargetingContext } from "../decision/index";
import type { Core } from "./core";
import type { Answer } from "./sources";

interface Entry<T> {
  /** It was asked in this one. */
  context: TargetingContext;
  known?: Answer<T> | undefined;
  /** Under way. */
  asked?: Promise<Answer<T>> | undefined;
}

const whoIn = ({ id, anonymous_id }: TargetingContext) => id ?? anonymous_id;

/** @param question none: nobody is there to be asked, and that is what is known */
export function createBoard<T>(
  { stores: { state, patch } }: Core,
  question: false | ((key: string, context: TargetingContext) => Promise<Answer<T>>),
) {
  const entries = new Map<string, Entry<T>>();
  /** Read, and not known when it was last looked at. */
  const unknown = new Set<string>();

  /** The last answer, if it was of this user. */
  function known(key: string): Answer<T> | undefined {
    const entry = entries.get(key);
    return entry && whoIn(entry.context) === whoIn(state().context) ? entry.known : undefined;
  }
  /** Asks anew, unless just that is under way. */
  async function ask(key: string): Promise<Answer<T>> {
    if (!question) return {};
    const { context } = state();
    const before = entries.get(key);
    if (before?.context === context && before.asked) return before.asked;
    const asked = question(key, context);
    const entry: Entry<T> = { context, known: known(key), asked };
    entries.set(key, entry);
    const answer = await asked;
    if (entries.get(key) === entry) {
      entry.asked = undefined;
      // Of a context that is over it says nothing.
      if (entry.context === state().context) entry.known = answer;
      else again(entry);
      patch({});
    }
    return answer;
  }
  const again = (entry: Entry<T>) => {
    entry.context = { ...entry.context };
  };
  return {
    ask,
    /** What is known. */
    read(key: string): Answer<T> | undefined {
      if (!question) return {};
      unknown.add(key);
      return known(key);
    },
    /** Asks for what was read, where nothing is known of the present context. True when all of it is known. */
    want(): boolean {
      for (const key of unknown) {
        if (entries.get(key)?.context !== state().context) void ask(key);
        if (known(key)) unknown.delete(key);
      }
      return !unknown.size;
    },
    /** Everything is to be asked again. */
    refresh() {
      for (const entry of entries.values()) again(entry);
      patch({});
    },
  };
}

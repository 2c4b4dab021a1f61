/**
 * The application's answers to one kind of question, by key. Decisions read it synchronously and
 * never ask; `want` then asks for what was read, and again when the context has changed. Until a new
 * answer comes the last one counts, but never another user's.
 */
import type { TargetingContext } from "../../decision/index";
import type { Core } from "../core";
import type { Answer } from "../sources";

interface Entry<T> {
  /** The context it was asked in. */
  context: TargetingContext;
  known?: Answer<T> | undefined;
  /** The question under way, if there is one. */
  asked?: Promise<Answer<T>> | undefined;
}

const whoIn = ({ id, anonymous_id }: TargetingContext) => id ?? anonymous_id;

/** @param question asks the sources; `false` when none answers this kind, and then every answer is empty */
export function createAnswerCache<T>(
  { stores: { state, patch } }: Core,
  question: false | ((key: string, context: TargetingContext) => Promise<Answer<T>>),
) {
  const entries = new Map<string, Entry<T>>();
  /** Keys that were read and had no answer yet. */
  const unknown = new Set<string>();

  /** What was asked last, if it was about the present user. */
  function entryOf(key: string): Entry<T> | undefined {
    const entry = entries.get(key);
    return entry && whoIn(entry.context) === whoIn(state().context) ? entry : undefined;
  }
  /** An answer about somebody who has left meanwhile is none. */
  async function ask(key: string): Promise<Answer<T>> {
    const who = whoIn(state().context);
    const answer = await join(key);
    return who === whoIn(state().context) ? answer : ask(key);
  }
  /** Asks, unless the same question in the same context is under way. */
  async function join(key: string): Promise<Answer<T>> {
    if (!question) return {};
    const { context } = state();
    const before = entries.get(key);
    if (before?.context === context && before.asked) return before.asked;
    const asked = question(key, context);
    const entry: Entry<T> = { context, known: entryOf(key)?.known, asked };
    entries.set(key, entry);
    const answer = await asked;
    if (entries.get(key) === entry) {
      entry.asked = undefined;
      // About an earlier context it is still the last answer, but asked for again.
      entry.known = answer;
      if (entry.context !== state().context) expire(entry);
      patch({});
    }
    return answer;
  }
  /** Has it asked again: a copy is another context. */
  const expire = (entry: Entry<T>) => {
    entry.context = { ...entry.context };
  };
  return {
    ask,
    /** The answer as far as it is known; notes that it is wanted. */
    read(key: string): Answer<T> | undefined {
      if (!question) return {};
      unknown.add(key);
      return entryOf(key)?.known;
    },
    /** Asks for what was read and isn't known in the present context. True when all of it is known. */
    want(): boolean {
      for (const key of unknown) {
        const entry = entryOf(key);
        // What is under way comes first, or a source slower than the context changes is never heard.
        if (!entry?.asked && entry?.context !== state().context) void ask(key);
        if (entry?.known) unknown.delete(key);
      }
      return !unknown.size;
    },
    /** Has everything asked again. */
    refresh() {
      for (const entry of entries.values()) expire(entry);
      patch({});
    },
  };
}

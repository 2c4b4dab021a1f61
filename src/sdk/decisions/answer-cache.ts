/**
 * The application's answers to one kind of question, by key. Decisions read it synchronously and
 * never ask; `want` then asks for what was read, and again when the context has changed. Until a new
 * answer comes the last one counts, but never another user's, nor one that was still on its way when
 * the user's plan or the route changed.
 */
import type { TargetingContext } from "../../decision/index";
import type { Core } from "../core";
import type { Answer } from "../sources";

interface Entry<T> {
  /** The context it was asked in; none where it has to be asked again. */
  context?: TargetingContext | undefined;
  known?: Answer<T> | undefined;
  /** The question under way, if there is one. */
  asked?: Promise<Answer<T>> | undefined;
}

/** @param question asks the sources; `false` when none answers this kind, and then every answer is empty */
export function createAnswerCache<T>(
  { stores: { state, patch } }: Core,
  question: false | ((key: string, context: TargetingContext) => Promise<Answer<T>>),
) {
  /** What was asked last, by user and key. */
  const entries = new Map<string, Entry<T>>();
  /** Keys that were read since `want` last found an answer to them. */
  const unknown = new Set<string>();
  const nameOf = (key: string) => {
    const { id, anonymous_id } = state().context;
    return JSON.stringify([id ?? anonymous_id, key]);
  };
  const entryOf = (key: string) => entries.get(nameOf(key));

  /** Asks, unless the same question in the same context is under way. */
  async function ask(key: string): Promise<Answer<T>> {
    if (!question) return {};
    const { context } = state();
    const name = nameOf(key);
    /** The user is on another plan by now, or the page on another route. */
    const isStale = () => {
      const { page, plan_handle } = state().context;
      return page?.url !== context.page?.url || plan_handle !== context.plan_handle;
    };
    const before = entries.get(name);
    let asked = before?.context === context ? before.asked : undefined;
    if (!asked) {
      const entry: Entry<T> = { context, known: before?.known };
      entries.set(name, entry);
      asked = question(key, context).then((answer) => {
        Object.assign(entry, { asked: undefined }, !isStale() && { known: answer });
        patch({});
        return answer;
      });
      entry.asked = asked;
    }
    const answer = await asked;
    // An answer about somebody who has left meanwhile, or about what is over, is none.
    return name === nameOf(key) && !isStale() ? answer : ask(key);
  }
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
      for (const entry of entries.values()) entry.context = undefined;
      patch({});
    },
  };
}

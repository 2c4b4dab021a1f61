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
  readonly context?: string;
  readonly user: string | undefined;
  readonly known?: Answer<T> | undefined;
  /** Under way. */
  readonly asked?: Promise<Answer<T>>;
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
  { stores: { $context, $sourced } }: Core,
  question: (key: string, context: TargetingContext) => Promise<Answer<T>>,
): Board<T> {
  const entries = new Map<string, Entry<T>>();
  const now = () => {
    const context = $context.get();
    const { id, anonymous_id } = context;
    return { context: JSON.stringify(context), user: id ?? anonymous_id };
  };
  /** The last answer, if it was of this user. */
  const lastOf = (entry: Entry<T> | undefined, user: string | undefined) =>
    entry?.user === user ? entry?.known : undefined;
  const tell = () => $sourced.set({ ...$sourced.get() });

  async function ask(key: string): Promise<Answer<T>> {
    const { context, user } = now();
    const entry = entries.get(key);
    if (entry?.context === context && entry.asked) return entry.asked;
    const last = lastOf(entry, user);
    const asked = question(key, $context.get());
    const mine = { context, user, known: last, asked };
    entries.set(key, mine);
    const known = await asked;
    if (entries.get(key) === mine) {
      // Of a context that is over it says nothing.
      entries.set(
        key,
        now().context === context ? { context, user, known } : { user, known: last },
      );
      tell();
    }
    return known;
  }
  return {
    read: (key) => lastOf(entries.get(key), now().user),
    want(key) {
      if (entries.get(key)?.context !== now().context) void ask(key);
    },
    ask,
    refresh() {
      for (const [key, { user, known }] of entries) entries.set(key, { user, known });
      tell();
    },
  };
}

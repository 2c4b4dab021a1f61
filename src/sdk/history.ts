/** What this user was shown and did, as decisions read it: kept in step with storage, other tabs and who the user is. */
import { createHistory, type Entry, touchSession } from "../context/index";
import type { History } from "../decision/index";
import type { Core } from "./core";
import { ANONYMOUS, type User } from "./user";

export function createUserHistory(core: Core, userKey: User["key"]) {
  const { stores, window, session, persistent, newId, now, undo } = core;
  const withSession = (history: History): History => ({
    ...history,
    session_started_at: touchSession(session, now(), newId).started_at,
  });
  const refresh = () => stores.patch({ history: withSession(stored.read(userKey())) });
  const stored = createHistory({
    storage: persistent,
    get locks() {
      return window?.navigator.locks;
    },
    window,
    onChange: refresh,
  });
  const current = { user: userKey() };
  undo.push(
    stored.stop,
    stores.listen(() => {
      if (current.user === userKey()) return;
      current.user = userKey();
      // What the last one was shown is nothing to this one.
      stores.displaying.shown.clear();
      refresh();
    }),
  );
  return {
    refresh,
    /** Under the lock that all tabs share, `change` gets what is known by then and returns what to add. */
    update(change: (fresh: History) => Entry | undefined): void {
      stored.update(userKey(), (fresh) => change(withSession(fresh)));
    },
    /** The user's entries are gone, here and for the other tabs. */
    forget() {
      for (const key of [userKey(), ANONYMOUS]) stored.forget(key);
      stores.displaying.shown.clear();
    },
  };
}
export type UserHistory = ReturnType<typeof createUserHistory>;

/** What a placement is called in the history. */
export const historyKey = ({ placement, payload }: { placement: string; payload: string }) =>
  `${placement}/${payload}`;

/** A tab's history, over storage and locks that stand in for the browser's. */
import { vi } from "vitest";
import type { History } from "../decision/index";
import { createHistory, type Entry, type HistoryOptions } from "./history";
import { fakeLocks, type fakeStorage, open } from "./storage.fixture";

export const AT = 1_790_000_000_000;
export const nothing: History = { displays: [], dismissed: {}, reminded: {} };
export const displays = (...keys: string[]): History => ({
  ...nothing,
  displays: keys.map((key) => ({ key, at: AT })),
});
export const display =
  (key: string, at = AT) =>
  (): Entry => ["displays", key, at];

interface Tab {
  readonly store: ReturnType<typeof fakeStorage>["store"];
  readonly locks?: ReturnType<HistoryOptions["locks"]>;
  /** There are no locks, as on plain http. */
  readonly isInsecure?: boolean;
  readonly enabled?: boolean;
  readonly clock?: HistoryOptions["clock"];
}
export function openTab({
  store,
  locks = fakeLocks(),
  isInsecure = false,
  enabled = true,
  clock = { offset: 0 },
}: Tab) {
  const window = new EventTarget();
  const onChange = vi.fn();
  const storage = open(store, enabled);
  const listen: HistoryOptions["listen"] = (type, listener) =>
    window.addEventListener(type, listener);
  const history = createHistory({
    ...{ storage, clock, listen, onChange },
    locks: () => (isInsecure ? undefined : locks),
  });
  return { window, listen, onChange, storage, ...history };
}
export const settle = () => vi.runAllTimersAsync();

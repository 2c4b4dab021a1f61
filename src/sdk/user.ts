/** Who the user is and what is known of them and of the page: the only writer of the context's parts. */
import { type ContextParts, inferUser, mergeUsers, readAnonymousId } from "../context/index";
import { isObject, own } from "../decision/index";
import { cleanPage, cleanTrial, cleanUser, type ServiceUserContext } from "../options/index";
import type { Core } from "./core";

export function createUser({ window, options, stores, persistent, newId, now, fail, warn }: Core) {
  const { $parts } = stores;
  const patch = (parts: ContextParts) => $parts.set({ ...$parts.get(), ...parts });
  const onFault = (path: string, message: string) => warn(`${path} ${message}`);
  /** What was said of the user; nothing of it outlives another one. */
  const UNSAID: ContextParts = {
    given: undefined,
    userContext: undefined,
    clientContext: undefined,
    trial: undefined,
    usageUpdates: {},
  };

  function setUser(value: unknown): void {
    const user = cleanUser(value, onFault);
    const { given } = $parts.get();
    const isAnother = given?.id !== undefined && user.id !== undefined && user.id !== given.id;
    patch(isAnother ? { ...UNSAID, given: user } : { given: mergeUsers(given, user) });
  }

  patch({
    given: options.user,
    givenPage: options.page,
    anonymousId: readAnonymousId(persistent, newId),
    trial: options.localRuntime?.initialData?.trialStatus,
    inferred: options.contextPolicy?.inferUser !== false && window ? inferUser(window) : undefined,
  });

  return {
    patch,
    setUser,
    identify: (id: unknown, context: unknown) => setUser({ ...(isObject(context) && context), id }),
    reset() {
      persistent.remove("anonymous_id");
      patch({ ...UNSAID, anonymousId: readAnonymousId(persistent, newId) });
    },
    setPage(value: unknown) {
      patch({ givenPage: { ...$parts.get().givenPage, ...cleanPage(value, onFault) } });
    },
    updateUsage(usage: unknown) {
      if (!isObject(usage)) return onFault("usage", "must be object");
      const { usageUpdates } = $parts.get();
      const updates = Object.entries(usage).map(([handle, value]) => [
        handle,
        { value, at: now() },
      ]);
      patch({ usageUpdates: { ...usageUpdates, ...Object.fromEntries(updates) } });
    },
    /** Asks the application's `getContext` and `getTrialStatus`; their answers count unless the user has changed meanwhile. */
    async refresh(): Promise<void> {
      const { id } = $parts.get().given ?? {};
      try {
        const { getContext, resolvers } = options.localRuntime ?? {};
        const [answer, trial] = await Promise.all([getContext?.(), resolvers?.getTrialStatus?.()]);
        if (id !== $parts.get().given?.id) return;
        if (answer) setUser(answer);
        if (trial) patch({ trial: { in_trial: false, ...cleanTrial(trial, onFault) } });
      } catch (error) {
        fail("getContext failed", error);
      }
    },
    /** What the application's resolver or its initial data say of a user; it counts when it is this one. */
    async fetch(userId: string): Promise<ServiceUserContext | undefined> {
      const { resolvers, initialData } = options.localRuntime ?? {};
      try {
        const answer =
          (await resolvers?.fetchUserContext?.(userId)) ??
          own(initialData?.userContextByUserId, userId);
        if (!answer) return undefined;
        const userContext = cleanUser(answer, onFault);
        if (userId === $parts.get().given?.id) patch({ userContext });
        return userContext;
      } catch (error) {
        fail("fetchUserContext failed", error);
        return undefined;
      }
    },
    /** Users' displays and dismissals are kept apart by it. */
    key(): string {
      const { given, anonymousId = "" } = $parts.get();
      return given?.id ?? anonymousId;
    },
  };
}
export type User = ReturnType<typeof createUser>;

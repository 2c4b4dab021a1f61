/** Who the user is and what is known of them and of the page: the only writer of the context's parts. */
import { type ContextParts, inferUser, mergeUsers, readAnonymousId } from "../context/index";
import { isObject, own } from "../decision/index";
import { cleanPage, cleanTrial, cleanUser, type ServiceUserContext } from "../options/index";
import type { Core } from "./core";
import { readObject } from "./readings";

/** Not the anonymous id: tabs opened at once on a first visit have not agreed on one yet. */
export const ANONYMOUS = "";

export function createUser({ window, options, stores, sources, persistent, ...core }: Core) {
  const { newId, now, warn } = core;
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
    /** Every provider is told. */
    async identify(id: unknown, context: unknown): Promise<void> {
      setUser({ ...(isObject(context) && context), id });
      await sources.ask(["identify"], [id, context], () => undefined);
    },
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
    /** Asks for context and trial; the answers count unless the user has changed meanwhile, or was forgotten. */
    async refresh(): Promise<void> {
      const { given, anonymousId } = $parts.get();
      const [context, trial] = await Promise.all([
        sources.ask(["getContext"], [], readObject),
        sources.ask(["getTrialStatus"], [], (answer) => cleanTrial(readObject(answer), onFault)),
      ]);
      const now = $parts.get();
      if (given?.id !== now.given?.id || anonymousId !== now.anonymousId) return;
      if (context.value) setUser(context.value);
      if (trial.value) patch({ trial: { in_trial: false, ...trial.value } });
    },
    /** What the application's sources or its initial data say of a user; it counts when it is this one. */
    async fetch(userId: string): Promise<ServiceUserContext | undefined> {
      const read = (answer: unknown) => cleanUser(readObject(answer), onFault);
      const { anonymousId } = $parts.get();
      const { value } = await sources.ask(["fetchUserContext"], [userId], read);
      const { userContextByUserId } = options.localRuntime?.initialData ?? {};
      const known = own(userContextByUserId, userId);
      const userContext = value ?? (known ? read(known) : undefined);
      const now = $parts.get();
      if (userContext && userId === now.given?.id && anonymousId === now.anonymousId) {
        patch({ userContext });
      }
      return userContext;
    },
    /** Users' displays and dismissals are kept apart by it; whoever is anonymous is one in this browser. */
    key: () => $parts.get().given?.id ?? ANONYMOUS,
  };
}
export type User = ReturnType<typeof createUser>;

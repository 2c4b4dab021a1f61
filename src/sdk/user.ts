/** Who the user is and what is known of them and of the page: the only writer of the context's parts. */
import { type ContextParts, inferUser, mergeUsers, readAnonymousId } from "../context/index";
import { isObject, own } from "../decision/index";
import { cleanPage, cleanTrial, cleanUser, type ServiceUserContext } from "../options/index";
import type { Core } from "./core";
import { readObject } from "./readings";
import { createServerContext } from "./server-context";

/** Not the anonymous id: tabs opened at once on a first visit have not agreed on one yet. */
export const ANONYMOUS = "";

export function createUser(core: Core) {
  const { window, options, stores, sources, persistent, newId, now, warn } = core;
  const { $parts } = stores;
  const patch = (parts: ContextParts) => $parts.set({ ...$parts.get(), ...parts });
  const server = createServerContext(core, patch);
  /** What was said of the user; nothing of it outlives another one. */
  const UNSAID: ContextParts = {
    given: undefined,
    userContext: undefined,
    clientContext: undefined,
    trial: undefined,
    usageUpdates: {},
  };

  /** Of a user who is new the service is asked: that is what it returns. */
  function setUser(value: unknown): Promise<void> | undefined {
    const user = cleanUser(value, warn);
    const { given, clientContext } = $parts.get();
    const known = given?.id ?? clientContext?.id;
    const isNew = user.id !== undefined && user.id !== known;
    const isAnother = isNew && known !== undefined;
    if (isNew) server.another(true);
    patch(isAnother ? { ...UNSAID, given: user } : { given: mergeUsers(given, user) });
    return isNew ? server.refresh() : undefined;
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
    setUser: (value: unknown) => void setUser(value),
    server,
    /** Every provider is told, and the service asked anew. */
    async identify(id: unknown, context: unknown): Promise<void> {
      server.another(true);
      const asked = setUser({ ...(isObject(context) && context), id }) ?? server.refresh();
      await Promise.all([sources.ask(["identify"], [id, context], () => undefined), asked]);
    },
    reset() {
      server.another(false);
      persistent.remove("anonymous_id");
      patch({ ...UNSAID, anonymousId: readAnonymousId(persistent, newId) });
    },
    setPage(value: unknown) {
      patch({ givenPage: { ...$parts.get().givenPage, ...cleanPage(value, warn) } });
    },
    updateUsage(usage: unknown) {
      if (!isObject(usage)) return warn("usage must be object");
      const { usageUpdates } = $parts.get();
      const updates = Object.entries(usage).map(([handle, value]) => [
        handle,
        { value, at: now() },
      ]);
      patch({ usageUpdates: { ...usageUpdates, ...Object.fromEntries(updates) } });
    },
    /** Asks the application for context and trial; the answers count unless the user has changed meanwhile, or was forgotten. */
    async refresh(): Promise<void> {
      const isSame = server.sameUser();
      const [context, trial] = await Promise.all([
        sources.ask(["getContext"], [], readObject),
        sources.ask(["getTrialStatus"], [], (answer) => cleanTrial(readObject(answer), warn)),
      ]);
      if (!isSame()) return;
      if (context.value) void setUser(context.value);
      if (trial.value) patch({ trial: { in_trial: false, ...trial.value } });
    },
    /** What the application's sources, its initial data or the service say of a user; it counts when it is this one. */
    async fetch(userId: string): Promise<ServiceUserContext | undefined> {
      const read = (answer: unknown) => cleanUser(readObject(answer), warn);
      const isSame = server.sameUser();
      const { value } = await sources.ask(["fetchUserContext"], [userId], read);
      const { userContextByUserId } = options.localRuntime?.initialData ?? {};
      const known = own(userContextByUserId, userId);
      const userContext =
        value ?? (known ? read(known) : await server.userContext(`${userId}`, true));
      if (userContext && userId === $parts.get().given?.id && isSame()) patch({ userContext });
      return userContext;
    },
    /** Users' displays and dismissals are kept apart by it; whoever is anonymous is one in this browser. */
    key: () => $parts.get().given?.id ?? ANONYMOUS,
  };
}
export type User = ReturnType<typeof createUser>;

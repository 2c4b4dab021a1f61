/** Who the user is and what is known of them and of the page: the only writer of the context's parts. */
import {
  type ContextParts,
  createId,
  type JsonStorage,
  mergeUsers,
  readAnonymousId,
} from "../context/index";
import { isObject } from "../decision/index";
import { cleanPage, cleanUser, type ServiceInitOptions } from "../options/index";
import type { Stores } from "./stores";

export interface UserOptions {
  readonly options: ServiceInitOptions;
  readonly $parts: Stores["$parts"];
  readonly storage: JsonStorage;
  readonly crypto: Crypto | undefined;
  now(): number;
  /** A value that was left out. */
  onFault(path: string, message: string): void;
}

export function createUser({ options, $parts, storage, crypto, now, onFault }: UserOptions) {
  const newId = () => createId(crypto);
  const patch = (parts: ContextParts) => $parts.set({ ...$parts.get(), ...parts });
  const clean = (value: unknown) => cleanUser(value, onFault);
  /** Counts who is meant, so that an answer about somebody else is known. */
  let generation = 0;

  patch({
    given: options.user,
    givenPage: options.page,
    anonymousId: readAnonymousId(storage, newId),
    trial: options.localRuntime?.initialData?.trialStatus,
  });

  /** Nothing that was said of the last user. */
  function forget(): void {
    generation++;
    patch({
      given: undefined,
      userContext: undefined,
      clientContext: undefined,
      trial: undefined,
      usageUpdates: {},
    });
  }
  function setUser(value: unknown): void {
    const user = clean(value);
    const { given } = $parts.get();
    if (given?.id !== undefined && user.id !== undefined && user.id !== given.id) forget();
    patch({ given: mergeUsers($parts.get().given, user) });
  }
  return {
    patch,
    setUser,
    identify: (id: unknown, context: unknown) => setUser({ ...(isObject(context) && context), id }),
    reset() {
      storage.remove("anonymous_id");
      forget();
      patch({ anonymousId: readAnonymousId(storage, newId) });
    },
    setPage(value: unknown) {
      patch({ givenPage: { ...$parts.get().givenPage, ...cleanPage(value, onFault) } });
    },
    updateUsage(usage: unknown) {
      if (!isObject(usage)) return onFault("usage", "must be object");
      const at = now();
      const updates = Object.entries(usage).map(([handle, value]) => [handle, { value, at }]);
      patch({ usageUpdates: { ...$parts.get().usageUpdates, ...Object.fromEntries(updates) } });
    },
    /** Asks the application's `getContext` and merges the answer as given, unless the user has changed meanwhile. */
    async refresh(): Promise<void> {
      const asked = generation;
      const answer = await options.localRuntime?.getContext?.();
      if (asked === generation && answer) setUser(answer);
    },
    /** Users' displays and dismissals are kept apart by it. */
    key(): string {
      const { given, anonymousId = "" } = $parts.get();
      return given?.id ?? anonymousId;
    },
  };
}
export type User = ReturnType<typeof createUser>;

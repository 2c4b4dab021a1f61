/** Who the user is and what is known of them: from the application, its sources and the service. */
import {
  type ContextParts,
  copyOf,
  inferPage,
  inferUser,
  mergeUsers,
  readAnonymousId,
  userOf,
} from "../../context/index";
import { isObject, parseTime } from "../../decision/index";
import { cleanPage, cleanUser } from "../../options/index";
import type { Core } from "../core";
import { createApplication } from "./application";
import { createPurchases } from "./purchases";
import { createServerContext } from "./server-context";

/** The history key of anonymous users. Not the anonymous id: tabs opened at once on a first visit each make one. */
export const ANONYMOUS = "";

/** Clears what was said about a user, when another one comes. */
const UNSAID: ContextParts = {
  given: undefined,
  userContext: undefined,
  clientContext: undefined,
  trial: undefined,
  usageUpdates: {},
};

export function createUser(core: Core) {
  const { window, options, stores, sources, persistent, newId, clock, warn } = core;
  const { contextParts } = stores;
  const patch = stores.patchContext;
  const server = createServerContext(core);
  const { switchUser, idNow } = server;
  const purchases = createPurchases(core, server);
  const application = createApplication(core, server, setUser);
  /** Merges what is said of the user. If that names a new one, asks the service about them, and gives the promise of that. */
  function setUser(value: unknown): Promise<void> | undefined {
    const user = cleanUser(value, warn);
    // An id that was left out as wrong: nobody knows whose the rest is, so nothing of it counts.
    if (user.id === undefined && Object(value).id !== undefined) return undefined;
    const { given } = contextParts();
    const known = idNow();
    const isNew = user.id !== undefined && user.id !== known;
    if (isNew) switchUser(true);
    const isAnother = isNew && known !== undefined;
    const stated = isNew ? application.statedOf(user.id) : undefined;
    patch({
      ...(isAnother && UNSAID),
      // What the options state wins over what is said as the user is named, and yields to what is later.
      given: mergeUsers(isAnother ? undefined : given, user, stated),
    });
    return isNew ? askAbout() : undefined;
  }
  /** Reads or makes this browser's anonymous id. Touches storage, so it is put off until it is needed. */
  function readId(): string {
    const anonymousId = readAnonymousId(persistent, newId);
    patch({ anonymousId });
    return anonymousId;
  }

  /** Reads the page's address, and what the page tells of itself. */
  function readPage(href?: string): void {
    if (!window) return;
    const base = href ?? window.location.href;
    const infers = options.contextPolicy?.inferPage !== false;
    patch({ base, ...(infers && { inferredPage: inferPage(window, base) }) });
  }

  // What is tracked before the start has a page as well.
  readPage();
  patch({
    given: mergeUsers(options.user, application.statedOf(options.user?.id)),
    givenPage: options.page,
    trial: options.localRuntime?.initialData?.trialStatus,
  });

  /** Asks for what is to be known of a new user. */
  async function askAbout(): Promise<void> {
    await Promise.all([server.askService(), application.askTrial()]);
  }

  return {
    ...server,
    ...application,
    ...purchases,
    readId,
    readPage,
    /** Adds what the browser tells: about its user, and its anonymous id. Both take a while to read. */
    infer() {
      const infers = window && options.contextPolicy?.inferUser !== false;
      if (infers) patch({ inferred: inferUser(window) });
      readId();
    },
    setUser: (value: unknown) => void setUser(value),
    /** Calls `identify` of every provider, and asks the service again. */
    async identify(id: unknown, context?: unknown): Promise<void> {
      if (typeof id !== "string" || !id)
        return warn("identify: the id must be a string, not empty");
      switchUser(true);
      const asked = setUser({ ...(isObject(context) && context), id }) ?? server.askService();
      await Promise.all([sources.ask(["identify"], [id, context], () => undefined), asked]);
    },
    reset() {
      switchUser(false);
      persistent.remove("anonymous_id");
      patch(UNSAID);
      readId();
    },
    setPage(value: unknown) {
      patch({ givenPage: { ...contextParts().givenPage, ...cleanPage(value, warn) } });
    },
    updateUsage(usage: unknown) {
      if (!isObject(usage)) return warn("usage must be object");
      // By the device's clock, since the server's time may not be known yet; and after the server's last
      // answer, even if our clock is behind.
      const after = parseTime(contextParts().clientContext?.as_of ?? "") || 0;
      const at = clock.device();
      // What is undefined says nothing: it takes no earlier update back.
      const updates = Object.entries(usage).flatMap(([handle, value]) =>
        value === undefined ? [] : [[handle, { value, at, after }]],
      );
      patch({ usageUpdates: { ...contextParts().usageUpdates, ...Object.fromEntries(updates) } });
    },
    async getUserContext() {
      const { trial: _trial, as_of: _as_of, ...user } = userOf(contextParts());
      return copyOf({ ...user, usage: stores.state().context.usage ?? {} });
    },
    /**
     * The key of the user's history. All users whom the page doesn't name share one: at the first
     * decisions it is not known yet whom a token names.
     */
    key: () => contextParts().given?.id ?? ANONYMOUS,
  };
}
export type User = ReturnType<typeof createUser>;

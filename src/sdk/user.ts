/** Who the user is and what is known of them: from the application, its sources and the service. */
import {
  type ContextParts,
  copyOf,
  inferUser,
  mergeUsers,
  readAnonymousId,
  userOf,
} from "../context/index";
import { isObject } from "../decision/index";
import { cleanPage, cleanTrial, cleanUser, type ServiceUserContext } from "../options/index";
import type { Core } from "./core";
import { readObject } from "./read-answers";
import { createServerContext, isOf } from "./server-context";

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
  const { read, another, sameUser } = server;
  const { userContextByUserId = {}, trialStatus } = options.localRuntime?.initialData ?? {};
  /** What the application has said of users beforehand, by their id; validated with the options. */
  const users = new Map(Object.entries(userContextByUserId));
  /** Merges what is said of the user. If it names a new user, the service is asked: that promise is returned. */
  function setUser(value: unknown): Promise<void> | undefined {
    const user = cleanUser(value, warn);
    // Of nobody knows whom: nothing of it may be taken for the present user's.
    if (user.id === undefined && Object(value).id !== undefined) return undefined;
    const { given, clientContext } = contextParts();
    const known = given?.id ?? clientContext?.id;
    const isNew = user.id !== undefined && user.id !== known;
    if (isNew) another(true);
    const isAnother = isNew && known !== undefined;
    patch({
      ...(isAnother ? { ...UNSAID, given: user } : { given: mergeUsers(given, user) }),
      ...(isNew && { userContext: users.get(user.id) }),
    });
    return isNew ? server.askService() : undefined;
  }
  /** Reads or makes this browser's anonymous id. Touches storage, so it is put off until it is needed. */
  function readId(): string {
    const anonymousId = readAnonymousId(persistent, newId);
    patch({ anonymousId });
    return anonymousId;
  }

  patch({
    given: options.user,
    userContext: users.get(`${options.user?.id}`),
    givenPage: options.page,
    trial: trialStatus,
  });

  /** Asks the application for context and trial; the answers count unless the user has changed meanwhile, or was forgotten. */
  async function askApplication(): Promise<void> {
    const isSame = sameUser();
    const [context, trial] = await Promise.all([
      sources.ask(["getContext"], [], readObject),
      sources.ask(["getTrialStatus"], [], (answer) => cleanTrial(readObject(answer), warn)),
    ]);
    if (!isSame()) return;
    if (context.value) void setUser(context.value);
    if (trial.value) patch({ trial: { in_trial: false, ...trial.value } });
  }

  return {
    ...server,
    readId,
    askApplication,
    /** Infers what the browser tells about its user, and reads the anonymous id: both take a while. */
    look() {
      const infers = window && options.contextPolicy?.inferUser !== false;
      if (infers) patch({ inferred: inferUser(window) });
      readId();
    },
    setUser: (value: unknown) => void setUser(value),
    /** Calls `identify` of every provider, and asks the service again. */
    async identify(id: unknown, context?: unknown): Promise<void> {
      if (typeof id !== "string" || !id)
        return warn("identify: the id must be a string, not empty");
      another(true);
      const asked = setUser({ ...(isObject(context) && context), id }) ?? server.askService();
      await Promise.all([sources.ask(["identify"], [id, context], () => undefined), asked]);
    },
    reset() {
      another(false);
      persistent.remove("anonymous_id");
      patch(UNSAID);
      readId();
    },
    setPage(value: unknown) {
      patch({ givenPage: { ...contextParts().givenPage, ...cleanPage(value, warn) } });
    },
    updateUsage(usage: unknown) {
      if (!isObject(usage)) return warn("usage must be object");
      const updates = Object.entries(usage).map(([handle, value]) => [
        handle,
        { value, at: clock.now() },
      ]);
      patch({ usageUpdates: { ...contextParts().usageUpdates, ...Object.fromEntries(updates) } });
    },
    async getUserContext() {
      return copyOf({ ...userOf(contextParts()), usage: stores.state().context.usage ?? {} });
    },
    /** What the sources, the initial data or the service say of a user; kept when it is the present one. */
    async fetchUserContext(id: string): Promise<ServiceUserContext | undefined> {
      const clean = (answer: unknown) => cleanUser(readObject(answer), warn);
      const isSame = sameUser();
      const { value } = await sources.ask(["fetchUserContext"], [id], clean);
      const known = value ?? users.get(`${id}`);
      const said: ContextParts = known
        ? { userContext: known }
        : await read("userContext", { id: `${id}`, prompted: true });
      if (id === contextParts().given?.id && isSame() && isOf(id, said)) patch(said);
      return said.userContext;
    },
    /** The key of the user's history; all anonymous users of this browser share one. */
    key: () => contextParts().given?.id ?? ANONYMOUS,
  };
}
export type User = ReturnType<typeof createUser>;

/** Asks the service, or the application in its place, what it knows of the user and of their trial. */
import {
  type ClientSession,
  type ContextParts,
  createClientSession,
  readMatches,
} from "../context/index";
import { bucket, isObject, own } from "../decision/index";
import { cleanTrial, cleanUser } from "../options/index";
import type { Core } from "./core";
import { readObject } from "./read-answers";

/** When a completed checkout is looked for, in seconds after each other; two minutes in all. */
const CONFIRM_AFTER = [1, 2, 4, 8, 15, 30, 30, 30];

/** What is being confirmed, for the next page of the tab. */
const KEPT = "confirming";

/** What the server says by `null`: nothing. */
const said = (answer: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));

/** An answer about somebody else says nothing of this user. */
export const isOf = (id: unknown, { userContext }: ContextParts): boolean =>
  (userContext?.id ?? id) === id;

export interface About {
  readonly id?: string | undefined;
  /** Somebody wants to know. */
  readonly prompted?: boolean;
}

function createCalls({ wire, warn }: Core, session: ClientSession) {
  const readTrial = (trial: object) => ({ in_trial: false, ...cleanTrial(said(trial), warn) });
  /** Each call's answer, as the part of the context that it is. */
  const readAnswer = {
    clientContext({ user_id: id, payment_state, trial, as_of, ...rest }: Record<string, unknown>) {
      const clientContext = {
        ...cleanUser({ id, ...rest, traits: { payment_state } }, warn),
        trial: isObject(trial) ? readTrial(trial) : undefined,
        as_of: typeof as_of === "string" ? as_of : undefined,
      };
      return { clientContext };
    },
    userContext: (answer: object) => ({ userContext: cleanUser(answer, warn) }),
    trialStatus: (answer: object) => ({ trial: readTrial(answer) }),
  };
  type ContextCall = keyof typeof readAnswer;

  async function ask(call: ContextCall, about: About, isRetry?: boolean): Promise<ContextParts> {
    const { id, prompted } = about;
    if (!wire) return {};
    const token = await session.token();
    const isAsked = token || (call !== "clientContext" && (prompted || wire.isRerouted(call)));
    if (!isAsked) return {};
    const response = await wire.get(call, { query: { ...(id && { user_id: id }) }, token });
    const { ok, status } = response;
    if (ok) return readAnswer[call](said(readObject(await response.json())));
    if (status === 404) return {};
    if (status !== 401) throw new Error(`it answered ${status}`);
    const code = own(own(await response.json().catch(() => {}), "error"), "code");
    if (!token || code !== "client_session_expired") return {};
    session.expire(token);
    return isRetry ? {} : ask(call, about, true);
  }
  /**
   * Never rejects: what is said here is best-effort (specification, "Errors"). The client context
   * is asked with a client-session token only.
   */
  return async (call: ContextCall, about: About = {}): Promise<ContextParts> => {
    try {
      return await ask(call, about);
    } catch (error) {
      warn(`${call} could not be read: ${error instanceof Error ? error.message : error}`);
      return {};
    }
  };
}

export function createServerContext(core: Core) {
  const { options, stores, sources, agenda, wire, warn } = core;
  const session = createClientSession({ mint: options.clientSession, warn });
  const read = createCalls(core, session);
  const { contextParts } = stores;
  /** Counts the users, one after the other. */
  let userNumber = 0;
  /** Gives a test of whether the user is still the present one: answers about an earlier user are dropped. */
  const sameUser = () => {
    const asked = userNumber;
    return () => asked === userNumber;
  };

  /** What changes while somebody looks on: plan, usage, entitlements. */
  async function refreshClient(): Promise<void> {
    const isSame = sameUser();
    const said = await read("clientContext");
    const { id, as_of = "" } = said.clientContext ?? {};
    // What the server knew earlier, and said later, undoes nothing.
    if (Date.parse(as_of) < Date.parse(contextParts().clientContext?.as_of ?? "")) return;
    // An answer about somebody else came with a token that isn't this user's.
    if (isSame() && said.clientContext && id === (contextParts().given?.id ?? id))
      stores.patchContext(said);
  }
  /** Everything that may be asked. @param prompted somebody wants to know the trial */
  async function askService(prompted = false): Promise<void> {
    const isSame = sameUser();
    const { id } = contextParts().given ?? {};
    const [user, trial] = await Promise.all([
      id ? read("userContext", { id }) : {},
      sources.has("getTrialStatus") ? {} : read("trialStatus", { id, prompted }),
      refreshClient(),
    ]);
    if (isSame()) stores.patchContext({ ...(isOf(id, user) && user), ...trial });
  }

  /** All but what changes without a purchase; as a hash, for it is stored. */
  const bought = () => {
    const { as_of: _as_of, usage: _usage, ...rest } = contextParts().clientContext ?? {};
    return `${bucket(KEPT, JSON.stringify(rest))}`;
  };
  /** How often it was looked for what was bought. */
  let looks = 0;
  let waiting: Promise<void> | undefined;
  async function waitForPurchase(before: string): Promise<void> {
    const { id } = contextParts().given ?? {};
    const isSame = () => !id || id === contextParts().given?.id;
    const isOpen = () => !contextParts().clientContext || bought() === before;
    while (options.clientSession && wire && isSame() && isOpen()) {
      const seconds = CONFIRM_AFTER[looks++];
      if (!seconds) break;
      await new Promise<void>((resolve) => agenda.later("confirm", seconds * 1000, resolve));
      await refreshClient();
    }
  }
  /**
   * Waits until the service knows what was bought: two minutes from the last purchase at most, all
   * of them together; on the next page too, where the first one is left.
   */
  async function confirm(confirming: readonly string[], before = bought()): Promise<void> {
    looks = 0;
    stores.patch({ confirming });
    core.session.write(KEPT, [before, ...confirming].join("\n"));
    waiting ??= waitForPurchase(before);
    await waiting;
    waiting = undefined;
    core.session.remove(KEPT);
    stores.patch({ confirming: [] });
  }

  return {
    read,
    sameUser,
    refreshClient,
    askService,
    /** @param isKnown whether it is known who */
    another(isKnown: boolean): void {
      userNumber++;
      session.renew(isKnown);
    },
    confirm,
    /** Goes on with what an earlier page of this tab was waiting for. */
    resume(): void {
      const [before, ...actions] = readMatches(core.session, KEPT, /.+/g);
      if (before) void confirm(actions, before);
    },
  };
}

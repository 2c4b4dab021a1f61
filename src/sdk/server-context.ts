/** What the service, or the application in its place, says of the user and of their trial. */
import { type ClientContext, type ContextParts, createClientSession } from "../context/index";
import { isObject, own } from "../decision/index";
import { cleanTrial, cleanUser, type ServiceUserContext } from "../options/index";
import type { Core } from "./core";
import { readObject } from "./readings";
import type { Call } from "./wire";

type ContextCall = Extract<Call, "clientContext" | "userContext" | "trialStatus">;

/** When a completed checkout is looked for, in seconds after each other; two minutes in all. */
const CONFIRM_AFTER = [1, 2, 4, 8, 15, 30, 30, 30];

/** A copy without what the server says by `null`: nothing. */
const said = (answer: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));

function createCalls({ options, wire, warn }: Core) {
  const session = createClientSession({ mint: options.clientSession, warn });

  async function ask(
    call: ContextCall,
    userId: string | undefined,
    prompted: boolean,
    isRetry = false,
  ): Promise<Record<string, unknown> | undefined> {
    if (!wire) return undefined;
    const token = await session.token();
    const isAsked = token || (call !== "clientContext" && (prompted || wire.isRerouted(call)));
    if (!isAsked) return undefined;
    const response = await wire.get(call, {
      query: { ...(userId && { user_id: userId }) },
      token,
    });
    const { ok, status } = response;
    if (ok) {
      session.retry();
      return said(readObject(await response.json()));
    }
    if (status === 404) return undefined;
    if (status !== 401) throw new Error(`it answered ${status}`);
    const code = own(own(await response.json(), "error"), "code");
    if (!token || code !== "client_session_expired") return undefined;
    session.expire(token);
    return isRetry ? undefined : ask(call, userId, prompted, true);
  }
  /** Never rejects: what is said here is best-effort (specification, "Errors"). */
  const read = async (call: ContextCall, userId?: string, prompted = false) => {
    try {
      return await ask(call, userId, prompted);
    } catch (error) {
      warn(`${call} could not be read: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  };

  const readTrial = (trial: object) => ({ in_trial: false, ...cleanTrial(said(trial), warn) });

  return {
    session,
    /** With the id of who it is about. Asked with a client-session token only. */
    async clientContext(): Promise<ClientContext | undefined> {
      const answer = await read("clientContext");
      if (!answer) return undefined;
      const { user_id: id, payment_state, trial, as_of, ...rest } = answer;
      const traits = payment_state !== undefined && { traits: { payment_state } };
      return {
        ...cleanUser({ id, ...rest, ...traits }, warn),
        ...(isObject(trial) && { trial: readTrial(trial) }),
        ...(typeof as_of === "string" && { as_of }),
      };
    },
    async userContext(userId: string, prompted: boolean): Promise<ServiceUserContext | undefined> {
      const answer = await read("userContext", userId, prompted);
      return answer && cleanUser(answer, warn);
    },
    async trialStatus(userId: string | undefined, prompted: boolean) {
      const answer = await read("trialStatus", userId, prompted);
      return answer && readTrial(answer);
    },
  };
}
/** @param patch puts what was said among the context's parts */
export function createServerContext(core: Core, patch: (parts: ContextParts) => void) {
  const { options, stores, sources, agenda } = core;
  const { $parts } = stores;
  const { session, clientContext, userContext, trialStatus } = createCalls(core);
  /** Counts the users; what was asked before another came says nothing of them. */
  const turn = { number: 0 };
  /** Tells whether the user is still who they are now. */
  const sameUser = () => {
    const { number } = turn;
    const { given } = $parts.get();
    return () => number === turn.number && given?.id === $parts.get().given?.id;
  };

  /** What changes while somebody looks on: plan, usage, entitlements. */
  async function refreshClient(): Promise<void> {
    const isSame = sameUser();
    const client = await clientContext();
    const { id = client?.id } = $parts.get().given ?? {};
    // One of another user's comes of a token that isn't this one's.
    if (client && isSame() && client.id === id) patch({ clientContext: client });
  }
  /** Everything that may be asked. @param prompted somebody wants to know the trial */
  async function refresh(prompted = false): Promise<void> {
    const isSame = sameUser();
    const { id } = $parts.get().given ?? {};
    const [user, trial] = await Promise.all([
      id ? userContext(id, false) : undefined,
      sources.has("getTrialStatus") ? undefined : trialStatus(id, prompted),
      refreshClient(),
    ]);
    if (isSame()) patch({ ...(user && { userContext: user }), ...(trial && { trial }) });
  }
  const bought = () => {
    const { plan_handle, entitlements, trial, traits } = $parts.get().clientContext ?? {};
    return JSON.stringify([plan_handle, entitlements, trial, traits]);
  };

  /** What is waited for, and how often it was looked for. */
  const waiting: { done?: Promise<void> | undefined; looks: number } = { looks: 0 };
  async function waitForPurchase(): Promise<void> {
    const isSame = sameUser();
    const before = bought();
    while (options.clientSession && core.wire && isSame() && bought() === before) {
      const seconds = CONFIRM_AFTER[waiting.looks++];
      if (!seconds) return;
      await new Promise<void>((resolve) => agenda.later("confirm", seconds * 1000, resolve));
      await refreshClient();
    }
  }

  return {
    sameUser,
    refresh,
    refreshClient,
    userContext,
    /** @param isKnown whether it is known who */
    another(isKnown: boolean): void {
      turn.number += 1;
      if (isKnown) session.renew();
      else session.end();
    },
    /** Another attempt at a client session. */
    retry: session.retry,
    /** Waits until the service knows what was bought: two minutes from the last purchase at most, all of them together. */
    confirm(): Promise<void> {
      waiting.looks = 0;
      waiting.done ??= waitForPurchase().finally(() => {
        waiting.done = undefined;
      });
      return waiting.done;
    },
  };
}
export type ServerContext = ReturnType<typeof createServerContext>;

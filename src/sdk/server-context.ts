/** Asks the service, or what `endpointOverrides` names instead, about the user and their trial. */
import {
  type ClientSession,
  type ContextParts,
  createClientSession,
  readMatches,
} from "../context/index";
import { bucket, isObject, own } from "../decision/index";
import { cleanTrial, cleanUser } from "../options/index";
import { createPause } from "../playbook/index";
import type { Core } from "./core";
import { readObject } from "./read-answers";

/** Seconds between the attempts to find a completed checkout confirmed; two minutes in all. */
const CONFIRM_AFTER = [1, 2, 4, 8, 15, 30, 30, 30];

/** The storage name of what is being confirmed, for the next page of the tab. */
export const CONFIRMING = "confirming";
/** In place of a hash, while the service hasn't answered. */
const UNKNOWN = "?";

/** The answer without its `null` fields, by which a server says nothing. */
const said = (answer: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));

/** Whether an answer is about this user, as far as it says whom it is about. */
export const isOf = (id: unknown, { userContext }: ContextParts): boolean =>
  (userContext?.id ?? id) === id;

export interface About {
  readonly id?: string | undefined;
  /** The application has asked for it; unprompted, the service is asked only with a token or an override. */
  readonly prompted?: boolean;
}

type ContextCall = "clientContext" | "userContext" | "trialStatus";

/** @param onFailure told of a question without an answer; gets the ms for which it may not be asked again */
function createCalls(
  { wire, warn, persistent, clock }: Core,
  session: ClientSession,
  onFailure: (pause: number) => void,
) {
  const pauseOf = (call: ContextCall) =>
    createPause({ storage: persistent, clock }, `${call}_at ${wire?.endpoint}`);
  const readTrial = (trial: object) => ({ in_trial: false, ...cleanTrial(said(trial), warn) });
  /** Turns each call's answer into the part of the context that it is. */
  const readAnswer = {
    clientContext({ user_id: id, payment_state, trial, as_of, ...rest }: Record<string, unknown>) {
      const clientContext = {
        ...cleanUser({ id, ...rest, traits: { payment_state } }, warn),
        trial: isObject(trial) ? readTrial(trial) : undefined,
        as_of: typeof as_of === "string" ? as_of : undefined,
      };
      return { clientContext };
    },
    userContext: ({ user_id: id, ...rest }: Record<string, unknown>) => ({
      userContext: cleanUser({ id, ...rest }, warn),
    }),
    trialStatus: (answer: object) => ({ trial: readTrial(answer) }),
  };
  async function ask(call: ContextCall, about: About, isRetry?: boolean): Promise<ContextParts> {
    const { id, prompted } = about;
    if (!wire) return {};
    const pause = pauseOf(call);
    if (pause.left()) {
      onFailure(pause.left());
      return {};
    }
    const token = await session.token();
    if (token === "") onFailure(0);
    const isAsked = token || (call !== "clientContext" && (prompted || wire.isRerouted(call)));
    if (!isAsked) return {};
    // A stored answer may be about another user, or from before a purchase.
    const cache = "no-store";
    const response = await wire.get(call, { query: { ...(id && { user_id: id }) }, token, cache });
    const { ok, status } = response;
    pause.obey(response);
    if (ok) return readAnswer[call](said(readObject(await response.json().catch(() => undefined))));
    if (status === 404) return {};
    if (status !== 401) throw new Error(`it answered ${status}`);
    const code = own(own(await response.json().catch(() => {}), "error"), "code");
    if (!token || code !== "client_session_expired") return {};
    session.expire(token);
    return isRetry ? {} : ask(call, about, true);
  }
  /**
   * Never rejects: these calls are best-effort (specification, "Errors"). The client context is
   * asked for with a client-session token only.
   */
  return async (call: ContextCall, about: About = {}): Promise<ContextParts> => {
    try {
      return await ask(call, about);
    } catch (error) {
      warn(`${call} could not be read: ${Object(error).message ?? error}`);
      onFailure(pauseOf(call).left());
      return {};
    }
  };
}

/** What a purchase changes: all but usage and date. As a hash, since it is stored. */
function boughtBy({ clientContext }: ContextParts): string {
  if (!clientContext) return UNKNOWN;
  const { as_of: _as_of, usage: _usage, ...rest } = clientContext;
  return `${bucket(CONFIRMING, JSON.stringify(rest))}`;
}

/** Gives a test of whether the service doesn't know yet of what was bought. */
function createWait(before: string, contextParts: () => ContextParts): () => boolean {
  let known = before;
  return () => {
    const now = boughtBy(contextParts());
    // The first answer is from before: with what was bought in it, the offer goes by itself.
    if (known === UNKNOWN) known = now;
    return now === known || now === UNKNOWN;
  };
}

export type ServerContext = ReturnType<typeof createServerContext>;
export function createServerContext(core: Core) {
  const { options, stores, sources, agenda, wire, warn } = core;
  const session = createClientSession({ mint: options.clientSession, warn });
  /** How often in a row something could not be read, and whether it was so this time. */
  let failures = 0;
  let hasFailed = false;
  const read = createCalls(core, session, (pause) => {
    hasFailed = true;
    // After a second or two, twice as long each time, up to a minute; not all browsers at once.
    const wait = 1000 * 2 ** Math.min(failures, 5) * (1 + Math.random());
    agenda.later("context", Math.max(pause, wait), askService);
  });
  const { contextParts } = stores;
  /** Counts the users, one after the other. */
  let userNumber = 0;
  const idNow = () => contextParts().given?.id;
  /** Gives a test of whether the user is still the present one: answers about an earlier user are dropped. */
  const sameUser = () => {
    const asked = userNumber;
    const id = idNow();
    return () => asked === userNumber || (id !== undefined && id === idNow());
  };

  /** Asks for the client context: plan, usage and entitlements, which change while the page is open. */
  async function refreshClient(): Promise<void> {
    const isSame = sameUser();
    const answer = await read("clientContext");
    const { id, as_of = "" } = answer.clientContext ?? {};
    // An older answer that arrives later is dropped.
    if (Date.parse(as_of) < Date.parse(contextParts().clientContext?.as_of ?? "")) return;
    // An answer about somebody else: the token isn't this user's.
    if (isSame() && answer.clientContext && id === (idNow() ?? id)) stores.patchContext(answer);
  }
  /** Asks for user, trial and client context. @param prompted the trial was asked for */
  async function askService(prompted = false): Promise<void> {
    failures = hasFailed ? failures + 1 : 0;
    hasFailed = false;
    const isSame = sameUser();
    const id = idNow();
    const [user, trial] = await Promise.all([
      id ? read("userContext", { id }) : {},
      sources.has("getTrialStatus") ? {} : read("trialStatus", { id, prompted }),
      refreshClient(),
    ]);
    if (isSame()) stores.patchContext({ ...(isOf(id, user) && user), ...trial });
  }

  /** How often the service was asked since the last purchase. */
  let looks = 0;
  /** What is waited for, and the user who bought it. */
  let waiting: { readonly id: string | undefined; readonly done: Promise<void> } | undefined;
  async function waitForPurchase(before: string): Promise<void> {
    const id = idNow();
    const isSame = () => !id || id === idNow();
    const isOpen = createWait(before, contextParts);
    while (options.clientSession && wire && isSame() && isOpen()) {
      const seconds = CONFIRM_AFTER[looks++];
      if (!seconds) break;
      await new Promise<void>((resolve) => agenda.later("confirm", seconds * 1000, resolve));
      await refreshClient();
    }
  }
  /**
   * Waits until the service knows of the purchase, at most two minutes from the last one; goes on on
   * the tab's next page. Several purchases are waited for together.
   */
  async function confirm(
    confirming: readonly string[],
    before = boughtBy(contextParts()),
  ): Promise<void> {
    looks = 0;
    stores.patch({ confirming });
    core.session.write(CONFIRMING, [before, ...confirming].join("\n"));
    const id = idNow();
    if (waiting?.id !== id) waiting = undefined;
    waiting ??= { id, done: waitForPurchase(before) };
    const mine = waiting;
    await mine.done;
    // Another user's purchase is waited for by now, or this is done with.
    if (waiting !== mine) return;
    waiting = undefined;
    core.session.remove(CONFIRMING);
    stores.patch({ confirming: [] });
  }

  return {
    read,
    idNow,
    sameUser,
    refreshClient,
    askService,
    /** The user is another from now on. @param isKnown whether it is known who */
    another(isKnown: boolean): void {
      userNumber++;
      session.renew(isKnown);
    },
    confirm,
    /** Goes on waiting for what an earlier page of this tab was waiting for. */
    resume(): void {
      const [before, ...actions] = readMatches(core.session, CONFIRMING, /.+/g);
      if (before) void confirm(actions, before);
    },
  };
}

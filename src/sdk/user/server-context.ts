/** Asks the service, or what `endpointOverrides` names instead, about the user and their trial. */
import { type ClientSession, type ContextParts, createClientSession } from "../../context/index";
import { isObject, own, parseTime } from "../../decision/index";
import { cleanUser } from "../../options/index";
import { createPause, mergeSaid } from "../../playbook/index";
import type { Core } from "../core";
import { createOrder } from "../order";
import { readObject, readTrial } from "../read-answers";

/** Whether an answer is about this user, as far as it says whom it is about. */
export const isOf = (id: unknown, { userContext }: ContextParts): boolean =>
  (userContext?.id ?? id) === id;

export interface About {
  readonly id?: string | undefined;
  /** The application has asked for it; unprompted, the service is asked only with a token or an override. */
  readonly prompted?: boolean;
  /** Whether the user is still the one it is about: of an earlier one nothing is asked any more. */
  isSame?(): boolean;
}

type ContextCall = "clientContext" | "userContext" | "trialStatus";

/**
 * @param onFailure told of a question without a good answer; gets the ms for which it may not be asked
 *   again, and whether there was none at all
 */
function createCalls(
  { wire, warn, said: storage, clock, isOver, tellUnanswered }: Core,
  session: ClientSession,
  onFailure: (pause: number, isSilent?: boolean) => void,
) {
  const pauseOf = (call: ContextCall) =>
    createPause({ storage, clock }, `${call}_at ${wire?.endpoint}`);
  const fail = (call: ContextCall, reason: unknown, isSilent: boolean) => {
    const tell = () => warn(`${call} could not be read: ${reason}`);
    if (isSilent) tellUnanswered(call, tell);
    else tell();
    onFailure(pauseOf(call).left(), isSilent);
  };
  /** Turns each call's answer into the part of the context that it is. */
  const readAnswer = {
    clientContext({ user_id: id, payment_state, trial, as_of, ...rest }: Record<string, unknown>) {
      // Of a text each letter would be a trait: a long one stops the page.
      const traits = { ...(isObject(rest.traits) && rest.traits), payment_state };
      const clientContext = {
        ...cleanUser({ id, ...rest, traits }, warn),
        trial: isObject(trial) ? readTrial(mergeSaid([trial]), warn) : undefined,
        as_of: typeof as_of === "string" ? as_of : undefined,
      };
      return { clientContext };
    },
    userContext: ({ user_id: id, ...rest }: Record<string, unknown>) => ({
      userContext: cleanUser({ id, ...rest }, warn),
    }),
    trialStatus: (answer: object) => ({ trial: readTrial(answer, warn) }),
  };
  const mayAsk = (call: ContextCall, { id, prompted, isSame }: About, token: string | undefined) =>
    isSame?.() !== false &&
    (call === "clientContext" ? token : (token && id) || prompted || wire?.isRerouted(call));
  async function ask(call: ContextCall, about: About, isRetry?: boolean): Promise<ContextParts> {
    const { id } = about;
    if (!wire || isOver()) return {};
    const pause = pauseOf(call);
    if (pause.left()) {
      onFailure(pause.left());
      return {};
    }
    const token = await session.token();
    if (token === "") onFailure(0);
    if (!mayAsk(call, about, token)) return {};
    // A stored answer may be about another user, or from before a purchase.
    const cache = "no-store";
    const response = await wire.get(call, { query: { ...(id && { user_id: id }) }, token, cache });
    const { ok, status } = response;
    pause.obey(response);
    if (ok) {
      const answer = readObject(await response.json().catch(() => undefined));
      // `null` is what isn't said; of a trial it says that there is none.
      const said = own(answer, "trial") === null ? { ...answer, trial: {} } : answer;
      return readAnswer[call](mergeSaid([said]));
    }
    if (status === 404) return {};
    if (status !== 401) {
      fail(call, `it answered ${status}`, false);
      return {};
    }
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
      fail(call, Object(error).message ?? error, true);
      return {};
    }
  };
}

export type ServerContext = ReturnType<typeof createServerContext>;
export function createServerContext(core: Core) {
  const { options, stores, sources, agenda, warn } = core;
  const session = createClientSession({
    mint: options.clientSession,
    // The application's own request for it ends with the page as well.
    warn: (message) => core.tellUnanswered("token", () => warn(message)),
  });
  /** How many rounds of questions in a row have had a failure. */
  let failures = 0;
  /** This round has had one, so that another is planned. */
  let hasFailed = false;
  /** There was a round already, about nobody else than the present user. */
  let hasAsked = false;
  const read = createCalls(core, session, (pause, isSilent) => {
    // After one or two seconds, then twice as long each time, up to a few minutes, or some ten where
    // something seems to block it; at random, so that not all browsers ask at once.
    const doublings = Math.min(failures, isSilent ? 9 : 7);
    const wait = Math.max(pause, 1000 * 2 ** doublings * (1 + Math.random()));
    // Not later with each failure in between, such as the client context's.
    agenda.sooner("context", wait, askService);
    hasFailed = true;
  });
  const { contextParts } = stores;
  const questions = createOrder();
  const clientQuestions = createOrder();
  /** Counts the users, one after the other. */
  let userNumber = 0;
  /** Whom the last round that has ended was about: by id, else by number. */
  let heardOf: string | number | undefined;
  /** By what the page says, else by the token. */
  const idNow = () => contextParts().given?.id || contextParts().clientContext?.id;
  /** Gives a test of whether the user is still the present one: answers about an earlier user are dropped. */
  const sameUser = () => {
    const asked = userNumber;
    const id = idNow();
    return () => asked === userNumber || (id !== undefined && id === idNow());
  };

  /**
   * Asks for the client context: plan, usage and entitlements, which change while the page is open.
   * @param isOnline the browser has just come back online: whatever has failed is asked for again
   */
  async function refreshClient(isOnline?: boolean): Promise<void> {
    if (isOnline && hasFailed) {
      hasFailed = false;
      return askService();
    }
    const asked = userNumber;
    const accept = clientQuestions();
    const answer = await read("clientContext");
    const { id, as_of = "" } = answer.clientContext ?? {};
    // An older answer that arrives later, or one from before the present user came, is dropped. One that
    // doesn't say as of when is as old as its question.
    const time = parseTime(as_of);
    const isLate = time < parseTime(contextParts().clientContext?.as_of ?? "");
    if (!answer.clientContext || isLate || asked !== userNumber || !(accept() || time)) return;
    // Where the page names nobody, the token does: then the rest can be asked.
    if (id && !idNow()) agenda.sooner("context", 0, askService);
    // The token may be somebody else's.
    if (id === (idNow() ?? id)) stores.patchContext(answer);
    else warn(`clientContext is about ${id ? "another user" : "nobody: it has no user_id"}`);
  }
  /** Asks for user, trial and client context. @param prompted the trial was asked for */
  async function askService(prompted = false): Promise<void> {
    hasAsked = true;
    failures = hasFailed ? failures + 1 : 0;
    hasFailed = false;
    agenda.cancel("context");
    const isSame = sameUser();
    const accept = questions();
    const id = idNow();
    const mayHear = options.clientSession ?? options.endpointOverrides;
    const isFirst = mayHear && heardOf !== (id ?? userNumber);
    if (isFirst) stores.patch({ asking: true });
    const [user, trial] = await Promise.all([
      id ? read("userContext", { id, isSame }) : {},
      sources.has("getTrialStatus") ? {} : read("trialStatus", { id, prompted, isSame }),
      refreshClient(),
    ]);
    const said = { ...(isOf(id, user) && user), ...trial };
    if (!isSame()) return;
    if (Object.keys(said)[0] && accept()) stores.patchContext(said);
    heardOf = idNow() ?? userNumber;
    if (isFirst) stores.patch({ asking: false });
  }

  return {
    read,
    idNow,
    sameUser,
    refreshClient,
    askService,
    /** Asks, unless a user who was named before the start has been asked about already. */
    begin: () => void (hasAsked || askService()),
    /** The user is another from now on. @param isKnown whether it is known who */
    switchUser(isKnown: boolean): void {
      userNumber++;
      if (stores.state().asking) stores.patch({ asking: false });
      hasAsked &&= isKnown;
      session.renew(isKnown);
    },
  };
}

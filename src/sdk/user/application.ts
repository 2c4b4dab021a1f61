/** What the application itself knows of its users: by its options, and by the sources that it has. */
import { type ContextParts, copyOf } from "../../context/index";
import { cleanUser, type ServiceUserContext } from "../../options/index";
import type { Core } from "../core";
import { createOrder } from "../order";
import { readObject, readTrial } from "../read-answers";
import { isOf, type ServerContext } from "./server-context";

/** @param setUser takes what `getContext` says */
export function createApplication(
  { options, stores, sources, warn }: Core,
  { read, idNow, sameUser }: ServerContext,
  setUser: (said: object) => void,
) {
  const { userContextByUserId = {} } = options.localRuntime?.initialData ?? {};
  /** Validated with the options. */
  const users = new Map(Object.entries(userContextByUserId));
  const contexts = createOrder();
  const trials = createOrder();
  const fetched = createOrder();

  async function askTrial(): Promise<void> {
    const isSame = sameUser();
    const accept = trials();
    const readSound = (answer: unknown) => readTrial(readObject(answer), warn);
    const { value: trial } = await sources.ask(["getTrialStatus"], [], readSound);
    if (trial && isSame() && accept()) stores.patchContext({ trial });
  }
  /** An answer about an earlier user is dropped, and asked for anew if it is known who the user is now. */
  async function askContext(): Promise<void> {
    const isSame = sameUser();
    const accept = contexts();
    const { value } = await sources.ask(["getContext"], [], readObject);
    if (!isSame()) return idNow() === undefined ? undefined : askContext();
    if (value && accept()) setUser(value);
  }
  return {
    askTrial,
    /** Asks for the context and the trial. */
    askApplication: () => Promise.all([askContext(), askTrial()]),
    /** What the options say of a user. */
    statedOf: (id: unknown): ServiceUserContext | undefined => users.get(`${id}`),
    /** What the sources, the options or the service say of a user; kept when it is the present one. */
    async fetchUserContext(id: string): Promise<ServiceUserContext | undefined> {
      if (typeof id !== "string" || !id) {
        warn("fetchUserContext: the id must be a string, not empty");
        return undefined;
      }
      const readUser = (answer: unknown) => cleanUser(readObject(answer), warn);
      const isSame = sameUser();
      const accept = fetched();
      const { value } = await sources.ask(["fetchUserContext"], [id], readUser);
      const known = value ?? users.get(id);
      const said: ContextParts = known
        ? { userContext: known }
        : await read("userContext", { id, prompted: true });
      // What the options state is known already, and mustn't win over what was said since.
      const isNews = value || !known;
      if (isNews && id === idNow() && isSame() && isOf(id, said) && accept()) {
        stores.patchContext(said);
      }
      return copyOf(said.userContext);
    },
  };
}

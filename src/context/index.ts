/** The user, the page and the history: how they are found out, cleaned and stored. */
export {
  type ClientSession,
  createClientSession,
} from "./client-session";
export { initialConsent } from "./consent";
export { copyOf } from "./copy";
export {
  createHistory,
  type Entry,
} from "./history";
export {
  readAnonymousId,
  sessionIdIn,
  touchSession,
} from "./identity";
export { inferPage } from "./page";
export { redact, redactFields, redactNames } from "./redact";
export { watchRoutes } from "./routes";
export { type JsonStorage, openStorage, readMatches } from "./storage";
export {
  buildTargetingContext,
  type ContextParts,
  forgetOvertaken,
  mergeUsers,
  userOf,
} from "./targeting-context";
export { watchTitle } from "./title";
export { cleanSecrets } from "./url";
export { inferUser } from "./user";
export { withinTime } from "./within-time";
export { outsideZone } from "./zone";

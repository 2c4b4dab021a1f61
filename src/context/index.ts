/** What is known of the user, the page and the past, and where it is kept. */
export { attempt } from "./attempt";
export {
  type ClientSession,
  type ClientSessionOptions,
  createClientSession,
} from "./client-session";
export { initialConsent } from "./consent";
export {
  createHistory,
  type Entry,
  type HistoryOptions,
  type StoredHistory,
} from "./history";
export {
  readAnonymousId,
  type Session,
  touchSession,
} from "./identity";
export { inferPage, type PageWindow } from "./page";
export { redact } from "./redact";
export {
  type RouteListener,
  type RouteOptions,
  type RouteWindow,
  watchRoutes,
} from "./routes";
export { type JsonStorage, openStorage, readMatches, type StorageOptions } from "./storage";
export {
  buildTargetingContext,
  type ClientContext,
  type ContextParts,
  forgetOvertaken,
  mergeUsers,
  userOf,
} from "./targeting-context";
export { inferUser, type KnownUser, type UserWindow } from "./user";
export { withinTime } from "./within-time";

/** The SDK put together. */
export { deviceTime } from "./clock";
export { findInstance, isFirstRepeat } from "./instance";
export { pageConsole } from "./page-console";
export { createService } from "./service";
export type * from "./types";

/** The SDK put together. */
export { findInstance, keepInstance } from "./instance";
export { createService, type Environment } from "./service";
export type * from "./types";

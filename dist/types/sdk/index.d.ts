/** The SDK put together. */
export { findInstance, keepInstance } from "./instance.js";
export { createService, type Environment } from "./service.js";
export type * from "./types.js";

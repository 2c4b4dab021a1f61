/** The SDK put together. */

export type { Environment } from "./core";
export { findInstance } from "./instance";
export { createService } from "./service";
export type * from "./types";

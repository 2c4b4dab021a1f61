/** The SDK put together. */
export { findInstance } from "./instance";
export { createService } from "./service";
export type * from "./types";

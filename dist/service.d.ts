/// <reference lib="dom" />
export * from "./types/index.js";

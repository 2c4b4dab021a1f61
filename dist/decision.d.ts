export * from "./types/decision.js";

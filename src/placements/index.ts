/** The DOM: finds what the page marked, shows what was decided, tells what a person did. Decides nothing. */
export * from "./clicks";
export * from "./events";
export * from "./impression";
export * from "./marks";
export * from "./mount";
export * from "./roots";
export { IMAGES, safeUrl } from "./safe-url";
export { type Actions, type MeterValue, SURFACES } from "./surface";
export * from "./theme";
export * from "./visibility";

/** Everything in the DOM: finds what the page marked, shows placements, reports what a person does. Decides nothing. */
export * from "./clicks";
export * from "./dom-events";
export * from "./impression";
export * from "./marks";
export * from "./mount";
export { hasOpenDialog, holdPageDialog, isObstructing } from "./page-dialogs";
export * from "./roots";
export { safeUrl } from "./safe-url";
export { isDialog, type SurfaceState } from "./surface";
export * from "./theme";
export * from "./visibility";

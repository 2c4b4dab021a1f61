/** Everything in the DOM: finds what the page marked, shows placements, reports what a person does. Decides nothing. */
export { watchClicks } from "./clicks";
export { dispatch } from "./dom-events";
export { watchImpression } from "./impression";
export { type Mark, watchMarks } from "./marks";
export { type MountedSurface, mountSurface } from "./mount";
export { hasOpenDialog, hasPageDialog, isObstructing, isOursOpen } from "./page-dialogs";
export {
  findAll,
  HOST,
  isCovered,
  isLeftBehind,
  isMisplaced,
  isOnPage,
  isShown,
  isStripped,
  openPageHost,
  openRoot,
  slotsNamed,
} from "./roots";
export { safeUrl } from "./safe-url";
export { isDialog, type SurfaceState } from "./surface";
export { setBranding } from "./theme";
export { isTabHidden } from "./visibility";

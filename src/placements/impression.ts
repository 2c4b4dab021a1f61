/** When a placement counts as seen: enough of its pixels, in a visible tab, for one unbroken second. */

import { attempt } from "../decision/index";
import { isShown } from "./roots";
import { isBehindKeyboard, isTabHidden } from "./visibility";

/** From this area on (a 970 by 250 billboard), less of it has to be in view. */
const LARGE_AREA = 242_500;
const SHARE = 0.5;
const LARGE_SHARE = 0.3;
const DURATION_MS = 1000;
/** How often it is looked at within that second. */
const LOOKS = 10;
/** Until the next look while it can't be seen. */
const UNSEEN_MS = 250;

/**
 * Whether it can be seen where it is, as far as can be told. The observer knows of places only: the
 * page may hide it otherwise, or shrink it to nothing, and a picture may still be on its way.
 */
const canBeSeen = (element: Element): boolean =>
  attempt(() => {
    const { width, height } = element.getBoundingClientRect();
    const isLoaded = element.querySelector("img")?.complete !== false;
    const isThere = width * height >= 1 && isLoaded && isShown(element) !== false;
    return isThere && !isBehindKeyboard(element);
  }) ?? true;

/** Calls `onImpression` at most once. Without IntersectionObserver a visible tab is enough. */
export function watchImpression(element: Element, onImpression: () => void): () => void {
  let observer: IntersectionObserver | undefined;
  let sizes: ResizeObserver | undefined;
  let inView = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** How many looks in a row have found it seen. */
  let looks = 0;
  const look = () => {
    const isSeen = canBeSeen(element);
    looks = isSeen ? looks + 1 : 0;
    // The first one is at the second's beginning.
    if (looks <= LOOKS) {
      timer = setTimeout(look, isSeen ? DURATION_MS / LOOKS : UNSEEN_MS);
      return;
    }
    stop();
    onImpression();
  };
  const update = () => {
    if (inView && !isTabHidden()) {
      if (timer) return;
      looks = 0;
      look();
    } else {
      clearTimeout(timer);
      timer = undefined;
    }
  };
  const stop = () => {
    inView = false;
    update();
    observer?.disconnect();
    sizes?.disconnect();
    document.removeEventListener("visibilitychange", update);
  };
  // Missing or made to throw: a visible tab has to do.
  attempt(() => {
    observer = new IntersectionObserver(
      (entries) => {
        for (const { intersectionRatio, boundingClientRect } of entries) {
          const { width, height } = boundingClientRect;
          inView = intersectionRatio >= (width * height < LARGE_AREA ? SHARE : LARGE_SHARE);
        }
        update();
      },
      { threshold: [LARGE_SHARE, SHARE] },
    );
    observer.observe(element);
    inView = false;
    // Its share alone doesn't tell: what has grown large needs less of it. Observed anew it tells again.
    sizes = new ResizeObserver(() => {
      observer?.unobserve(element);
      observer?.observe(element);
    });
    sizes.observe(element);
  });
  document.addEventListener("visibilitychange", update);
  update();
  return stop;
}

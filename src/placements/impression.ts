/** When a placement counts as seen: enough of its pixels, in a visible tab, for one unbroken second. */

/** From this area on (a 970 by 250 billboard), less of it has to be in view. */
const LARGE_AREA = 242_500;
const SHARE = 0.5;
const LARGE_SHARE = 0.3;
const DURATION_MS = 1000;

export interface ImpressionOptions {
  readonly window: Window & typeof globalThis;
  onImpression(): void;
}

/** Calls `onImpression` at most once. Without IntersectionObserver a visible tab is enough. */
export function watchImpression(
  element: Element,
  { window, onImpression }: ImpressionOptions,
): () => void {
  const { document } = window;
  let observer: IntersectionObserver | undefined;
  let inView = true;
  let timer: number | undefined;
  const stop = () => {
    observer?.disconnect();
    document.removeEventListener("visibilitychange", update);
    window.clearTimeout(timer);
  };
  const seen = () => {
    stop();
    onImpression();
  };
  const update = () => {
    if (inView && document.visibilityState === "visible") {
      timer ??= window.setTimeout(seen, DURATION_MS);
    } else {
      window.clearTimeout(timer);
      timer = undefined;
    }
  };
  try {
    const threshold = [LARGE_SHARE, SHARE];
    observer = new window.IntersectionObserver(
      (entries) => {
        for (const { intersectionRatio, boundingClientRect } of entries) {
          const { width, height } = boundingClientRect;
          inView = intersectionRatio >= (width * height < LARGE_AREA ? SHARE : LARGE_SHARE);
        }
        update();
      },
      { threshold },
    );
    observer.observe(element);
    inView = false;
  } catch {
    // Missing or made to throw: a visible tab has to do.
  }
  document.addEventListener("visibilitychange", update);
  update();
  return stop;
}

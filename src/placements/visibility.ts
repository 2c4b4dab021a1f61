/** `data-service-show-if` and `data-service-hide-if`: what the page asked us to hide, and back again. */
import type { Mark } from "./marks";

export interface Visibility {
  /** `undefined`: not known. Then what needs the entitlement is hidden and the rest is as the page had it. */
  update(allowed: boolean | undefined): void;
  /** Puts the page's own `hidden` back. */
  stop(): void;
}

/** Sets `hidden` on the element of a mark. */
export function controlVisibility({ kind, element }: Pick<Mark, "kind" | "element">): Visibility {
  const original = element.hasAttribute("hidden");
  const hide = (hidden: boolean) => void element.toggleAttribute("hidden", hidden);
  return {
    update: (allowed) => hide(kind === "show-if" ? !allowed : (allowed ?? original)),
    stop: () => hide(original),
  };
}

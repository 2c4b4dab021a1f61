/** Looks after the page's own dialogs: what is ours waits until they are closed, or makes way for them. */
import type { Handle } from "../decision/index";
import {
  hasOpenDialog,
  hasPageDialog,
  isCovered,
  isLeftBehind,
  isObstructing,
} from "../placements/index";
import type { Core } from "./core";
import type { PageDialogs } from "./turns";

/** How often to look whether the page's own dialog is still open. */
const DIALOG_MS = 300;

export function createPageDialogs({ agenda, stores }: Core, refresh: () => void) {
  let isDialogOpen = false;
  let yielding: Handle | undefined;
  /** Decides everything anew once the page's own dialogs are closed, or the one that ours is in. No event tells of that for sure. */
  const awaitEnd = () => {
    if (!isDialogOpen) return;
    if (hasOpenDialog())
      agenda.sooner("dialog", DIALOG_MS, () => (isLeftBehind() ? refresh() : awaitEnd()));
    else refresh();
  };
  return {
    awaitEnd,
    look(): PageDialogs {
      isDialogOpen = hasOpenDialog();
      if (!isDialogOpen) yielding = undefined;
      return { isDialogOpen, isCovered: isCovered(), yielding };
    },
    /**
     * Whether the page has opened one since. A dialog of ours that lies over it has to make way.
     * @param touched what has changed; a whole page is searched for as long as ours is open only
     */
    isInNeed(touched: readonly Element[] = []): boolean {
      if (isDialogOpen) return false;
      const { open } = stores.displaying;
      const isBelow = !!open && isObstructing();
      if (isBelow) yielding = open;
      return isBelow || (hasPageDialog(touched) && hasOpenDialog());
    },
  };
}

/** Looks after the page's own dialogs: what is ours waits until they are closed, or makes way for them. */
import type { Handle } from "../../decision/index";
import {
  hasOpenDialog,
  hasPageDialog,
  isCovered,
  isLeftBehind,
  isObstructing,
  isOursOpen,
} from "../../placements/index";
import type { Core } from "../core";
import type { PageDialogs } from "../decisions/turns";

/** How often to look whether a dialog of the page's has opened or closed. */
const DIALOG_MS = 300;
/** How many more times to look for one that can't be seen yet: a slow device begins to fade it in late. */
const LOOKS = 5;

export function createPageDialogs({ agenda, stores }: Core, refresh: () => void) {
  let isDialogOpen = false;
  let looks = 0;
  let yielding: Handle | undefined;
  /** Has a dialog of ours that lies over one of the page's yield to it from now on. Returns whether there is one. */
  const makeWay = () => {
    const { open } = stores.onDisplay;
    const isBelow = !!open && isObstructing();
    if (isBelow) yielding = open;
    return isBelow;
  };
  /** No event tells for sure that the page's own dialog is closed, or that one was shown by its style. */
  const watch = () => {
    if (isDialogOpen && !hasOpenDialog()) refresh();
    else if (isDialogOpen || isOursOpen() || looks-- > 0) lookLater();
  };
  const check = () => {
    if (isDialogOpen ? isLeftBehind() : makeWay() || hasOpenDialog()) refresh();
    else watch();
  };
  const lookLater = () => agenda.sooner("dialog", DIALOG_MS, check);
  return {
    /** While the page's own dialog is open, or one of ours, looks again and again. */
    watch,
    look(): PageDialogs {
      isDialogOpen = hasOpenDialog();
      if (!isDialogOpen) yielding = undefined;
      return { isDialogOpen, isCovered: isCovered(), yielding };
    },
    /**
     * Looks whether the page has opened one since, to which a dialog of ours that lies over it makes way.
     * Returns whether everything has to be decided anew.
     * @param touched what has changed; a whole page is searched for as long as ours is open only
     */
    notice(touched: readonly Element[] = []): boolean {
      const { open } = stores.onDisplay;
      // With one open ours may lie over it; it makes way for another one.
      if (isDialogOpen && (open === yielding || !hasPageDialog(touched))) return false;
      if (makeWay()) return true;
      if (isDialogOpen || !hasPageDialog(touched)) return false;
      const isOpen = hasOpenDialog();
      // What can't be seen may be about to fade in.
      if (!isOpen) {
        looks = LOOKS;
        lookLater();
      }
      return isOpen;
    },
  };
}

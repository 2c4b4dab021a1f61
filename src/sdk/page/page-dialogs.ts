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

export function createPageDialogs({ agenda, stores }: Core, refresh: () => void) {
  let isDialogOpen = false;
  let yielding: Handle | undefined;
  /** Whether a dialog of ours lies over one of the page's, to which it yields from now on. */
  const makesWay = () => {
    const { open } = stores.onDisplay;
    const isBelow = !!open && isObstructing();
    if (isBelow) yielding = open;
    return isBelow;
  };
  /** No event tells for sure that the page's own dialog is closed, or that one was shown by its style. */
  const watch = () => {
    if (isDialogOpen && !hasOpenDialog()) refresh();
    else if (isDialogOpen || isOursOpen()) agenda.sooner("dialog", DIALOG_MS, check);
  };
  const check = () => {
    if (isDialogOpen ? isLeftBehind() : makesWay()) refresh();
    else watch();
  };
  return {
    /** While the page's own dialog is open, or one of ours, looks again and again. */
    watch,
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
      const { open } = stores.onDisplay;
      // With one open ours may lie over it; it makes way for another one.
      if (isDialogOpen && (open === yielding || !hasPageDialog(touched))) return false;
      return makesWay() || (!isDialogOpen && hasPageDialog(touched) && hasOpenDialog());
    },
  };
}

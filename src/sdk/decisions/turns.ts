/** Whose turn it is over the page: of some surfaces there is one at a time. */
import { type Handle, hidden } from "../../decision/index";
import { isDialog } from "../../placements/index";
import { type Decided, historyKey, type Moment, type PageDecision } from "../moment";

/** What the page shows in dialogs of its own. */
export interface PageDialogs {
  readonly isDialogOpen: boolean;
  /** One lies over what is ours. */
  readonly isCovered: boolean;
  /** The dialog of ours that has made way for one, until that is closed. */
  readonly yielding: Handle | undefined;
}
/** What is decided by the page's looks, besides its dialogs. */
export interface PageSight extends PageDialogs {
  /** Whether the slot that a tooltip points at can be seen. */
  isInSight(anchor: Handle): boolean;
}

/** Whether it has one of the surfaces of which only one at a time is on the page. */
export const takesTurn = ({ decision: { output } }: Decided) =>
  !!output && (isDialog(output.surface) || output.surface === "tooltip");

/**
 * Lets one modal, full page or tooltip at a time be visible. While the page's own dialog is open,
 * only what answers a click is, and a dialog that was there before it; and a tooltip only while the
 * slot it points at can be seen. A dialog that answers a click doesn't wait for a tooltip, nor for
 * what a dialog of the page's covers. A toast waits for a dialog. What was left by its own button is
 * over, but for what can't be dismissed: that is back after the answer.
 */
export function takeTurns(
  page: readonly PageDecision[],
  { open, finished, displaying }: Moment,
  { isDialogOpen, isCovered, yielding, isInSight }: PageSight,
): readonly PageDecision[] {
  const isOpen = ({ placement }: PageDecision) => placement === open && open !== yielding;
  const isTooltip = ({ decision: { output } }: PageDecision) => output?.surface === "tooltip";
  const isAnchored = (one: PageDecision) => {
    if (!isTooltip(one)) return true;
    const anchor = one.decision.output?.content.anchor;
    return (!isDialogOpen || one.occasion?.answersClick) && (!anchor || isInSight(anchor));
  };
  const isFree = (one: PageDecision) =>
    isOpen(one) || !isDialogOpen || (one.occasion?.answersClick && one.placement !== yielding);
  const isFinished = ({ placement, occasion }: PageDecision) =>
    !occasion?.answersClick && finished.includes(placement);
  const isOver = (one: PageDecision) =>
    isFinished(one) && one.decision.output?.content.dismissible !== false;
  const wanting = page.filter((one) => takesTurn(one) && isAnchored(one) && !isOver(one));
  const holder = wanting.find(isOpen);
  const mayTake = (one: PageDecision) =>
    holder &&
    one !== holder &&
    one.occasion?.answersClick &&
    !isTooltip(one) &&
    (isCovered || isTooltip(holder) || isFinished(holder));
  const turn = wanting.find(mayTake) ?? holder ?? wanting.find(isFree);
  const isModal = turn && !isTooltip(turn);
  /** A toast whose time is up, or that comes while a dialog of ours is open, under which it would go by unseen. */
  const isOff = (one: PageDecision) => {
    const { output } = one.decision;
    const isToast = output?.surface === "toast";
    return isToast && (isFinished(one) || (isModal && !displaying.includes(historyKey(output))));
  };
  return page.map((one) => {
    const mayShow = takesTurn(one) ? one === turn : isFree(one) && !isOff(one);
    return mayShow || !one.decision.visible ? one : { ...one, decision: hidden("waiting_turn") };
  });
}

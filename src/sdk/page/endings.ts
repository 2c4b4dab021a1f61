/** How the time of a placement on the page ends: by its reader, by what its button led to, or by itself. */
import { isDialog } from "../../placements/index";
import type { Core } from "../core";
import { shownOf, type UserHistory } from "../decisions/history";
import type { Occasions } from "../decisions/occasions";
import { historyKey } from "../moment";
import type { Displayed, Emit } from "./displayed";

interface EndingsOptions {
  readonly history: UserHistory;
  readonly occasions: Occasions;
  readonly emit: Emit;
}

export function createEndings(
  core: Core,
  { history, occasions, emit }: EndingsOptions,
  displayed: Displayed,
) {
  const { stores, clock } = core;
  /** Ends it for this route: its time is up, or it would cover what comes next. What can't be dismissed is back afterwards, unless a click had opened it. */
  function leave(): void {
    const { occasion, output } = displayed;
    const { surface, content } = output;
    const isBack = content.dismissible === false && surface !== "toast" && !occasion?.answersClick;
    if (occasion && !isBack) return close();
    displayed.isClosed = true;
    occasions.leave(output.placement);
  }
  /** The occasion is answered; the next one makes a new display, even of the same placement. */
  function close(): void {
    const { occasion, output } = displayed;
    displayed.isClosed = true;
    if (occasion) shownOf(core, output).key = "";
    occasions.answer(occasion, output.placement);
  }
  return {
    leave,
    /** A button of its own leads on, to another placement or route: what lies over the page makes way. */
    leadOn(): void {
      const { surface } = displayed.output;
      if (isDialog(surface) || surface === "tooltip" || surface === "toast") leave();
    },
    /** Dismisses it, or reminds of it later: it leaves at once, in every tab. */
    putOff(type: "dismiss" | "remind_later"): void {
      // A second click, before it has left.
      if (displayed.isPutOff) return;
      displayed.isPutOff = true;
      history.touch();
      const kind = type === "dismiss" ? "dismissed" : "reminded";
      const key = historyKey(displayed.output);
      // The lock may be granted much later, by a tab that was asleep.
      const at = clock.device();
      // By name: a clock that was set back since it was mounted would have it on display still.
      for (const one of stores.onDisplay.shown.values()) if (one.key === key) one.key = "";
      close();
      // Before listeners are told: one of them may say that this is somebody else now, or change the route.
      history.putOff(kind, key, at);
      emit(type);
    },
  };
}

/** A placement on display, and how the page and its listeners are told what happens to it. */
import type { PlacementOutput } from "../../decision/index";
import { dispatch } from "../../placements/index";
import type { Core } from "../core";
import type { Occasion } from "../moment";
import type { Interaction, InteractionType } from "../types";

/** A placement on display; an update may change its words. */
export interface Displayed {
  output: PlacementOutput & Required<Pick<PlacementOutput, "decision_id">>;
  /** Where its DOM events start: the slot element, or the page host. */
  readonly target: Element;
  /** The occasion that it answers. */
  occasion: Occasion | undefined;
  /** It was dismissed or put off, its time was up, or its button has led on. */
  isClosed?: boolean;
  /** It was dismissed, or put off. */
  isPutOff?: boolean;
}

/** The SDK's event for each type; the DOM event has `service:` before it. */
const EVENTS = {
  impression: "impression",
  dismiss: "dismiss",
  remind_later: "dismiss",
  cta_click: "cta",
  cta_complete: "cta",
} as const;

/**
 * Emits an interaction everywhere; false when the page cancelled the DOM event.
 * @param output what it is about, where that may be something else by now
 */
export type Emit = (type: InteractionType, cta?: string, output?: Displayed["output"]) => boolean;

/** Tells the page and listeners of what happens to a placement. */
export function createEmitter(
  core: Core,
  displayed: Displayed,
  onInteraction: (interaction: Interaction) => void,
) {
  const { target } = displayed;
  /** Which placement it is, as interactions and failures say it. */
  const subject = (output = displayed.output) => {
    const { placement, payload, variant, slot, surface, playbook_version, decision_id } = output;
    return {
      ...{ placement, payload, surface, decision_id, playbook_version },
      ...(variant && { variant }),
      ...(slot && { slot }),
    };
  };
  const emit: Emit = (type, cta, output) => {
    const interaction: Interaction = core.toEvent({
      type,
      ...subject(output),
      ...(cta && { cta }),
    });
    // Before listeners are told: one of them may say that this is somebody else now.
    onInteraction(interaction);
    core.emit(EVENTS[type], interaction);
    return dispatch(target, `service:${EVENTS[type]}`, interaction, type === "cta_click");
  };
  return {
    emit,
    fail(message: string, error: unknown): void {
      dispatch(target, "service:error", { ...subject(), message });
      core.fail(message, error);
    },
  };
}

/** A reserved box in a slot that nobody could decide about. It is no placement: nobody is told of it. */
import type { PlacementOutput, ServicePlacementDecision } from "../decision/index";
import type { SurfaceRenderer } from "../options/index";

const NAME = "placeholder";

const PLACEHOLDER: PlacementOutput = {
  placement: "",
  payload: "",
  surface: NAME,
  content: { title: "" },
  ctas: [],
  playbook_version: 0,
};

export const reserve = (decision: ServicePlacementDecision): ServicePlacementDecision =>
  decision.reasons.includes("provider_failure") ? { ...decision, output: PLACEHOLDER } : decision;

/** What draws it, unless the application registers its own. */
export const builtIn: readonly (readonly [string, SurfaceRenderer])[] = [
  [
    NAME,
    (box) => {
      box.className = "box";
      box.ariaHidden = "true";
    },
  ],
];

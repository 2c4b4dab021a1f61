/** An empty box for a slot whose sources have failed. It is no placement: it is never reported. */
import type { PlacementOutput, ServicePlacementDecision } from "../../decision/index";
import type { SurfaceRenderer } from "../../options/index";

const NAME = "placeholder";

const PLACEHOLDER: PlacementOutput = {
  placement: "",
  payload: "",
  surface: NAME,
  content: { title: "" },
  ctas: [],
  playbook_version: 0,
};

export const withPlaceholder = (decision: ServicePlacementDecision): ServicePlacementDecision =>
  decision.reasons.includes("provider_failure") ? { ...decision, output: PLACEHOLDER } : decision;

/** Draws the placeholder, unless the application registers a surface of this name. */
export const BUILT_IN_RENDERERS: readonly (readonly [string, SurfaceRenderer])[] = [
  [
    NAME,
    (box) => {
      box.className = "box";
      box.ariaHidden = "true";
    },
  ],
];

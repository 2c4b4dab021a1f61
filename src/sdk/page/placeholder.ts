/** An empty box for a slot whose sources have failed. It is no placement: it is never reported. */
import type { PlacementOutput, ServicePlacementDecision } from "../../decision/index";
import type { SurfaceRenderer } from "../../options/index";
import type { State } from "../stores";

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

const draw: SurfaceRenderer = (box) => {
  box.className = "box";
  box.ariaHidden = "true";
};

/** The application's own way to draw it, also a placeholder; none for the surfaces that are built in. */
export const rendererOf = ({ surface }: PlacementOutput, { renderers }: Pick<State, "renderers">) =>
  renderers.get(surface) ?? (surface === NAME ? draw : undefined);

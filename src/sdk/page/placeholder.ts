/** An empty box for a slot whose sources have failed. It is no placement: it is never reported. */
import { copyOf } from "../../context/index";
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
export function rendererOf(
  { surface }: PlacementOutput,
  { renderers }: Pick<State, "renderers">,
): SurfaceRenderer | undefined {
  const own = renderers.get(surface);
  // What it takes apart is its own: a press is still that of the button.
  if (own) return (box, output, actions) => own(box, copyOf(output), actions);
  return surface === NAME ? draw : undefined;
}

/** A Playbook with what was given beside it. */
import { isObject, listOf, own } from "../decision/index";
import type { ServiceInitOptions } from "../options/index";

/** Later wins; what is no object says nothing. */
const merge = (layers: readonly unknown[]): object =>
  Object.fromEntries(layers.filter(isObject).flatMap(Object.entries));

/**
 * With the placements given beside it, in the Playbook's own form, and other branding over its own.
 * @param delivered branding from the service; the page's own wins
 */
export function completePlaybook(
  playbook: unknown,
  { localRuntime, branding }: Pick<ServiceInitOptions, "localRuntime" | "branding">,
  delivered?: unknown,
): unknown {
  const { placements = [] } = localRuntime ?? {};
  if (!isObject(playbook) || !(placements.length || branding || delivered)) return playbook;
  const layers = [own(playbook, "branding"), delivered, branding];
  const themes = layers.map((layer) => own(layer, "theme"));
  const colors = merge(themes.map((theme) => own(theme, "colors")));
  return {
    ...playbook,
    placements: [...listOf(playbook, "placements"), ...placements],
    branding: { ...merge(layers), theme: { ...merge(themes), colors } },
  };
}

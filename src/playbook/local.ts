/** Completes a Playbook with the placements and branding that are given beside it. */
import { isObject, listOf, own } from "../decision/index";
import type { ServiceInitOptions } from "../options/index";

/** Later layers win; a layer that is no object is skipped, and a `null`, by which JSON says nothing. */
export const mergeSaid = (layers: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    layers
      .filter(isObject)
      .flatMap(Object.entries)
      .filter(([, value]) => value != null),
  );

/**
 * Adds the given placements and lays the given branding over the Playbook's own.
 * @param delivered branding from the service; the page's own wins over it
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
  const colors = mergeSaid(themes.map((theme) => own(theme, "colors")));
  return {
    ...playbook,
    placements: [...listOf(playbook, "placements"), ...placements],
    branding: { ...mergeSaid(layers), theme: { ...mergeSaid(themes), colors } },
  };
}

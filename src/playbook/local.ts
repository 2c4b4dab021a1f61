/** A Playbook that the application gave. */
import { isObject, listOf, own } from "../decision/index";
import type { ServiceInitOptions } from "../options/index";

/** With the placements given beside it, in the Playbook's own form, and the page's branding over its own. */
export function completePlaybook(
  playbook: unknown,
  { localRuntime, branding }: Pick<ServiceInitOptions, "localRuntime" | "branding">,
): unknown {
  const { placements = [] } = localRuntime ?? {};
  if (!isObject(playbook) || !(placements.length || branding)) return playbook;
  const authored = own(playbook, "branding");
  const theme = own(authored, "theme");
  const colors = own(theme, "colors");
  return {
    ...playbook,
    placements: [...listOf(playbook, "placements"), ...placements],
    branding: {
      ...(isObject(authored) && authored),
      ...branding,
      theme: {
        ...(isObject(theme) && theme),
        ...branding?.theme,
        colors: { ...(isObject(colors) && colors), ...branding?.theme?.colors },
      },
    },
  };
}

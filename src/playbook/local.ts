/** A Playbook that the application has, or has something to ask for. */
import { isObject, listOf, own } from "../decision/index";
import type { ServiceInitOptions } from "../options/index";

export type LocalSources = Pick<ServiceInitOptions, "localRuntime" | "configProvider" | "branding">;

/** With the placements given beside it, in the Playbook's own form, and the page's branding over its own. */
function complete(playbook: unknown, { localRuntime, branding }: LocalSources): unknown {
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

/** The Playbook itself where it was given, so that it decides at once; else a promise of one. */
export function loadLocal(options: LocalSources): unknown {
  const { playbook, resolvers } = options.localRuntime ?? {};
  if (playbook) return complete(playbook, options);
  const asked = resolvers?.resolvePlaybook?.() ?? options.configProvider?.getPlaybook();
  return Promise.resolve(asked).then((answer) => complete(answer, options));
}

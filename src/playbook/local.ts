/** A Playbook that the application has, or has something to ask for. */
import type { ServiceInitOptions, ServiceLocalRuntimeOptions } from "../options/types";

export type LocalSources = Pick<ServiceInitOptions, "localRuntime" | "configProvider">;

/** With the placements given beside it, in the Playbook's own form. */
function withPlacements(
  playbook: unknown,
  { placements = [] }: ServiceLocalRuntimeOptions,
): unknown {
  if (!placements.length || typeof playbook !== "object" || !playbook) return playbook;
  const authored = "placements" in playbook ? playbook.placements : [];
  return { ...playbook, placements: [...(Array.isArray(authored) ? authored : []), ...placements] };
}

/** The Playbook itself where it was given, so that it decides at once; else a promise of one. */
export function loadLocal({ localRuntime = {}, configProvider }: LocalSources): unknown {
  const { playbook, resolvers } = localRuntime;
  if (playbook) return withPlacements(playbook, localRuntime);
  const asked = resolvers?.resolvePlaybook?.() ?? configProvider?.getPlaybook();
  return Promise.resolve(asked).then((answer) => withPlacements(answer, localRuntime));
}

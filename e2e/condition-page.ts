/** A page that shows which conditions its user and its address meet. */
import { localConfig, placement, playbook } from "./playbooks";

/**
 * A page on which each condition has a slot of its name, which says so when it holds.
 * @param parts further parts of its Playbook
 */
export function conditionPage(
  conditions: Record<string, unknown>,
  options: Record<string, unknown> = {},
  parts: Record<string, unknown> = {},
) {
  const placements = Object.entries(conditions).map(([handle, condition]) =>
    placement(handle, { payload: { target: { condition } } }),
  );
  return {
    html: Object.keys(conditions)
      .map((handle) => `<div data-service-slot="${handle}"></div>`)
      .join(""),
    config: localConfig(playbook({ ...parts, placements }), options),
  };
}

// @ts-check
/** The surfaces that the SDK draws itself (README, "Surfaces"); any other is the application's own. */
export const IN_FLOW = ["banner", "card", "button", "usage_meter", "gate"];
export const BUILT_IN = [...IN_FLOW, "modal", "toast", "full_page", "tooltip", "bar"];

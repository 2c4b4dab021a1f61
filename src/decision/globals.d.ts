/**
 * True in `decision.mjs`: the core alone decides again and again, as on a server. In the snippet it
 * decides little, and its bytes count, so what serves speed alone is left out there.
 */
declare const __CORE_ALONE__: boolean;

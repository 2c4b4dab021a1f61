/** Queues and sends what leaves the page, and makes the ids of events. */
export { createEventId } from "./event-id";
export { createTelemetry } from "./telemetry";
export type { Telemetry, TelemetryKind } from "./types";

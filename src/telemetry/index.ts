/** What leaves the page, and how it is told apart. */
export { createEventId } from "./event-id";
export { createTelemetry } from "./telemetry";
export type {
  Telemetry,
  TelemetryAnswer,
  TelemetryCall,
  TelemetryKind,
  TelemetryOptions,
} from "./types";

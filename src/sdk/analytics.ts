/** Tells the application's own analytics what a person saw and did, with consent only. */
import type { JsonObject } from "../decision/index";
import type { Core } from "./core";

const EVENTS = ["impression", "dismiss", "cta"] as const;

/** @returns what tells of a tracked or captured event */
export function createAnalytics({ sources, consent, on, newId, now }: Core) {
  const tell = (event: object) => {
    // Each is told: nobody answers.
    if (consent.granted) void sources.ask(["onEvent"], [event], () => undefined);
  };
  const happened = (type: string, details: object) =>
    tell({ event_id: newId(), type, occurred_at: new Date(now()).toISOString(), ...details });
  if (sources.has("onEvent")) {
    for (const event of EVENTS) on(event, tell);
    on("route", (page) => happened("route", { page }));
  }
  return (name: string, properties: JsonObject = {}) => {
    if (sources.has("onEvent")) happened("track", { name, properties });
  };
}

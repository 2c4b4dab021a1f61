import { expect, it, vi } from "vitest";
import { createNotifier } from "./notifier";

it("who listens for `ready` when it is over is told all the same; of the rest, what comes from then on", async () => {
  const { on, emit } = createNotifier({ error: vi.fn(), warn: vi.fn() });
  const heard: string[] = [];
  on("ready", () => heard.push("early"));
  emit("playbook", { version: 1, source: "playbook" });
  emit("ready", undefined);
  on("ready", () => heard.push("late"));
  on("playbook", () => heard.push("playbook"));
  await Promise.resolve();
  expect(heard).toEqual(["early", "late"]);
});

it("who has stopped listening hears nothing more, not even what is on its way", async () => {
  const { on, emit } = createNotifier({ error: vi.fn(), warn: vi.fn() });
  const heard: string[] = [];
  on("ready", () => stopSecond());
  const stopSecond = on("ready", () => heard.push("second"));
  emit("ready", undefined);
  on("ready", () => heard.push("late"))();
  await Promise.resolve();
  expect(heard).toEqual([]);
});

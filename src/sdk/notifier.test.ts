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

it("what is no function hears nothing, and that is told at once", async () => {
  const console = { error: vi.fn(), warn: vi.fn() };
  const { on, emit } = createNotifier(console);
  const stop = Reflect.apply(on, undefined, ["ready"]);
  expect(console.warn.mock.calls).toEqual([["[Service] on needs a function"]]);
  emit("ready", undefined);
  await Promise.resolve();
  expect(console.error).not.toHaveBeenCalled();
  stop();
});

it("an event that there isn't is told at once, with those that there are", () => {
  const console = { error: vi.fn(), warn: vi.fn() };
  const { on } = createNotifier(console);
  for (const event of ["reday", Symbol("ready"), undefined]) {
    Reflect.apply(on, undefined, [event, () => {}]);
  }
  for (const event of ["ready", "dismiss", "error"] as const) on(event, () => {});
  // What has no text at all throws nothing either.
  Reflect.apply(on, undefined, [Object.create(null), () => {}]);
  expect(console.error).toHaveBeenCalledOnce();
  const events = "ready, playbook, context, decision, impression, dismiss, cta, route, error";
  expect(console.warn.mock.calls).toEqual(
    ["reday", "Symbol(ready)", "undefined"].map((event) => [
      `[Service] on("${event}"): the events are ${events}`,
    ]),
  );
});

it.each([
  ["a client session's token", "svc_client_4f9a0c2e7b"],
  ["a JWT", "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"],
])("%s in a message is not written to the console, whether it warns or fails", (_, secret) => {
  const console = { error: vi.fn(), warn: vi.fn() };
  const { warn, fail } = createNotifier(console);
  warn(`no slot is named "${secret}"`);
  fail(`onEvent("${secret}") failed`, new Error(`it was ${secret}`));
  expect(console.warn.mock.calls).toEqual([['[Service] no slot is named "redacted"']]);
  expect(console.error.mock.calls).toEqual([
    ['[Service] onEvent("redacted") failed', expect.stringContaining("it was redacted")],
  ]);
  expect(JSON.stringify([console.warn.mock.calls, console.error.mock.calls])).not.toContain(secret);
});

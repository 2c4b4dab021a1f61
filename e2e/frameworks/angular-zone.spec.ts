/** Angular's zone.js, inside whose zone a component calls: what the SDK does later isn't Angular's to wait for. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { before } from "../stored-page";

const ZONE = readFileSync(createRequire(import.meta.url).resolve("zone.js"), "utf8");
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HOUR = 3_600_000;
const DURING = { from: "2026-01-01T00:00:00Z", until: new Date(Date.now() + HOUR).toISOString() };
const BOOK = playbook({
  placements: [
    placement("top", { payload: { schedule: DURING } }),
    placement("note", {
      slot: undefined,
      trigger: { type: "event", name: "opened" },
      payload: { surface: "toast", content: { title: "Saved" } },
    }),
  ],
});
/** As Angular makes its own: it checks the application after each task, and waits for those that are left. */
const ANGULAR = `
  window.tasks = [];
  window.angular = Zone.root.fork({
    name: "angular",
    onScheduleTask(parent, _current, target, task) {
      if (task.type !== "microTask") tasks.push(task.source);
      return parent.scheduleTask(target, task);
    },
  });`;
/** As Angular's builder makes it, since zone.js doesn't see what awaits natively. */
async function buildApp(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { initService } from "./dist/service.mjs";
        angular.run(() => { window.Service = initService(ServiceConfig); });`,
      resolveDir: ROOT,
    },
    ...{ bundle: true, write: false, format: "iife", supported: { "async-await": false } },
  });
  return outputFiles[0]?.text ?? "";
}

for (const [what, script] of Object.entries({
  "is loaded by its tag": '<script src="/dist/service.js"></script>',
  "is started inside it": '<script src="/app.js" defer></script>',
})) {
  test(`an SDK that ${what} does nothing of its own in the zone, and leaves listeners where they are`, async ({
    site,
    context,
  }) => {
    await before(context, `${ZONE};${ANGULAR}`);
    // No Navigation API, so that \`pushState\`, which an application calls inside its zone, is watched.
    await before(context, "delete window.navigation; delete Window.prototype.navigation;");
    const headers = { "content-type": "text/javascript" };
    site.serve("/app.js", { body: await buildApp(), headers });
    const page = await site.open({
      config: localConfig(BOOK, { user: { id: "u1", plan_handle: "pro" } }),
      ...{ html: '<div data-service-slot="top"></div>', script },
    });
    await expect(page.getByText("Title of top")).toBeVisible();
    const heard = page.evaluate(
      `angular.run(() => new Promise((resolve) => Service.on("route", () => resolve(Zone.current.name))))`,
    );
    await page.evaluate(`angular.run(() => {
      Service.setUser({ traits: { seen: true } });
      Service.trigger("opened");
      history.pushState(null, "", "/next");
    })`);
    await expect(page.getByText("Saved")).toBeVisible();
    expect(await heard).toBe("angular");
    const gated = `angular.run(() => Service.gate("export", () => Zone.current.name))`;
    expect(await page.evaluate(gated)).toMatchObject({ ran: true, result: "angular" });
    await page.waitForTimeout(1500);
    expect(await page.evaluate("tasks")).toEqual([]);
  });
}

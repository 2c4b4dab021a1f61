/** The ESM build, in a page and on a server. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "../fixtures";
import { BOOK, CONFIG, openWith, SLOT } from "../loading-pages";
import { localConfig } from "../playbooks";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test.describe("the ESM build", () => {
  test("does nothing when imported, and returns the SDK of initService", async ({ site }) => {
    const page = await openWith(site, CONFIG, SLOT);
    const names = await page.evaluate("import('/dist/service.mjs').then(Object.keys)");
    expect(names).toEqual(expect.arrayContaining(["initService", "ServiceConfigError"]));
    await expect(page.getByText("Page content")).toBeVisible();
    await page.evaluate(
      "import('/dist/service.mjs').then((m) => void m.initService(ServiceConfig))",
    );
    await expect(page.getByText("Title of top")).toBeVisible();
    expect(await page.evaluate("typeof window.Service")).toBe("undefined");
  });

  test("returns the first instance again, with a warning", async ({ site }) => {
    const page = await openWith(site, CONFIG, SLOT);
    const same = await page.evaluate(`import("/dist/service.mjs").then(({ initService }) =>
      initService(ServiceConfig) === initService({ ...ServiceConfig, debug: true }))`);
    expect(same).toBe(true);
    await expect(page.getByText("Title of top")).toHaveCount(1);
    expect(site.console.filter((line) => line.startsWith("warning"))).toHaveLength(1);
  });

  test("throws a ServiceConfigError that lists every fault and holds no value", async ({
    site,
  }) => {
    const page = await openWith(site, "", SLOT);
    const error = await page.evaluate(`import("/dist/service.mjs").then((sdk) => {
      try {
        sdk.initService({ publicKey: "svc_server_abc123", consent: "perhaps", colour: "crimson" });
      } catch (error) {
        const { name, code, option, message } = error;
        return { name, code, option, message, is: error instanceof sdk.ServiceConfigError };
      }
    })`);
    expect(error).toMatchObject({ name: "ServiceConfigError", code: "refused", is: true });
    expect(error).toMatchObject({ option: "publicKey" });
    const { message } = error as { message: string };
    for (const option of ["publicKey", "tenantId", "consent", "colour"]) {
      expect(message).toContain(option);
    }
    expect(message).not.toMatch(/abc123|perhaps|crimson/);
  });

  test("in a worker, whose code anybody can read, is given the public key and refuses the other", async ({
    site,
  }) => {
    const page = await openWith(site, "", SLOT);
    const said = await page.evaluate(`new Promise((resolve, reject) => {
      const code = \`import { initService } from "\${location.origin}/dist/service.mjs";
        const attempt = (key) => {
          try {
            return initService({ tenantId: "acme", endpoint: "\${location.origin}", ...key }).version;
          } catch ({ code, option }) {
            return [code, option];
          }
        };
        postMessage([attempt({ apiKey: "svc_secret" }), attempt({ publicKey: "svc_public" })]);\`;
      const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      const worker = new Worker(url, { type: "module" });
      worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
      worker.onerror = reject;
    })`);
    expect(said).toEqual([["refused", "apiKey"], expect.any(String)]);
  });

  test("decides in Node, where there is no DOM", async () => {
    const config = localConfig(BOOK, { user: { plan_handle: "pro" } });
    const { stdout } = await run(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `import { initService } from "./dist/service.mjs";
         import { bucket, compilePlaybook, decideEntitlement } from "./dist/decision.mjs";
         const config = ${JSON.stringify(config)};
         const sdk = initService(config);
         await sdk.ready;
         const compiled = compilePlaybook(config.localRuntime.playbook);
         const said = decideEntitlement(compiled, "export", {
           context: { plan_handle: "pro" }, now: 0,
         });
         console.log(JSON.stringify([
           sdk.can("export"), said.allowed, typeof bucket("seed", "id"),
           (await sdk.getPlacement({ slot: "top" }))?.content.title,
         ]));
         sdk.destroy();`,
      ],
      { cwd: ROOT },
    );
    expect(JSON.parse(stdout)).toEqual([true, true, "number", "Title of top"]);
  });

  test("makes an SDK for each initService on a server", async () => {
    const { stdout, stderr } = await run(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `import { initService } from "./dist/service.mjs";
         const book = ${JSON.stringify(BOOK)};
         const of = (plan_handle) => initService({
           runtimeMode: "local_only", localRuntime: { playbook: book }, user: { plan_handle },
         });
         const sdks = [of("free"), of("pro")];
         await Promise.all(sdks.map((sdk) => sdk.ready));
         console.log(JSON.stringify(sdks.map((sdk) => sdk.can("export"))));
         for (const sdk of sdks) sdk.destroy();`,
      ],
      { cwd: ROOT },
    );
    expect(JSON.parse(stdout)).toEqual([false, true]);
    expect(stderr).toBe("");
  });

  test("starts where there is a window, but no document", async () => {
    const { stdout, stderr } = await run(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `globalThis.window = {};
         const { initService } = await import("./dist/service.mjs");
         const sdk = initService({
           runtimeMode: "local_only", localRuntime: { playbook: ${JSON.stringify(BOOK)} },
           user: { plan_handle: "pro" },
         });
         await sdk.ready;
         const { allowed } = await sdk.checkEntitlement("export");
         console.log(JSON.stringify([sdk.can("export"), allowed, sdk.can("nothing")]));
         sdk.destroy();`,
      ],
      { cwd: ROOT },
    );
    expect(JSON.parse(stdout)).toEqual([true, true, false]);
    expect(stderr).not.toContain("failed");
  });
});

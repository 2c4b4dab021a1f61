/** `custom_endpoints`: what the application answers itself, and what nobody reroutes. */
import type { TestSite } from "../fixtures";
import {
  addUser,
  CLIENT_SESSION,
  expect,
  openService,
  serveTokens,
  slotIn,
  test,
  titled,
} from "../service-page";

const CALLS: Readonly<Record<string, [method: string, path: string]>> = {
  clientContext: ["GET", "/api/sdk/client-context"],
  userContext: ["GET", "/api/sdk/user-context"],
  trialStatus: ["GET", "/api/sdk/trial-status"],
  ingestEvents: ["POST", "/api/track"],
  touchpointTransition: ["POST", "/api/events/interactions"],
  ingestSdkMeta: ["POST", "/api/sdk/meta"],
  surfaceSlots: ["POST", "/api/placements"],
  placementTypes: ["POST", "/api/sdk/placement-types"],
};
const SURFACE = "Service.registerSurface('ticker', () => {})";

/** The application's own endpoint, on the page's origin. */
function serveOwn(site: TestSite, key: string) {
  const body = key === "clientContext" ? { user_id: "ada", plan_handle: "pro" } : {};
  site.serve(`/own/${key}`, { status: CALLS[key]?.[0] === "POST" ? 202 : 200, body });
}

for (const [key, [method, path]] of Object.entries(CALLS)) {
  test(`${key} goes where the application says, as a URL`, async ({ site, plane }) => {
    await plane.launch(titled(1, "Launched"));
    await addUser(plane, "ada");
    serveTokens(site, plane);
    serveOwn(site, key);
    const elsewhere: string[] = [];
    const page = await openService({
      site,
      plane,
      config: {
        runtimeMode: "custom_endpoints",
        endpointOverrides: { [key]: `${site.url}/own/${key}` },
        user: { id: "ada", plan_handle: "free" },
      },
      code: CLIENT_SESSION,
      path: "/start",
    });
    page.on("request", (request) => elsewhere.push(new URL(request.url()).pathname));
    await page.reload();
    await expect(slotIn(page).getByText("Launched")).toBeVisible();
    await page.evaluate(SURFACE);
    // Seen for a second.
    await expect
      .poll(
        async () => {
          await page.evaluate("Service.flush()");
          return site.requestsTo(`/own/${key}`).length;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    const [request] = site.requestsTo(`/own/${key}`);
    expect(request?.method).toBe(method);
    expect(elsewhere).not.toContain(path);
    expect(elsewhere).toContain("/api/sdk/bootstrap");
    if (key === "clientContext") {
      expect(request?.headers.authorization).toMatch(/^Bearer svc_client_/);
      await expect.poll(() => page.evaluate("Service.can('export')")).toBe(true);
    }
    if (method === "POST")
      expect(request?.headers["content-type"]).toBe("text/plain;charset=UTF-8");
  });
}

test("a relative override is appended to the endpoint", async ({ site, plane, context }) => {
  await plane.launch(titled(1, "Launched"));
  const sent: string[] = [];
  await context.route(`${plane.url}/mine/**`, (route) => {
    sent.push(route.request().url());
    return route.fulfill({
      status: 202,
      headers: { "access-control-allow-origin": "*" },
      body: "{}",
    });
  });
  const page = await openService({
    site,
    plane,
    config: { runtimeMode: "custom_endpoints", endpointOverrides: { ingestEvents: "mine/events" } },
  });
  await page.evaluate("Service.ready.then(() => { Service.track('x'); return Service.flush() })");
  expect(sent).toContain(`${plane.url}/mine/events`);
});

test("retired keys are never read, and named in a warning; the mode needs one that counts", async ({
  site,
  plane,
}) => {
  await plane.launch(titled(1, "Launched"));
  site.serve("/own/ingestEvents", async () => ({ status: 202, body: "{}" }));
  const retired = [
    "decide",
    "decideContext",
    "bootstrapContext",
    "getPlacement",
    "checkEntitlement",
  ];
  const getters = retired.map((name) => `get ${name}() { (window.read ??= []).push("${name}"); }`);
  const code = `runtimeMode: "custom_endpoints",
    endpointOverrides: { ingestEvents: "/own/ingestEvents", ${getters.join()} }`;
  const page = await openService({ site, plane, code });
  await expect(slotIn(page).getByText("Launched")).toBeVisible();
  expect(await page.evaluate("window.read")).toBeUndefined();
  const told = site.console.filter((line) => line.startsWith("warning: "));
  expect(told).toHaveLength(1);
  for (const name of retired) expect(told[0]).toContain(`endpointOverrides.${name}`);
});

test("custom_endpoints without an override does not start", async ({ site, plane }) => {
  site.expectConsole(/endpointOverrides is required in custom_endpoints/);
  const asked: string[] = [];
  const page = await openService({ site, plane, config: { runtimeMode: "custom_endpoints" } });
  page.on("request", (request) => asked.push(request.url()));
  await page.waitForTimeout(1000);
  await expect(slotIn(page).getByText("Page content")).toBeVisible();
  expect(asked).toEqual([]);
});

for (const given of ["configProvider", "provider"]) {
  test(`a Playbook of a ${given} stays when the tab is come back to`, async ({ site, plane }) => {
    await plane.launch(titled(2, "Launched"));
    const book = JSON.stringify(titled(1, "Given"));
    const code = `${given}: { getPlaybook: async () => (${book}) }`;
    const page = await openService({ site, plane, code });
    await expect(slotIn(page).getByText("Given")).toBeVisible();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.waitForTimeout(1000);
    expect(asked.filter((path) => path.endsWith("/bootstrap"))).toEqual([]);
    await expect(slotIn(page).getByText("Given")).toBeVisible();
  });
}

test("an address that all objects inherit is sent nothing", async ({ site, plane, context }) => {
  await plane.launch(titled(1, "Launched"));
  await addUser(plane, "ada");
  serveTokens(site, plane);
  serveOwn(site, "trialStatus");
  await context.addInitScript((address) => {
    const names = ["clientContext", "ingestEvents", "touchpointTransition", "surfaceSlots"];
    const entries = names.map((name) => [name, `${address}/${name}`]);
    Object.assign(Object.prototype, Object.fromEntries(entries));
  }, `${site.url}/elsewhere`);
  const asked: string[] = [];
  context.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const page = await openService({
    site,
    plane,
    config: {
      runtimeMode: "custom_endpoints",
      endpointOverrides: { trialStatus: `${site.url}/own/trialStatus` },
      user: { id: "ada" },
    },
    code: CLIENT_SESSION,
  });
  await expect(slotIn(page).getByText("Launched")).toBeVisible();
  await page.evaluate("Service.track('exported'); Service.flush()");
  for (const path of ["/api/sdk/client-context", "/api/track"])
    await expect.poll(() => asked).toContain(path);
  expect(asked.filter((path) => path.startsWith("/elsewhere"))).toEqual([]);
});

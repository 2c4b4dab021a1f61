/** What a page's configuration may be, and what happens where it is wrong. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import type { PageConsole } from "./page-console";
import { localConfig, placement, playbook } from "./playbooks";
import type { Site as WebSite } from "./site";

type Site = WebSite & PageConsole;

const BOOK = playbook({ placements: [placement("top")] });
const SLOT = '<div data-service-slot="top"><span>Page content</span></div>';
const TAG = '<script src="/dist/service.js"></script>';
const LOCAL = { runtimeMode: "local_only" };

const errors = ({ console }: Site) => console.filter((line) => line.startsWith("error: "));

/** Opens a page whose configuration has faults, and returns the one error that lists them. */
async function openWrong(site: Site, config: unknown): Promise<{ page: Page; told: string }> {
  site.expectConsole(/\[Service\]/);
  const page = await site.open({ html: SLOT, config });
  await page.evaluate("Service.ready");
  expect(errors(site)).toHaveLength(1);
  return { page, told: errors(site)[0] ?? "" };
}

async function expectInert(page: Page, site: Site) {
  await expect(page.getByText("Page content")).toBeVisible();
  expect(await page.evaluate("Service.can('export')")).toBe(false);
  expect(site.requests.map(({ path }) => path)).toEqual(["/"]);
}

const REQUIRED = {
  "without any option": [{}, ["tenantId", "publicKey"]],
  "of service_server without a key": [{ tenantId: "acme" }, ["publicKey"]],
  "of service_server without a tenant": [{ publicKey: "svc_public_1" }, ["tenantId"]],
  "of custom_endpoints without an override": [
    { runtimeMode: "custom_endpoints", tenantId: "acme", publicKey: "svc_public_1" },
    ["endpointOverrides"],
  ],
  "of custom_endpoints with no override in it": [
    {
      runtimeMode: "custom_endpoints",
      tenantId: "acme",
      publicKey: "svc_public_1",
      endpointOverrides: {},
    },
    ["endpointOverrides"],
  ],
  "of local_only without a Playbook": [LOCAL, ["localRuntime.playbook"]],
  "of local_only whose Playbook is text": [
    { ...LOCAL, localRuntime: { playbook: "acme" } },
    ["localRuntime.playbook"],
  ],
  "with an empty tenant": [{ tenantId: "", publicKey: "svc_public_1" }, ["tenantId"]],
  "with a key of another service": [{ tenantId: "acme", publicKey: "pk_live_1" }, ["publicKey"]],
} as const;
for (const [name, [config, options]] of Object.entries(REQUIRED)) {
  test(`a configuration ${name} stops the SDK and is told`, async ({ site }) => {
    const { page, told } = await openWrong(site, config);
    expect(told).toContain("did not start");
    for (const option of options) expect(told).toContain(option);
    expect(told.split("\n- ")).toHaveLength(options.length + 1);
    await expectInert(page, site);
  });
}

for (const config of ["text", 5, [], null]) {
  test(`ServiceConfig being ${JSON.stringify(config)} stops the SDK`, async ({ site }) => {
    const { page } = await openWrong(site, config);
    await expectInert(page, site);
  });
}

test("no ServiceConfig and no attribute stops the SDK", async ({ site }) => {
  const { page, told } = await openWrong(site, undefined);
  expect(told).toContain("tenantId is required");
  await expectInert(page, site);
});

for (const [name, config] of [
  ["as apiKey", { tenantId: "acme", apiKey: "svc_server_Hush123" }],
  ["as apiKey beside a public one", { apiKey: "svc_Hush123", publicKey: "svc_public_1" }],
  ["as publicKey", { tenantId: "acme", publicKey: "svc_server_Hush123" }],
  ["in local_only", { ...localConfig(BOOK), apiKey: "svc_server_Hush123" }],
] as const) {
  test(`a server key ${name} is refused, and its value never printed`, async ({ site }) => {
    const { page, told } = await openWrong(site, config);
    expect(told).toContain("server key");
    expect(told).toContain("publicKey");
    expect(site.console.join()).not.toContain("Hush123");
    await expectInert(page, site);
    expect(await page.evaluate("JSON.stringify([localStorage, sessionStorage])")).not.toContain(
      "Hush123",
    );
  });
}

test("a server key as data-attribute is refused too", async ({ site }) => {
  site.expectConsole(/server key/);
  const page = await site.open({
    html: SLOT,
    script:
      '<script src="/dist/service.js" data-tenant-id="a" data-api-key="svc_Hush123"></script>',
  });
  await page.evaluate("Service.ready");
  expect(site.console.join()).not.toContain("Hush123");
  await expectInert(page, site);
});

test("a client-session token as key is refused", async ({ site }) => {
  const { told } = await openWrong(site, { tenantId: "a", publicKey: "svc_client_Hush123" });
  expect(told).toContain("clientSession");
  expect(told).not.toContain("Hush123");
});

test("the earlier shape is refused with one message that maps each of its fields", async ({
  site,
}) => {
  const { page, told } = await openWrong(site, {
    tenantId: "local",
    apiKey: "local",
    endpoint: "http://localhost",
    mode: "snippet",
    runtimeMode: "local_only",
    localRuntime: {
      exportedConfig: {},
      initialData: { entitlementByHandle: {}, placementsByLookupKey: {} },
      resolvers: { resolveExportedConfig: 1 },
    },
  });
  expect(told).toContain("earlier shape");
  for (const words of [
    "apiKey is now publicKey",
    "localRuntime.exportedConfig is now localRuntime.playbook",
    "resolvers.resolveExportedConfig is now resolvers.resolvePlaybook",
    "initialData.entitlementByHandle is now the Playbook's grants",
    "initialData.placementsByLookupKey is ignored",
  ]) {
    expect(told).toContain(words);
  }
  await expectInert(page, site);
});

test("custom_endpoints with retired overrides alone is the earlier shape", async ({ site }) => {
  const { told } = await openWrong(site, {
    runtimeMode: "custom_endpoints",
    tenantId: "acme",
    publicKey: "svc_public_1",
    endpointOverrides: { decide: "/a", getPlacement: "/b", checkEntitlement: "/c" },
  });
  expect(told).toContain("earlier shape");
  for (const name of ["decide", "getPlacement", "checkEntitlement"]) {
    expect(told).toContain(`endpointOverrides.${name} is never read`);
  }
});

test("removed, retired and unknown options are told, and the SDK runs", async ({ site }) => {
  const { page, told } = await openWrong(site, {
    ...localConfig(BOOK),
    localRuntime: { playbook: BOOK, initialData: { placementsByLookupKey: { top: null } } },
    ingestPublicKey: "svc_Hush123",
    endpointOverrides: { decideContext: "/x", trialStatus: "/y" },
    colour: "crimson",
    user: { id: "u1", plan: "pro" },
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  for (const words of [
    "ingestPublicKey was removed",
    "endpointOverrides.decideContext is never read",
    "initialData.placementsByLookupKey is ignored",
    "colour is unknown",
    "user.plan is unknown; free values go under traits",
  ]) {
    expect(told).toContain(words);
  }
  expect(told).not.toMatch(/Hush123|crimson/);
});

test("wrong optional values take their defaults, all told in one error", async ({ site }) => {
  const { page, told } = await openWrong(site, {
    ...localConfig(BOOK),
    mode: "vue",
    consent: "perhaps",
    debug: "yes",
    page: 5,
    user: { id: 7, plan_handle: "pro" },
    contextPolicy: { inferUser: "no" },
    branding: { theme: "dark" },
    persistentStorage: { getItem: 1 },
    providerFailureSlotBehavior: "loud",
    uiPathResolvers: { go: "there" },
    trustedKeys: "none",
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("Service.can('export')")).toBe(true);
  for (const option of [
    "mode",
    "consent",
    "debug",
    "page",
    "user.id",
    "contextPolicy.inferUser",
    "branding.theme",
    "persistentStorage",
    "providerFailureSlotBehavior",
    "uiPathResolvers.go",
    "trustedKeys",
  ]) {
    expect(told).toContain(`\n- ${option}`);
  }
  expect(await page.evaluate("localStorage.length")).toBeGreaterThan(0);
});

test("options with getters that throw don't break the page", async ({ site }) => {
  site.expectConsole(/cannot be read/);
  const page = await site.open({
    html: `<script>
      window.ServiceConfig = ${JSON.stringify(localConfig(BOOK))};
      Object.defineProperty(ServiceConfig, "user", { get() { throw new Error("no"); } });
    </script>${SLOT}${TAG}`,
    script: "",
  });
  await expect(page.getByText("Title of top")).toBeVisible();
});

test("a correct configuration says nothing", async ({ site }) => {
  const page = await site.open({ html: SLOT, config: localConfig(BOOK) });
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(site.console).toEqual([]);
});

test("the inert SDK answers every call: nothing throws, every promise settles", async ({
  site,
}) => {
  const { page } = await openWrong(site, {});
  const answers = await page.evaluate(`(async () => {
    const calls = {
      ready: () => Service.ready,
      push: () => Service.push(() => {}),
      identify: () => Service.identify("u1"),
      setUser: () => Service.setUser({ plan_handle: "pro" }),
      reset: () => Service.reset(),
      setPage: () => Service.setPage({ title: "x" }),
      updateUsage: () => Service.updateUsage({ seats: 1 }),
      getUserContext: () => Service.getUserContext(),
      fetchUserContext: () => Service.fetchUserContext("u1"),
      getTrialStatus: () => Service.getTrialStatus(),
      refreshContext: () => Service.refreshContext(),
      can: () => Service.can("export"),
      checkEntitlement: () => Service.checkEntitlement("export").then((r) => r.allowed),
      gate: () => Service.gate("export", () => 1).then((r) => r.ran),
      getPlacement: () => Service.getPlacement({ slot: "top" }),
      getPlacementDecision: () => Service.getPlacementDecision({ slot: "top" }).then((r) => r.visible),
      explain: () => Service.explain("top").visible,
      trigger: () => Service.trigger("x"),
      show: () => Service.show("top"),
      track: () => Service.track("x"),
      capture: () => Service.capture("x"),
      flush: () => Service.flush(),
      on: () => typeof Service.on("ready", () => {}),
      registerSurface: () => Service.registerSurface("x", () => {}),
      setConsent: () => Service.setConsent("granted"),
      start: () => Service.start(),
      destroy: () => Service.destroy(),
    };
    const answers = {};
    const late = () => new Promise((resolve) => setTimeout(resolve, 2000, "never settled"));
    for (const [name, call] of Object.entries(calls)) {
      try {
        answers[name] = (await Promise.race([call(), late()])) ?? null;
      } catch (error) {
        answers[name] = "threw " + error;
      }
    }
    return answers;
  })()`);
  expect(JSON.stringify(answers)).not.toMatch(/threw|never/);
  expect(answers).toMatchObject({
    can: false,
    checkEntitlement: false,
    gate: false,
    getPlacement: null,
    getPlacementDecision: false,
    explain: false,
    on: "function",
  });
  await expect(page.getByText("Page content")).toBeVisible();
  expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
  expect(errors(site)).toHaveLength(1);
});

test("a slot, a gate's page and links work while the SDK is inert", async ({ site }) => {
  site.expectConsole(/did not start/);
  const page = await site.open({
    html: `${SLOT}<button onclick="document.title = 'clicked'">Save</button>
      <p data-service-show-if="export" hidden>For Pro</p>`,
    config: {},
  });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveTitle("clicked");
  await expect(page.getByText("For Pro")).toBeHidden();
  await expect(page.getByText("Page content")).toBeVisible();
});

/** What a page's configuration may be, and what happens where it is wrong. */

import { expect, test } from "../fixtures";
import { stopTime } from "../frozen-time";
import { localConfig, placement, playbook } from "../playbooks";
import { expectInert, openWrong, SLOT } from "./configured-page";

const TAG = '<script src="/dist/service.js"></script>';
const BOOK = playbook({ placements: [placement("top")] });
const LOCAL = { runtimeMode: "local_only" };

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
  expect(told).toContain("window.ServiceConfig is not there; set it before the script");
  await expectInert(page, site);
});

test("a consent that is misspelt is none: nothing is stored", async ({ site }) => {
  const page = await site.open({ html: SLOT, config: { ...localConfig(BOOK), consent: "deny" } });
  site.expectConsole(/consent must be one of granted, pending, denied/);
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("Object.keys(localStorage)")).toEqual([]);
});

test("a module of any name finds the attributes of its tag", async ({ site }) => {
  const plain = await site.open({ html: "<main></main>", script: "" });
  const code = await plain.evaluate("fetch('/dist/service.js').then((answer) => answer.text())");
  const page = await site.open({
    html: SLOT,
    config: localConfig(BOOK),
    script: `<script type="module" data-consent="denied">${code}</script>`,
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("Object.keys(localStorage)")).toEqual([]);
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

test("a Playbook of another format is told of at once", async ({ site, context }) => {
  site.expectConsole(/the Playbook has problems:\n- format_version must be one of 1/);
  await stopTime(context);
  const book = { ...playbook({ placements: [placement("top")] }), format_version: 2 };
  const page = await site.open({
    html: '<div data-service-slot="top">Own</div>',
    config: localConfig(book),
  });
  // Another one's problems wait for a second, until placements are on display.
  await page.clock.runFor(500);
  await expect.poll(() => site.console.join()).toContain("format_version");
  await expect(page.getByText("Own")).toBeVisible();
});

/** Keys that must not be in a page are refused, and never printed. */

import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { expectInert, openWrong, SLOT } from "./configured-page";

/** With it alone the slot would have its placement. */
const LOCAL = localConfig(playbook({ placements: [placement("top")] }), { user: { id: "u1" } });

for (const [name, config] of [
  ["as apiKey", { tenantId: "acme", apiKey: "svc_server_Hush123" }],
  ["as apiKey beside a public one", { apiKey: "svc_Hush123", publicKey: "svc_public_1" }],
  ["as publicKey", { tenantId: "acme", publicKey: "svc_server_Hush123" }],
  ["in local_only", { ...LOCAL, apiKey: "svc_server_Hush123" }],
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

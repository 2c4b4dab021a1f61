/** The endpoint as an address of the page: where the calls go when the page goes elsewhere. */
import { expect, test } from "../fixtures";
import { playbook } from "../playbooks";

const PLAYBOOK = JSON.stringify(playbook());
const configOf = (endpoint: string) => ({ tenantId: "acme", publicKey: "svc_1", endpoint });
/** The Playbook comes from the page, so that nothing but telemetry is to be answered. */
const PROVIDER = `<script>ServiceConfig.configProvider = { getPlaybook: () => (${PLAYBOOK}) }</script>
  <script src="/dist/service.js"></script>`;

for (const [endpoint, base] of [
  ["svc", "/a/svc"],
  ["./svc/", "/a/svc"],
  ["/svc", "/svc"],
] as const) {
  test(`"${endpoint}" stays where it was when the page started, whatever the route`, async ({
    site,
  }) => {
    for (const path of ["/api/track", "/api/sdk/meta", "/api/placements"]) {
      site.serve(base + path, { status: 202, body: {} });
    }
    const page = await site.open({
      ...{ path: "/a/b", html: "<h1>Page</h1>" },
      ...{ config: configOf(endpoint), script: PROVIDER },
    });
    await page.evaluate("Service.ready");
    await page.evaluate("history.pushState({}, '', '/x/y/z')");
    await page.evaluate("Service.track('moved'), Service.flush()");
    await expect
      .poll(() => site.requestsTo(`${base}/api/track`).some(({ body }) => body.includes("moved")))
      .toBe(true);
    expect(site.requests.filter(({ url }) => /^\/x/.test(url))).toEqual([]);
  });
}

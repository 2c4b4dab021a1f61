/** What a page's policy lets through, and what it is told of what it stops. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { user } from "../surface-pages";

const NONCE = "r4nd0m";
/** As in the README, with what this page's own server needs: it is no https one. */
const policyOf = (connect: string, images: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    `connect-src ${connect}`,
    `img-src ${images}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const manifest: { files: Record<string, { integrity: string }> } = JSON.parse(
  readFileSync(new URL("../../dist/manifest.json", import.meta.url), "utf8"),
);
const integrity = manifest.files["service.js"]?.integrity ?? "";

const SLOT = '<div data-service-slot="top"><p>Own</p></div>';
const bookWith = (image: string) =>
  playbook({
    placements: [
      placement("top", {
        payload: { content: { title: "Title", image: { url: image, alt: "" } } },
      }),
    ],
    branding: { logo_url: image },
  });
/** What the site keeps for another origin. */
function serveElsewhere(site: TestSite): void {
  const headers = { "cross-origin-resource-policy": "cross-origin" };
  site.serve("/image.png", { body: PIXEL, headers: { ...headers, "content-type": "image/png" } });
  site.serve("/playbook.json", { body: bookWith("/image.png"), headers });
  const body = readFileSync(new URL("../../dist/service.js", import.meta.url));
  const type = { "content-type": "text/javascript" };
  site.serve("/cdn/service.js", { body, headers: { ...headers, ...type } });
}
/** Every document has the listener that keeps what was violated. */
const documentOf = (body: string, tag: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Strict</title>
  <script nonce="${NONCE}">
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      violations.push(effectiveDirective + " " + blockedURI));
  </script>${tag}</head><body>${body}</body></html>`;
const tagOf = (site: TestSite, attributes: string) =>
  `<script nonce="${NONCE}" src="${site.otherUrl}/cdn/service.js" integrity="${integrity}"
    crossorigin="anonymous" ${attributes}></script>`;
const violations = (page: Page): Promise<string[]> => page.evaluate("window.violations");
const advice = (site: TestSite) =>
  site.console.filter((line) => line.includes("Content-Security-Policy lacks"));

test("Playbook, snippet and images of another origin come through the strictest policy, checked and isolated", async ({
  site,
}) => {
  serveElsewhere(site);
  const page = await site.open({
    html: documentOf(SLOT, tagOf(site, `data-playbook="${site.otherUrl}/playbook.json"`)),
    headers: {
      "content-security-policy": policyOf(site.otherUrl, `${site.url} ${site.otherUrl}`),
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    },
  });
  await expect(page.locator(".box")).toBeVisible();
  await expect
    .poll(() => page.locator(".image").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
  expect(await page.evaluate("crossOriginIsolated")).toBe(true);
  expect(await violations(page)).toEqual([]);
  expect(advice(site)).toEqual([]);
});

test("a sandboxed frame under the strictest policy, without storage or origin, shows its placements", async ({
  site,
}) => {
  serveElsewhere(site);
  site.servePage({
    path: "/frame",
    html: documentOf(
      `${SLOT}<output></output><script nonce="${NONCE}">
        try { localStorage } catch { document.querySelector("output").textContent = "no storage" }
      </script>`,
      tagOf(site, `data-playbook="${site.otherUrl}/playbook.json"`),
    ),
    headers: { "content-security-policy": policyOf(site.otherUrl, `${site.url} ${site.otherUrl}`) },
  });
  const page = await site.open({
    html: '<iframe sandbox="allow-scripts" src="/frame" width="600" height="500"></iframe>',
    script: "",
  });
  const frame = page.frameLocator("iframe");
  await expect(frame.locator(".box")).toBeVisible();
  await expect(frame.getByText("no storage")).toBeVisible();
  const seen = () => frame.locator("html").evaluate(() => Object(window).violations);
  expect(await seen()).toEqual([]);
});

test("a Playbook that the policy stops is told in one line, with the directive to add", async ({
  site,
}) => {
  site.allowConsole(/Content Security Policy|resolvePlaybook failed|Fetch API/);
  serveElsewhere(site);
  const page = await site.open({
    html: documentOf(
      SLOT,
      tagOf(site, `data-playbook="${site.otherUrl}/playbook.json?key=secret"`),
    ),
    headers: { "content-security-policy": policyOf("https:", site.url) },
  });
  await expect.poll(() => advice(site)).toHaveLength(1);
  expect(advice(site)[0]).toContain(`connect-src ${site.otherUrl}`);
  expect(advice(site)[0]).not.toContain("secret");
  await expect(page.getByText("Own")).toBeVisible();
});

test("images that the policy stops are told in one line for each origin, and the page's own are not", async ({
  site,
}) => {
  site.allowConsole(/Content Security Policy/);
  serveElsewhere(site);
  const config = localConfig(bookWith(`${site.otherUrl}/image.png`), { user });
  const page = await site.open({
    html: documentOf(
      `${SLOT}${SLOT}<img src="${site.url}/own.png" alt="">`,
      `<script nonce="${NONCE}">window.ServiceConfig = ${JSON.stringify(config)}</script>
       <script nonce="${NONCE}" src="/dist/service.js"></script>`,
    ),
    headers: { "content-security-policy": policyOf("https:", "https:") },
  });
  await expect(page.locator(".box")).toHaveCount(2);
  await expect.poll(() => advice(site)).toHaveLength(1);
  expect(advice(site)[0]).toContain(`img-src ${site.otherUrl}`);
  expect(await violations(page)).toContain(`img-src ${site.url}/own.png`);
  // Also one that comes while the SDK listens.
  await page.evaluate(`document.body.append(Object.assign(new Image(), { src: "/later.png" }))`);
  await expect.poll(() => violations(page)).toContain(`img-src ${site.url}/later.png`);
  await page.waitForTimeout(200);
  expect(advice(site)).toHaveLength(1);
  await page.evaluate("Service.destroy()");
});

test("a policy that only reports is not told about", async ({ site }) => {
  site.allowConsole(/Content Security Policy/);
  serveElsewhere(site);
  const page = await site.open({
    html: documentOf(SLOT, tagOf(site, `data-playbook="${site.otherUrl}/playbook.json"`)),
    headers: { "content-security-policy-report-only": policyOf("https:", "https:") },
  });
  await expect(page.locator(".box")).toBeVisible();
  await expect.poll(async () => (await violations(page)).length).toBeGreaterThan(0);
  expect(advice(site)).toEqual([]);
});

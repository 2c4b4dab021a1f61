/** Pages with rules: a content security policy, a sandbox without storage, subresource integrity. */
import { readFileSync } from "node:fs";
import { expect, type Received, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

const NONCE = "r4nd0m";
const POLICY = `default-src 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; img-src https:; require-trusted-types-for 'script'; trusted-types 'none'`;
const IN_FLOW = ["banner", "card", "button", "usage_meter", "gate"];
const PAGE_LEVEL = ["modal", "toast", "full_page", "tooltip", "bar"];
const content = {
  title: "Title",
  body: "Body",
  meter: { entitlement: "seats" },
  anchor: "card",
  duration_ms: 60_000,
};
const ctas = [
  { label: "Go", action: "open_url", params: { url: "/x" } },
  { label: "Later", action: "remind_later" },
];
const CONFIG = localConfig(
  playbook({
    placements: [
      ...IN_FLOW.map((surface) => placement(surface, { payload: { surface, content, ctas } })),
      ...PAGE_LEVEL.map((surface) =>
        placement(surface, {
          slot: undefined,
          trigger: { type: "event", name: surface },
          payload: { surface, content, ctas },
        }),
      ),
    ],
    branding: { theme: { colors: { primary: "#00aa00" }, radius: 3 } },
  }),
  { user: { id: "u1", plan_handle: "free", usage: { seats: 2 } } },
);
const slots = IN_FLOW.map((surface) => `<div data-service-slot="${surface}"></div>`).join("");

/** How our style sheet lays a box out; without it, a block. */
const LAID_OUT = /flex|grid/;

/** A whole document in which only what carries the nonce runs. */
const documentOf = (
  body: string,
  tag = `<script nonce="${NONCE}" src="/dist/service.js"></script>`,
) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Strict</title>
  <script nonce="${NONCE}">
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      violations.push([violatedDirective, blockedURI, sample].join(" ")));
    window.ServiceConfig = ${JSON.stringify(CONFIG)};
  </script>${tag}</head><body>${body}</body></html>`;

test("under the strictest policy every placement is styled, and nothing is violated", async ({
  site,
}) => {
  const page = await site.open({
    html: documentOf(`<h1>Strict</h1>${slots}`),
    headers: { "content-security-policy": POLICY },
  });
  await expect(page.locator(".box")).toHaveCount(IN_FLOW.length);
  // The style sheet computes with this green, which its text then isn't: what is painted is the same.
  const painted = () =>
    page
      .locator(".track i")
      .first()
      .evaluate((bar) => {
        const canvas = document.createElement("canvas").getContext("2d");
        if (!canvas) throw new Error("no canvas");
        canvas.fillStyle = getComputedStyle(bar).borderTopColor;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
      });
  await expect.poll(painted).toEqual([0, 170, 0, 255]);
  await expect(page.getByRole("link", { name: "Go" }).first()).toHaveCSS(
    "background-color",
    "rgb(0, 170, 0)",
  );
  for (const surface of PAGE_LEVEL) {
    await page.evaluate(`Service.trigger("${surface}")`);
    const box = page.locator(`.${surface} .box`);
    await expect(box).toBeVisible();
    await expect(box).toHaveCSS("display", LAID_OUT);
    await box.getByRole("button", { name: "Dismiss" }).click();
    await expect(box).toHaveCount(0);
  }
  for (const surface of IN_FLOW)
    await expect(page.locator(`.${surface} .box`)).toHaveCSS("display", LAID_OUT);
  expect(await page.evaluate("violations")).toEqual([]);
});

test("the policy of the test refuses what it should: a style element, inline style, eval, markup", async ({
  site,
}) => {
  site.allowConsole(/Content Security Policy|violates|requires 'Trusted|TrustedHTML/i);
  const page = await site.open({
    html: documentOf(
      "<h1>Strict</h1>",
      `<script nonce="${NONCE}">
      addEventListener("load", () => {
        document.head.append(Object.assign(document.createElement("style"), { textContent: "h1 { color: red }" }));
        document.body.setAttribute("style", "color: red");
        try { eval("1"); } catch {}
        try { document.body.innerHTML = "<b>x</b>"; } catch {}
      });</script>`,
    ),
    headers: { "content-security-policy": POLICY },
  });
  const refused = ["style-src-elem", "style-src-attr", "eval|1", "innerHTML"];
  await expect
    .poll(() => page.evaluate("violations"))
    .toEqual(expect.arrayContaining(refused.map((part) => expect.stringContaining(part))));
});

test("under the strictest policy the snippet works as a module script too", async ({ site }) => {
  const page = await site.open({
    html: documentOf(
      `<h1>Strict</h1>${slots}`,
      `<script nonce="${NONCE}" type="module" src="/dist/service.js"></script>`,
    ),
    headers: { "content-security-policy": POLICY },
  });
  await expect(page.locator(".box")).toHaveCount(IN_FLOW.length);
  expect(await page.evaluate("violations")).toEqual([]);
});

test("a sandboxed frame without storage shows its placements, and remembers for the page's life", async ({
  site,
}) => {
  site.servePage({
    path: "/frame",
    html: `<h1>Frame</h1><div data-service-slot="card"><p>Own</p></div>
      <button type="button" id="touch" onclick="try { localStorage } catch { document.title = 'none' }">Touch</button>`,
    config: CONFIG,
  });
  const page = await site.open({
    html: '<iframe sandbox="allow-scripts" src="/frame" width="600" height="400"></iframe>',
    script: "",
  });
  const frame = page.frameLocator("iframe");
  await expect(frame.getByText("Title")).toBeVisible();
  await frame.getByRole("button", { name: "Dismiss" }).click();
  const expectOwn = async () => {
    await expect(frame.getByText("Title")).toHaveCount(0);
    await expect(frame.getByText("Own")).toBeVisible();
  };
  await expectOwn();
  // Then the history is read again.
  await frame.locator("body").evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForTimeout(200);
  await expectOwn();
  expect(site.console.filter((line) => line.includes("[Service]"))).toEqual([]);
});

const manifest: { files: Record<string, { integrity: string }> } = JSON.parse(
  readFileSync(new URL("../../dist/manifest.json", import.meta.url), "utf8"),
);
const integrity = manifest.files["service.js"]?.integrity ?? "";

test("the hash in the manifest is the file's, from another origin too", async ({ site }) => {
  const page = await site.open({
    html: slots,
    config: CONFIG,
    script: `<script src="${site.otherUrl}/dist/service.js" integrity="${integrity}" crossorigin="anonymous"></script>`,
  });
  await expect(page.locator(".box")).toHaveCount(IN_FLOW.length);
});

test("a file that isn't what the manifest says does not run, and the page is as it was", async ({
  site,
}) => {
  site.expectConsole(/integrity/);
  const built = readFileSync(new URL("../../dist/service.js", import.meta.url));
  const tampered = (_: Received) => ({
    headers: { "content-type": "text/javascript" },
    body: `${built};window.tampered = true`,
  });
  site.serve("/tampered.js", tampered);
  const page = await site.open({
    html: '<div data-service-slot="card"><p>Own</p></div>',
    config: CONFIG,
    script: `<script src="/tampered.js" integrity="${integrity}" crossorigin="anonymous"></script>`,
  });
  await expect(page.getByText("Own")).toBeVisible();
  expect(await page.evaluate("[typeof Service, typeof tampered]")).toEqual([
    "undefined",
    "undefined",
  ]);
});

test("on a page that asks for cross-origin isolation the snippet works", async ({ site }) => {
  const page = await site.open({
    html: slots,
    config: CONFIG,
    headers: {
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    },
  });
  await expect(page.locator(".box")).toHaveCount(IN_FLOW.length);
  expect(await page.evaluate("crossOriginIsolated")).toBe(true);
});

/** The `test` of the networked modes: a real control plane on another origin, and pages that talk to it. */
import type { BrowserContext, Page } from "@playwright/test";
import { type ControlPlane, startControlPlane } from "../demo/control-plane/index.mjs";
import { test as base, type TestSite } from "./fixtures";
import { placement, playbook } from "./playbooks";

export { expect } from "@playwright/test";

type Part = Readonly<Record<string, unknown>>;

/** Seconds between two checks for a newer Playbook. */
const REFRESH_SECONDS = 1;

export const test = base.extend<{ plane: ControlPlane }, { workerPlane: ControlPlane }>({
  workerPlane: [
    // biome-ignore lint/correctness/noEmptyPattern: what Playwright wants to see.
    async ({}, use) => {
      const rateLimit = { seconds: 60, perAddress: 1e6, perKey: 1e6 };
      const plane = await startControlPlane({ refreshSeconds: REFRESH_SECONDS, rateLimit });
      await use(plane);
      await plane.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  plane: async ({ workerPlane }, use) => {
    await use(workerPlane);
    for (const call of CALLS) workerPlane.fault(call, undefined);
  },
});

export const CALLS = [
  ...([
    "bootstrap",
    "manifest",
    "bundle",
    "client_context",
    "user_context",
    "trial_status",
  ] as const),
  ...(["track", "interactions", "meta", "placements", "placement_types"] as const),
];

/** A card in the slot `top` that says `Title of top`, or what is laid over it. */
export const bookOf = (version: number, payload: Part = {}): Part =>
  playbook({ version, placements: [placement("top", { payload })] });
export const titled = (version: number, title: string): Part =>
  bookOf(version, { content: { title } });

export const SLOT = '<div data-service-slot="top"><span>Page content</span></div>';
export const slotIn = (page: Page) => page.locator('[data-service-slot="top"]');

export interface ServicePage {
  readonly site: TestSite;
  readonly plane: ControlPlane;
  /** JSON only. */
  readonly config?: Part;
  /** Properties of the configuration, as JavaScript. */
  readonly code?: string;
  readonly html?: string;
  readonly path?: string;
  readonly tab?: Page;
}

/** Opens a page that is configured for the control plane. */
export function openService(options: ServicePage): Promise<Page> {
  const { site, plane, config = {}, code = "", html = SLOT, path = "/", tab } = options;
  const { tenantId, publicKey, url: endpoint } = plane;
  const json = JSON.stringify({ tenantId, publicKey, endpoint, ...config });
  const head = `<script>window.ServiceConfig = { ...${json}, ${code} };</script>`;
  const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
${head}<script src="/dist/service.js"></script></head><body>${html}</body></html>`;
  return site.open({ html: document, path }, tab);
}

/** Somebody whom the control plane knows. */
export async function addUser({ query, tenantId }: ControlPlane, userId: string): Promise<void> {
  await query(
    `INSERT INTO users (tenant_id, user_id, name, email, plan_handle, created_at)
     VALUES ($1, $2, $2, $2 || '@example.com', 'free', now()) ON CONFLICT DO NOTHING`,
    [tenantId, userId],
  );
}

/** The page's own backend gives tokens for this user; the count of those it gave is returned. */
export function serveTokens(site: TestSite, plane: ControlPlane, userId = "ada") {
  const given: string[] = [];
  site.serve("/token", async () => {
    const { client_token: body } = await plane.mintToken(userId);
    given.push(body);
    return { body };
  });
  return given;
}
export const CLIENT_SESSION =
  'clientSession: () => fetch("/token").then((response) => response.text())';

/** The Playbook is looked for each second otherwise, and who this is with it. Before the page opens. */
export async function refreshHourly(context: BrowserContext): Promise<void> {
  await context.route("**/api/sdk/bootstrap?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), refresh_seconds: 3600 } });
  });
}

/** Requests have ten seconds otherwise, which a slow machine takes between two steps. Before the page opens. */
export const waitForAnswers = (context: BrowserContext) =>
  context.addInitScript("AbortSignal.timeout = () => new AbortController().signal");

/** What has arrived in the page takes effect meanwhile: it is the page that waits. */
export const settle = (page: Page) =>
  page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))");

/** What the browser says itself when a request comes to nothing. */
export const FAILED_LOAD = /Failed to load resource|net::ERR|blocked by CORS/;

/** Pages of the small applications in `apps/`, as their servers would send them. */
import type { Page } from "@playwright/test";
import type { TestSite } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { bundleApp, type Mode } from "./apps/bundle";
import { renderPage as renderReact } from "./apps/react-server.mjs";
import { renderPage as renderVue } from "./apps/vue-server.mjs";

const HI = { content: { title: "Hi {{user_name}}", body: "On {{plan_name}}" } };
const GATED = {
  slot: undefined,
  category: "gated",
  trigger: { type: "entitlement_denied", entitlement: "export" },
  payload: { surface: "modal", content: { title: "Export is part of Pro" } },
};
const BOOK = playbook({
  placements: [
    placement("top", { payload: HI }),
    placement("side", { payload: { surface: "banner" } }),
    placement("ask", GATED),
  ],
});
export const CONFIG = localConfig(BOOK, { user: { id: "u1", plan_handle: "free", name: "Ann" } });

const renderEmpty = (_path: string, _strict: boolean): string | Promise<string> => "";

/** Each with the markup of its server. */
export const APPS = {
  React: { client: "react-client.mjs", render: renderReact },
  Vue: { client: "vue-client.mjs", render: renderVue },
  "the History API alone": { client: "history-app.mjs", render: renderEmpty },
} as const;
export type AppName = keyof typeof APPS;

export const ROUTES = ["/", "/list", "/wiped", "/gate"];
const SNIPPET = '<script src="/dist/service.js"></script>';

interface AppOptions {
  readonly app: AppName;
  readonly path?: string;
  readonly strict?: boolean;
  readonly mode?: Mode;
  /** Default: the snippet, in the head. */
  readonly script?: string;
}

/** The server's markup with the application's code beside it; `hydrate()` takes it over. */
export async function openApp(
  site: TestSite,
  { app, path = "/", strict = false, mode = "development", script = SNIPPET }: AppOptions,
): Promise<Page> {
  const { client, render } = APPS[app];
  const body = await bundleApp(client, mode);
  site.serve("/app.js", { body, headers: { "content-type": "text/javascript" } });
  const page = { config: CONFIG, script };
  for (const route of ROUTES) {
    const html = `<div id="root">${await render(route, strict)}</div><script src="/app.js"></script>`;
    site.servePage({ ...page, path: route, html });
  }
  const html = `<div id="root">${await render(path, strict)}</div><script src="/app.js"></script>`;
  return site.open({ ...page, path, html });
}

/** What the frameworks say in the console of what they find wrong, warnings included. */
export const complaints = (site: TestSite): readonly string[] =>
  site.console.filter(
    (line) =>
      /^(error|warning|uncaught|assert)/.test(line) ||
      /hydrat|mismatch|removeChild|insertBefore|NotFoundError/i.test(line),
  );

/**
 * A real web site for one test: pages the test writes, whatever else it serves, and `dist/`.
 * Every request that arrives is kept, those of a closing page included.
 */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
};

export interface Received {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface Reply {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes go as they are, anything else as JSON. */
  readonly body?: unknown;
}
export type Handler = Reply | ((request: Received) => Reply | Promise<Reply>);

export interface PageOptions {
  /** A body's content, or a whole document, which then brings its own scripts. */
  readonly html: string;
  /** Default `/`. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `window.ServiceConfig`, set before the snippet. JSON only. */
  readonly config?: unknown;
  /** The snippet's tag in the head of a page written as a body's content; `""` for none. */
  readonly script?: string;
}

/** What of a site no browser is needed for. */
export interface SiteServer {
  /** `http://localhost:…`, without a slash at its end. */
  readonly url: string;
  /** The same server as another origin. */
  readonly otherUrl: string;
  /** What arrived, `dist/` aside, in order. */
  readonly requests: readonly Received[];
  /** What arrived for one path. */
  requestsTo(path: string): readonly Received[];
  /** Answers a path from now on; any origin may read the answer. */
  serve(path: string, handler: Handler): void;
  /** Serves a page without going there. */
  servePage(options: PageOptions): void;
  close(): Promise<void>;
}

export interface Site extends SiteServer {
  /** URLs of other hosts that a page asked for; none of them answers. */
  readonly outside: readonly string[];
  /** Serves a page and opens it, in a new tab unless one is given. */
  open(options: PageOptions, tab?: Page): Promise<Page>;
}

function documentOf({ html, config, script }: PageOptions): string {
  if (/^\s*<(!doctype|html)/i.test(html)) return html;
  const json = JSON.stringify(config)?.replaceAll("<", "\\u003c");
  const settings = json ? `<script>window.ServiceConfig = ${json};</script>` : "";
  const snippet = script ?? '<script src="/dist/service.js"></script>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
${settings}${snippet}</head><body>${html}</body></html>`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function builtFile(path: string): Promise<Reply> {
  try {
    const body = await readFile(new URL(`..${path}`, import.meta.url));
    return { body, headers: { "content-type": TYPES[extname(path)] ?? "text/plain" } };
  } catch {
    // Not built, or no such file: the test shall see it as a page would.
    return { status: 404 };
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body = "" }: Reply): void {
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  response.writeHead(status, {
    "access-control-allow-origin": "*",
    "cache-control": "no-cache",
    "content-type": isRaw ? "text/plain; charset=utf-8" : "application/json",
    ...headers,
  });
  response.end(isRaw ? body : JSON.stringify(body));
}

export async function startServer(): Promise<SiteServer> {
  const handlers = new Map<string, Handler>();
  const requests: Received[] = [];

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { method = "GET", url = "/", headers } = request;
    const { pathname: path, searchParams: query } = new URL(url, "http://localhost");
    if (path.startsWith("/dist/")) return builtFile(path);
    if (path === "/favicon.ico") return { status: 204 };
    const at = Date.now();
    const received = { method, url, path, query, headers, body: await bodyOf(request), at };
    requests.push(received);
    const handler = handlers.get(path) ?? { status: 404 };
    return typeof handler === "function" ? handler(received) : handler;
  }

  const server = createServer(async (request, response) => send(response, await answer(request)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const url = `http://localhost:${port}`;
  const serve = (path: string, handler: Handler) => void handlers.set(path, handler);
  return {
    url,
    otherUrl: `http://127.0.0.1:${port}`,
    requests,
    requestsTo: (path) => requests.filter((request) => request.path === path),
    serve,
    servePage(options) {
      const headers = { "content-type": "text/html; charset=utf-8", ...options.headers };
      serve(options.path ?? "/", { headers, body: documentOf(options) });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function startSite(context: BrowserContext): Promise<Site> {
  const server = await startServer();
  const { url, otherUrl } = server;
  const outside: string[] = [];
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && ![url, otherUrl].includes(origin)) {
      outside.push(request.url());
    }
  });
  return {
    ...server,
    outside,
    async open(options, tab) {
      server.servePage(options);
      const page = tab ?? (await context.newPage());
      await page.goto(url + (options.path ?? "/"));
      return page;
    },
  };
}

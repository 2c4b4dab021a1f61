// @ts-check
/** The demo's web server: `demo/` at the root, `dist/` beside it, and Acme's own backend. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { mintSession, writeConnection } from "./backend.mjs";
import { isOwnHost, listen } from "./listen.mjs";

const DEMO = fileURLToPath(new URL(".", import.meta.url));
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
};

/**
 * The control plane, unless it is at this machine's own name, which means another one elsewhere.
 * @param {string} host Where the page was asked for.
 * @param {import("./backend.mjs").Connection | undefined} connection
 */
const reachedFrom = (host, connection) =>
  isOwnHost(host) || !isOwnHost(new URL(connection?.url ?? "http://localhost").host)
    ? connection
    : undefined;

/** @param {string} url @returns {string | undefined} The file meant, unless it lies outside. */
function fileOf(url) {
  const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  const isBuilt = path.startsWith("/dist/");
  const folder = isBuilt ? DIST : DEMO;
  const file = join(folder, isBuilt ? path.slice("/dist/".length) : path);
  if (!file.startsWith(folder)) return undefined;
  return file.endsWith(sep) ? join(file, "index.html") : file;
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {import("./backend.mjs").Connection | undefined} connection
 */
async function answer(request, response, connection) {
  try {
    if (request.url === "/session") return await mintSession(request, response, connection);
    const file = fileOf(request.url ?? "/");
    if (!file) throw new Error("outside");
    const bytes = await readFile(file);
    const known = reachedFrom(request.headers.host ?? "", connection);
    const body = file === join(DEMO, "index.html") ? writeConnection(bytes, known) : bytes;
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "cache-control": "no-cache" }).end(body);
  } catch {
    // Missing, a folder, outside or misspelt: nothing of it is ours to serve.
    response.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
  }
}

/**
 * Listens on `PORT` (default 4173), or on the next free port where that one is taken.
 * `HOST` opens it to other machines.
 * @param {() => import("./backend.mjs").Connection | undefined} [getConnection]
 *   The control plane, once there is one.
 * @returns {Promise<{ url: string, server: import("node:http").Server }>}
 */
export async function serveDemo(getConnection = () => undefined) {
  const { PORT = "4173", HOST = "127.0.0.1" } = process.env;
  const server = createServer((request, response) => answer(request, response, getConnection()));
  const url = await listen(server, Number(PORT), HOST);
  return { url: `${url}/`, server };
}

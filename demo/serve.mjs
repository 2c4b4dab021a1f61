// @ts-check
/** The demo's web server: `demo/` at the root and `dist/` beside it, nothing else. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const DEMO = fileURLToPath(new URL(".", import.meta.url));
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const ATTEMPTS = 20;

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
 */
async function answer(request, response) {
  try {
    const file = fileOf(request.url ?? "/");
    if (!file) throw new Error("outside");
    const bytes = await readFile(file);
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "cache-control": "no-cache" }).end(bytes);
  } catch {
    // Missing, a folder, outside or misspelt: nothing of it is ours to serve.
    response.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
  }
}

/** @param {number} port @param {string} host @returns {Promise<import("node:http").Server>} */
function listen(port, host) {
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

/**
 * Listens on `PORT` (default 4173), or on the next free port where that one is taken.
 * `HOST` opens it to other machines.
 * @returns {Promise<{ url: string, server: import("node:http").Server }>}
 */
export async function serveDemo() {
  const { PORT = "4173", HOST = "127.0.0.1" } = process.env;
  for (let port = Number(PORT); ; port += 1) {
    try {
      const server = await listen(port, HOST);
      const address = server.address();
      const chosen = typeof address === "object" && address ? address.port : port;
      return { url: `http://localhost:${chosen}/`, server };
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || port >= Number(PORT) + ATTEMPTS) throw error;
    }
  }
}

/**
 * Stands between pages and their control plane: keeps everything that passes, those requests of
 * closing pages and preflights included, and can be away for a while.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { ControlPlane } from "../demo/control-plane/index.mjs";
import { expect, test as serviceTest } from "./service-page";

export { expect };

export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface Relay extends ControlPlane {
  readonly requests: readonly Passed[];
  /** Bodies that arrived for one path, parsed. */
  bodiesOf(path: string): Record<string, unknown>[];
  /** Connections are refused from now on. */
  down(): Promise<void>;
  up(): Promise<void>;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The answer as it is, broken off where it breaks off. */
function passOn(url: string, incoming: IncomingMessage, body: Buffer, response: ServerResponse) {
  const { method, headers } = incoming;
  const onward = request(url + incoming.url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  onward.end(body);
}

async function startRelay(plane: ControlPlane) {
  const requests: Passed[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = "GET", url = "/", headers } = incoming;
    const { pathname: path, searchParams: query } = new URL(url, "http://localhost");
    try {
      const body = await bodyOf(incoming);
      requests.push({ method, path, query, headers, body: `${body}`, at: Date.now() });
      passOn(plane.url, incoming, body, response);
    } catch {
      // The page has gone in the middle of its request.
      response.destroy();
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const relay: Relay = {
    ...plane,
    url: `http://localhost:${port}`,
    requests,
    bodiesOf: (path) =>
      requests.flatMap(({ body, ...one }) => (one.path === path ? [JSON.parse(body)] : [])),
    async down() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    up: async () => (server.listening ? undefined : listen(port)),
  };
  return { relay, close: () => (server.listening ? relay.down() : undefined) };
}

/** The control plane, reached over a relay. */
export const test = serviceTest.extend<{ relay: Relay }>({
  relay: async ({ plane }, use) => {
    const { relay, close } = await startRelay(plane);
    await use(relay);
    await close();
  },
});

// @ts-check
/** Listens on the wanted port, or on the next free one. */

const ATTEMPTS = 20;
/** Hosts that this machine calls `localhost`; the last two are every address that it has. */
const LOCAL = ["127.0.0.1", "::1", "localhost", "0.0.0.0", "::"];

/** Whether a `Host`, or the host and port of an address, is this machine to itself. */
export const isOwnHost = (/** @type {string} */ host) =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);

/** @param {string} host @returns {string} As it stands in an address. */
const nameOf = (host) =>
  LOCAL.includes(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;

/**
 * @param {import("node:net").Server} server
 * @param {number} port 0 takes any free one.
 * @param {string} host
 * @returns {Promise<string>} Such as `http://localhost:4173`, without a slash at its end.
 */
export async function listen(server, port, host) {
  for (let next = port; ; next += 1) {
    try {
      await new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(next, host, () => {
          server.off("error", reject);
          resolve(undefined);
        });
      });
      const address = server.address();
      const taken = typeof address === "object" && address ? address.port : next;
      return `http://${nameOf(host)}:${taken}`;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || next >= port + ATTEMPTS) throw error;
    }
  }
}

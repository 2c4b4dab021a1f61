// @ts-check
/** Listens on the wanted port, or on the next free one. */

const ATTEMPTS = 20;

/**
 * @param {import("node:net").Server} server
 * @param {number} port 0 takes any free one.
 * @param {string} host
 * @returns {Promise<string>} `http://localhost:…`, without a slash at its end.
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
      return `http://localhost:${typeof address === "object" && address ? address.port : next}`;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || next >= port + ATTEMPTS) throw error;
    }
  }
}

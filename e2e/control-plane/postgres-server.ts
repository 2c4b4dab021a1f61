/** A PostgreSQL that `pg` reaches by TCP, without installing one: the embedded, spoken to raw. */
import { createServer, type Socket } from "node:net";
import { openEmbedded } from "../../demo/control-plane/database.mjs";

/** What a client sends first, to ask for encryption. */
const SSL_REQUEST = 80877103;

export async function startPostgres() {
  const database = await openEmbedded();
  const sockets = new Set<Socket>();

  // It is one connection's database: a client at a time, its messages one after the other.
  const server = createServer((socket) => {
    sockets.add(socket);
    let turn = Promise.resolve();
    let waiting = Buffer.alloc(0);
    let isStarted = false;
    const takeMessage = () => {
      const lengthAt = isStarted ? 1 : 0;
      if (waiting.length < lengthAt + 4) return undefined;
      const end = lengthAt + waiting.readUInt32BE(lengthAt);
      if (waiting.length < end) return undefined;
      const message = waiting.subarray(0, end);
      waiting = waiting.subarray(end);
      return message;
    };
    const answer = async (message: Buffer) =>
      void socket.write(await database.execProtocolRaw(new Uint8Array(message)));
    socket.on("error", () => socket.destroy());
    socket.on("data", (data) => {
      waiting = Buffer.concat([waiting, data]);
      for (let message = takeMessage(); message; message = takeMessage()) {
        const whole = message;
        if (!isStarted && whole.readUInt32BE(4) === SSL_REQUEST) socket.write("N");
        else {
          isStarted = true;
          turn = turn.then(() => answer(whole));
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

// @ts-check
/** A reference control plane: the whole wire over a real database, for the demo and for tests. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { createKeyPair, readSigningKey } from "../../scripts/playbook/signing.mjs";
import { listen } from "../listen.mjs";
import { createApp } from "./app.mjs";
import { createCredentials } from "./credentials.mjs";
import { openDatabase } from "./database.mjs";
import { CALLS, faults } from "./faults.mjs";
import { createLaunches } from "./launches.mjs";
import { createPayments } from "./payments.mjs";
import { seed } from "./seed.mjs";
import { createUsers } from "./users.mjs";

/** How long the database stays open for what is still being answered when the plane is closed. */
const CLOSING_MS = 1000;
const DEMO_PLAYBOOK = new URL("../playbook.json", import.meta.url);

/** What options leave out. Two planes on one database share everything but their server keys and client sessions. */
const DEFAULTS = {
  /** 0: any free port. A taken one: the next. */
  port: 0,
  host: "127.0.0.1",
  /** Of a PostgreSQL; without it the data live and die with this process. */
  databaseUrl: /** @type {string | undefined} */ (undefined),
  /** One that is open already, for several planes; it stays open. */
  database: /** @type {import("./database.mjs").Database | undefined} */ (undefined),
  tenantId: "acme_studio",
  environment: "production",
  /** Launched where nothing is: a Playbook, its bytes, or `null` for none. */
  playbook: /** @type {unknown} */ (undefined),
  /** A private JWK; without it a new key is made, kept in memory only. */
  signingKey: /** @type {import("jose").JWK | undefined} */ (undefined),
  /** By default of the tenant. */
  publicKey: "",
  /** One that is given stays valid in the database; without it one is made that ends with this process. */
  serverKey: "",
  /** The life of a client-session token. */
  tokenSeconds: 600,
  refreshSeconds: 60,
  expiresDays: 30,
  rateLimit: { seconds: 60, perAddress: 1200, perKey: 6000 },
  maxBodyBytes: 256 * 1024,
  /** How late the payment processor is. */
  webhookMs: 10_000,
  /** The demo's own routes, which ask for no key. */
  admin: false,
  /** Epoch ms. */
  serverTime: Date.now,
};
/** @typedef {typeof DEFAULTS} Settings */

/**
 * Starts one in this process.
 * @param {Partial<Settings>} [options]
 */
export async function startControlPlane(options = {}) {
  const settings = { ...DEFAULTS, ...options };
  settings.publicKey ||= `svc_public_${settings.tenantId}`;
  const { serverKey: givenKey } = settings;
  settings.serverKey ||= `svc_server_${randomBytes(24).toString("base64url")}`;
  const { tenantId, publicKey, serverKey, serverTime: now } = settings;
  const key = await readSigningKey(settings.signingKey ?? (await createKeyPair()).privateJwk);
  const database = settings.database ?? (await openDatabase(settings.databaseUrl));
  await seed(database, { tenantId, publicKey, serverKey: givenKey, now: now() });

  /** @type {Map<string, import("./faults.mjs").Fault>} */
  const faultOf = new Map();
  const users = createUsers(database, tenantId, now);
  const payments = createPayments(users, settings);
  const credentials = createCredentials(database, { ...settings, now });
  const launches = createLaunches(database, { ...settings, key, now });
  const { playbook = await readFile(DEMO_PLAYBOOK) } = settings;
  const launched = await launches.current({ isStart: true });
  if (!launched && playbook !== null) await launches.launch(playbook);

  const { query } = database;
  const end = async () => {
    payments.stop();
    if ("closeAllConnections" in server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await Promise.race([
      Promise.allSettled(answering),
      setTimeout(CLOSING_MS, undefined, { ref: false }),
    ]);
    if (!settings.database) await database.close();
  };
  /** @type {Promise<void> | undefined} */
  let ended;
  const parts = { query, users, payments, credentials, launches, settings, now, faultOf };
  const app = createApp(parts);
  /** @type {Set<Promise<Response>>} */
  const answering = new Set();
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const answer = Promise.resolve(app.fetch(request, env)).finally(() =>
        answering.delete(answer),
      );
      answering.add(answer);
      return answer;
    },
  });
  const url = await listen(server, settings.port, settings.host);

  return {
    /** `http://localhost:…`: the SDK's `endpoint`. */
    url,
    ...{ tenantId, publicKey, serverKey, faults, query },
    /** As bootstrap has them. */
    keys: [key.publicJwk],
    launch: launches.launch,
    setUser: users.write,
    getUser: users.read,
    pay: payments.pay,
    failPayment: payments.fail,
    /** As `POST /api/sdk/client-sessions` answers. */
    mintToken: credentials.mintToken,
    /**
     * Runs before the call's own handler, until it is taken away: `fault("track")`.
     * @param {string} call @param {import("./faults.mjs").Fault} [fault]
     */
    fault(call, fault) {
      if (!Object.hasOwn(CALLS, call)) {
        throw new TypeError(`No call "${call}": ${Object.keys(CALLS).join(", ")}`);
      }
      if (fault) faultOf.set(call, fault);
      else faultOf.delete(call);
    },
    close() {
      ended ??= end();
      return ended;
    },
  };
}
/** @typedef {Awaited<ReturnType<typeof startControlPlane>>} ControlPlane */

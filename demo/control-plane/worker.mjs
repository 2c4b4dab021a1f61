// @ts-check
/** The control plane in a thread of its own, so that starting its database holds up nobody. */
import { parentPort, workerData } from "node:worker_threads";
import { startControlPlane } from "./index.mjs";

const { url, tenantId, publicKey, serverKey } = await startControlPlane(workerData);
parentPort?.postMessage({ url, tenantId, publicKey, serverKey });

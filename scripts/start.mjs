// @ts-check
/** `npm start`: installs what is missing, builds, and serves the demo and its control plane. */
import { Worker } from "node:worker_threads";
import { serveDemo } from "../demo/serve.mjs";
import { installDependencies } from "./dependencies.mjs";
import { heading, reportFailure, runNode, StepError } from "./steps.mjs";

/** @param {string} name @param {string} otherwise @returns {number} The port that a variable names. */
function portOf(name, otherwise) {
  const value = process.env[name] ?? otherwise;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new StepError(`${name} is no port: ${value}`);
}

/** Without it the demo works as it is, in `local_only`. */
function startControlPlane() {
  const { DATABASE_URL: databaseUrl, HOST: host } = process.env;
  const options = { port: portOf("CONTROL_PLANE_PORT", "4273"), admin: true };
  const worker = new Worker(new URL("../demo/control-plane/worker.mjs", import.meta.url), {
    workerData: { ...options, ...(host && { host }), ...(databaseUrl && { databaseUrl }) },
  });
  /** @type {import("../demo/backend.mjs").Connection | undefined} */
  let connection;
  worker.once("message", (started) => {
    connection = started;
    const place = databaseUrl ? "its data in DATABASE_URL" : "its data in memory";
    console.log(`${started.url}/  the control plane, ${place}`);
  });
  worker.once("error", (error) => {
    connection = undefined;
    console.error(`The control plane is not there, the demo works without it: ${error.message}`);
  });
  return () => connection;
}

try {
  portOf("PORT", "4173");
  installDependencies();
  heading("Building");
  if (!runNode(["build.mjs"]).ok) throw new StepError("The build failed; what it said is above.");
  heading("Serving the demo (Ctrl-C ends it)");
  const { url } = await serveDemo(startControlPlane());
  console.log(`${url}  the demo`);
  // Ending it is what is wanted, so npm shall not report a failure.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
} catch (error) {
  reportFailure(error);
}

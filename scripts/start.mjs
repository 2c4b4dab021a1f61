// @ts-check
/** `npm start`: installs what is missing, builds, and serves the demo and its control plane. */
import { Worker } from "node:worker_threads";
import { serveDemo } from "../demo/serve.mjs";
import { installDependencies } from "./dependencies.mjs";
import { heading, reportFailure, runNode, StepError } from "./steps.mjs";

/** @param {string} name A variable; where it is set, it has to be a port. */
function requirePort(name) {
  const value = process.env[name] ?? "0";
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return;
  throw new StepError(`${name} is no port: ${value}`);
}

/** Without it the demo works as it is, in `local_only`. */
function startControlPlane() {
  const { CONTROL_PLANE_PORT = "4273", DATABASE_URL: databaseUrl, HOST: host } = process.env;
  const options = { port: Number(CONTROL_PLANE_PORT), admin: true };
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
    // Of a host with several addresses, none of which answers, the message is empty.
    const reason = error.message || Object(error).code;
    console.error(`The control plane is not there, the demo works without it: ${reason}`);
  });
  return () => connection;
}

try {
  for (const name of ["PORT", "CONTROL_PLANE_PORT"]) requirePort(name);
  installDependencies();
  heading("Building");
  if (!runNode(["build.mjs"]).ok) throw new StepError("The build failed; what it said is above.");
  heading("Serving the demo (Ctrl-C ends it)");
  const { url } = await serveDemo(startControlPlane()).catch((error) => {
    // The system's refusals, such as of a host that isn't this machine's, have a code.
    throw error?.code ? new StepError(`The demo can't be served: ${error.message}.`) : error;
  });
  console.log(`${url}  the demo`);
  // Ending it is what is wanted, so npm shall not report a failure.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
} catch (error) {
  reportFailure(error);
  // A control plane that is there already would go on by itself.
  process.exit();
}

// @ts-check
/** `npm start`: installs what is missing, builds, and serves the demo. */
import { serveDemo } from "../demo/serve.mjs";
import { installDependencies } from "./dependencies.mjs";
import { heading, runNode, StepError, tell } from "./steps.mjs";

try {
  installDependencies();
  heading("Building");
  if (!runNode(["build.mjs"]).ok) throw new StepError("The build failed; what it said is above.");
  heading("Serving the demo");
  const { url } = await serveDemo();
  console.log(`${url}\n\nCtrl-C ends it.`);
  // Ending it is what is wanted, so npm shall not report a failure.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
} catch (error) {
  tell(error);
}

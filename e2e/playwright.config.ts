/** Browser tests, against the built files only. `CHROME_PATH` chooses the browser. */
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findChromium } from "../scripts/chromium.mjs";

const isCI = Boolean(process.env.CI);
const executablePath = findChromium();
// Workers read this file again; they needn't search again.
if (executablePath) process.env.CHROME_PATH = executablePath;

const args = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A test that needs a host of the outside world is wrong.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];
// The sandbox needs rights that root and containers don't have.
if (isCI || process.getuid?.() === 0) args.push("--no-sandbox");

export default defineConfig({
  testDir: ".",
  outputDir: ".results",
  fullyParallel: true,
  forbidOnly: isCI,
  retries: 0,
  timeout: 90_000,
  // For a machine that is busy with something else; what is there is seen at once.
  expect: { timeout: 15_000 },
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  reporter: "list",
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
});

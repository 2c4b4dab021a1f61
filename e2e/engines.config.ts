/** One run is one engine; `scripts/engines.mjs` says which. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("engines", import.meta.url)),
  test: {
    include: ["suite.check.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 8_000 } },
  },
});

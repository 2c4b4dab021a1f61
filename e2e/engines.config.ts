/** One run is one engine; `scripts/engines.mjs` says which. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/engines/suite.check.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 8_000 } },
  },
});

import { defineConfig } from "vitest/config";
import manifest from "./package.json" with { type: "json" };

export default defineConfig({
  define: {
    __SERVICE_VERSION__: JSON.stringify(manifest.version),
    __SERVICE_BASE_URL__: JSON.stringify("https://hosted.example"),
    __CORE_ALONE__: "true",
  },
  // For a machine that is busy with something else; nothing here takes a second on its own.
  test: { testTimeout: 60_000 },
});

import { defineConfig } from "vitest/config";
import manifest from "./package.json" with { type: "json" };

export default defineConfig({
  define: { __SERVICE_VERSION__: JSON.stringify(manifest.version) },
});

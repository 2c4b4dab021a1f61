/** Builds a small application of this folder as one would for a page: one classic script. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export type Mode = "development" | "production";

/** @param mode `development` is where frameworks tell what they find wrong */
export async function bundleApp(file: string, mode: Mode = "development"): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    define: {
      "process.env.NODE_ENV": JSON.stringify(mode),
      __VUE_OPTIONS_API__: "false",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "true",
    },
  });
  return outputFiles[0]?.text ?? "";
}

/** Tests that measure time: by themselves, for a test beside them would be measured too. */
import { defineConfig } from "@playwright/test";
import browserTests from "./playwright.config";

export default defineConfig(browserTests, { testMatch: "*.timing.ts", workers: 1 });

/**
 * The `test` of the browser tests. Each has a web site of its own, and fails when a page had an
 * uncaught error or wrote one to the console that the test did not declare.
 */
import { test as base } from "@playwright/test";
import { createPageConsole, type PageConsole } from "./page-console";
import { type Site, startSite } from "./site";

export { expect } from "@playwright/test";
export type { Handler, PageOptions, Received, Reply } from "./site";

export type TestSite = Site & PageConsole;

export const test = base.extend<{ site: TestSite }>({
  site: [
    async ({ context }, use) => {
      const pageConsole = createPageConsole();
      pageConsole.watch(context);
      const site = await startSite(context);
      await use({ ...site, ...pageConsole });
      await site.close();
      pageConsole.verifyConsole();
    },
    { auto: true },
  ],
});

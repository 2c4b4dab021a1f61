/** What a page tells the service, and when it has told all. */
import type { Page } from "@playwright/test";
import { expect, type Relay } from "../relay";

export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export type Item = Readonly<Record<string, unknown>>;

/** What every body begins with. */
export const envelope = ({ tenantId, publicKey }: Relay) => ({
  ...{ tenant_id: tenantId, public_key: publicKey, sent_at: TIME },
  sdk: {
    version: expect.stringMatching(/^0\.11\.\d+$/),
    mode: "snippet",
    runtime_mode: "service_server",
  },
});
export const sent = ({ bodiesOf }: Relay, path: string, list: string): Item[] =>
  bodiesOf(path).flatMap(({ [list]: items }) => (Array.isArray(items) ? items : []));
/** Everything that waits has gone. */
export async function flush(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate("Service.flush()");
      return page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':queue.'))");
    })
    .toEqual([]);
}
/** Expects something of what was sent, sooner or later. */
export const whenFlushed = (page: Page, read: () => unknown) =>
  expect.poll(async () => {
    await flush(page);
    return read();
  });
/** The beacon and the page view are on their way. */
export const begun = (relay: Relay, times = 1) =>
  expect.poll(() => relay.bodiesOf("/api/sdk/meta").length).toBe(times);

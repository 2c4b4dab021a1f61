/** The README's control plane: a real one, at the address that its example names. */
import type { BrowserContext } from "@playwright/test";
import { startControlPlane } from "../../demo/control-plane/index.mjs";
import type { Site } from "../site";

export const CONTROL = "https://control.example";

/** Starts one for the README's tenant and user, with that Playbook. Returns what ends it. */
export async function serveControlPlane(context: BrowserContext, site: Site, playbook: object) {
  const plane = await startControlPlane({
    tenantId: "acme",
    publicKey: "svc_pub_1a2b3c",
    playbook,
  });
  await plane.query(
    `INSERT INTO users (tenant_id, user_id, name, email, plan_handle, created_at)
     VALUES ('acme', 'user_1', 'Ann', 'ann@acme.example', 'free', now())`,
    [],
  );
  site.serve("/session-token", async () => ({
    body: (await plane.mintToken("user_1")).client_token,
  }));
  await context.route(`${CONTROL}/**`, async (route) => {
    const url = route.request().url().replace(CONTROL, plane.url);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  return async () => {
    // A page that is still there would ask on, and find nobody.
    await Promise.all(context.pages().map((page) => page.close()));
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await plane.close();
  };
}

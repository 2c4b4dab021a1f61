/** Planes over one database, each of a tenant of its own. */
import { randomUUID } from "node:crypto";
import { test as base } from "@playwright/test";
import { openDatabase } from "../../demo/control-plane/database.mjs";
import { type ControlPlane, startControlPlane } from "../../demo/control-plane/index.mjs";
import { verifyManifest } from "../../scripts/playbook/signing.mjs";
import { ask, credentialsOf } from "./control-plane";

type Options = Parameters<typeof startControlPlane>[0];
export const PLAYBOOK = { format_version: 1, playbook_id: "acme_main", version: 3 };

export const test = base.extend<
  { start: (options?: Options) => Promise<ControlPlane> },
  { database: Awaited<ReturnType<typeof openDatabase>> }
>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
    async ({}, use) => {
      const database = await openDatabase();
      await use(database);
      await database.close();
    },
    { scope: "worker" },
  ],
  /** Each plane is a tenant of its own, for a database takes long to start. */
  start: async ({ database }, use) => {
    const planes: ControlPlane[] = [];
    await use(async (options) => {
      const own = { playbook: PLAYBOOK, tenantId: `tenant_${randomUUID()}` };
      const plane = await startControlPlane({ ...own, database, ...options });
      planes.push(plane);
      return plane;
    });
    await Promise.all(planes.map((plane) => plane.close()));
  },
});

export async function bootstrapOf(plane: ControlPlane) {
  const { query } = credentialsOf(plane);
  const answer = await ask(`${plane.url}/api/sdk/bootstrap?${query}`);
  return { ...answer, bootstrap: JSON.parse(answer.text) };
}
export async function manifestOf(plane: ControlPlane) {
  const { bootstrap } = await bootstrapOf(plane);
  const { text } = await ask(plane.url + bootstrap.playbook.manifest_path);
  return verifyManifest(text, bootstrap.keys);
}

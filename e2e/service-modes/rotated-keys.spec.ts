/** A Playbook signed by a key that the page doesn't know: the console says by which. */
import { generateKeyPairSync } from "node:crypto";
import { expect, openService, test, titled } from "../service-page";

test("names the key that signed, when the page doesn't trust it", async ({ site, plane }) => {
  await plane.launch(titled(1, "Signed by another"));
  const query = `tenant_id=${plane.tenantId}&key=${plane.publicKey}`;
  const bootstrap = await fetch(`${plane.url}/api/sdk/bootstrap?${query}`);
  const { keys } = await bootstrap.json();
  // A thumbprint, as `npm run playbook -- keys` makes them: whole, it looks like a secret.
  const { kid } = keys[0];
  expect(kid).toMatch(/^[\w-]{43}$/);
  const told = `names an unknown key, ${kid.slice(0, 30)}`;
  site.expectConsole(new RegExp(`Playbook refused: manifest: ${told}$`));
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const trustedKeys = [{ ...publicKey.export({ format: "jwk" }), kid: "last_year" }];
  await openService({ site, plane, config: { trustedKeys } });
  await expect.poll(() => site.console.join("\n")).toContain("names an unknown key");
});

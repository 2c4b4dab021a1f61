// @ts-check
/** Whose a credential is: one database may hold several tenants. */
import { WireError } from "./wire-error.mjs";

/** @param {string | undefined} asked @param {string} owner @param {string} where */
export function requireTenant(asked, owner, where) {
  if (asked === owner) return;
  if (!asked) throw new WireError(400, "tenant_missing", `${where} is required.`);
  throw new WireError(403, "tenant_mismatch", `${where}: the credential is another tenant's.`);
}

// @ts-check
/** Acme Studio as its database has it before anybody does anything. What is there already stays. */
import { sha256 } from "../../scripts/playbook/signing.mjs";

const DAY = 86_400_000;
/** `classic_2019` is a plan that no Playbook knows any more. */
const PLANS = ["free", "pro", "team", "classic_2019"];
const USERS = [
  { user_id: "user_ann", name: "Ann", email: "ann@acme.example", plan_handle: "free" },
  { user_id: "user_ben", name: "Ben", email: "ben@acme.example", plan_handle: "free" },
];
const USAGE = { exports: 12, ai_credits: 2, seats: 2 };

/**
 * @param {import("./database.mjs").Database} database
 * @param {{ tenantId: string, publicKey: string, serverKey: string, now: number }} account Without a
 *   server key, where it is `""`.
 */
export async function seed({ query }, { tenantId, publicKey, serverKey, now }) {
  await query("INSERT INTO tenants (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING", [tenantId]);
  const keys = { public: publicKey, server: serverKey };
  for (const [type, key] of Object.entries(keys).filter(([, key]) => key)) {
    await query(
      `INSERT INTO api_keys (key_sha256, tenant_id, type) VALUES ($2, $1, $3)
       ON CONFLICT DO NOTHING`,
      [tenantId, sha256(key), type],
    );
  }
  await query(
    `INSERT INTO plans SELECT $1, jsonb_array_elements_text($2::jsonb) ON CONFLICT DO NOTHING`,
    [tenantId, JSON.stringify(PLANS)],
  );
  const created = await query(
    `INSERT INTO users (tenant_id, user_id, name, email, plan_handle, created_at)
     SELECT $1, user_id, name, email, plan_handle, $3::timestamptz
     FROM jsonb_to_recordset($2::jsonb)
       AS u(user_id text, name text, email text, plan_handle text)
     ON CONFLICT DO NOTHING RETURNING user_id`,
    [tenantId, JSON.stringify(USERS), new Date(now - 90 * DAY).toISOString()],
  );
  await query(
    `INSERT INTO user_usage (tenant_id, user_id, handle, used)
     SELECT $1, u.user_id, usage.key, usage.value::text::double precision
     FROM jsonb_array_elements_text($2::jsonb) AS u(user_id), jsonb_each($3::jsonb) AS usage
     ON CONFLICT DO NOTHING`,
    [tenantId, JSON.stringify(created.map(({ user_id }) => user_id)), JSON.stringify(USAGE)],
  );
}

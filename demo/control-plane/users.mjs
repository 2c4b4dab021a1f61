// @ts-check
/** What the database knows about a user, and the changes that Acme or a payment make to it. */
import { WireError } from "./wire-error.mjs";

/** Every list of the user as one JSON value, so that it is one question. */
const READ = `
SELECT u.user_id, u.plan_handle, u.name, u.email, u.created_at, u.payment_state,
  (SELECT coalesce(jsonb_object_agg(handle, used), '{}') FROM user_usage x
    WHERE x.tenant_id = $1 AND x.user_id = $2) AS usage,
  (SELECT coalesce(jsonb_object_agg(handle, allowed), '{}') FROM user_entitlements x
    WHERE x.tenant_id = $1 AND x.user_id = $2) AS entitlements,
  (SELECT coalesce(jsonb_agg(handle ORDER BY handle), '[]') FROM user_segments x
    WHERE x.tenant_id = $1 AND x.user_id = $2) AS segments,
  (SELECT to_jsonb(x) FROM user_trials x
    WHERE x.tenant_id = $1 AND x.user_id = $2) AS trial
FROM users u WHERE u.tenant_id = $1 AND u.user_id = $2`;

/** @param {string} time @returns {string} */
const iso = (time) => new Date(time).toISOString();

/** @param {import("./database.mjs").Row | null} trial @param {number} now As `ServiceTrialContext`. */
function trialOf(trial, now) {
  if (!trial) return { in_trial: false };
  const { trial_handle, plan_handle, kind, converted } = trial;
  const [started_at, ends_at] = [iso(trial.started_at), iso(trial.ends_at)];
  const in_trial = !converted && Date.parse(started_at) <= now && now < Date.parse(ends_at);
  return { in_trial, trial_handle, plan_handle, kind, started_at, ends_at, converted };
}

/**
 * @typedef {object} UserPatch What is not named stays; usage, entitlements and segments by handle.
 * @property {string | null} [plan_handle]
 * @property {"none" | "pending" | "paid" | "failed"} [payment_state]
 * @property {Record<string, number>} [usage]
 * @property {Record<string, boolean | null>} [entitlements] `null` leaves it to the Playbook.
 * @property {readonly string[]} [segments] All of them.
 * @property {{ trial_handle: string, plan_handle: string, started_at: string, ends_at: string,
 *   kind?: "free" | "reverse", converted?: boolean } | null} [trial]
 */

/**
 * @param {import("./database.mjs").Database} database
 * @param {string} tenantId
 * @param {() => number} now
 */
export function createUsers({ query }, tenantId, now) {
  /** @param {string} userId @returns {Promise<import("./database.mjs").Row>} */
  async function read(userId) {
    const [user] = await query(READ, [tenantId, userId]);
    if (!user) throw new WireError(404, "user_unknown", "There is no user with this user_id.");
    const { trial, created_at, ...rest } = user;
    return { ...rest, created_at: iso(created_at), trial: trialOf(trial, now()) };
  }

  /** Replaces all rows of the user in a table by these. @param {string} table @param {string} userId @param {Record<string, unknown>[]} rows */
  async function replace(table, userId, rows) {
    await query(`DELETE FROM ${table} WHERE tenant_id = $1 AND user_id = $2`, [tenantId, userId]);
    await query(
      `INSERT INTO ${table} SELECT r.* FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) r`,
      [JSON.stringify(rows.map((row) => ({ tenant_id: tenantId, user_id: userId, ...row })))],
    );
  }

  /** @param {string} userId @param {UserPatch} patch */
  async function write(userId, patch) {
    const before = await read(userId);
    const { plan_handle = before.plan_handle, payment_state = before.payment_state } = patch;
    await query(
      "UPDATE users SET plan_handle = $3, payment_state = $4 WHERE tenant_id = $1 AND user_id = $2",
      [tenantId, userId, plan_handle, payment_state],
    );
    if (patch.usage) {
      const usage = Object.entries({ ...before.usage, ...patch.usage });
      await replace(
        "user_usage",
        userId,
        usage.map(([handle, used]) => ({ handle, used })),
      );
    }
    if (patch.entitlements) {
      const rows = Object.entries({ ...before.entitlements, ...patch.entitlements })
        .filter(([, allowed]) => allowed !== null)
        .map(([handle, allowed]) => ({ handle, allowed }));
      await replace("user_entitlements", userId, rows);
    }
    if (patch.segments) {
      await replace(
        "user_segments",
        userId,
        patch.segments.map((handle) => ({ handle })),
      );
    }
    if (patch.trial !== undefined) {
      const trials = patch.trial ? [{ kind: "free", converted: false, ...patch.trial }] : [];
      await replace("user_trials", userId, trials);
    }
  }

  return { read, write };
}

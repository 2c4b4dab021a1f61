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
/** What isn't named stays. */
const CHANGE = `
UPDATE users u SET (plan_handle, payment_state) =
  (SELECT plan_handle, payment_state FROM jsonb_populate_record(u, $3::jsonb))
WHERE tenant_id = $1 AND user_id = $2 RETURNING user_id`;

const unknownUser = () => new WireError(404, "user_unknown", "There is no user with this user_id.");

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
export function createUsers({ query, transaction }, tenantId, now) {
  /** @param {string} userId @returns {Promise<import("./database.mjs").Row>} */
  async function read(userId) {
    const [user] = await query(READ, [tenantId, userId]);
    if (!user) throw unknownUser();
    const { trial, created_at, ...rest } = user;
    return { ...rest, created_at: iso(created_at), trial: trialOf(trial, now()) };
  }

  /**
   * All of it or nothing, one writer after the other.
   * @param {string} userId @param {UserPatch} patch
   */
  const write = (userId, { plan_handle, payment_state, usage, entitlements, segments, trial }) =>
    transaction(async (ask) => {
      const own = [tenantId, userId];
      // First, for it keeps every other writer of this user waiting.
      const found = await ask(CHANGE, [...own, JSON.stringify({ plan_handle, payment_state })]);
      if (found.length === 0) throw unknownUser();

      /**
       * Puts these in place of all rows of the user in a table.
       * @param {string} table @param {Record<string, unknown>[]} rows
       * @param {string[]} [handles] In place of the rows with these handles only.
       */
      async function replace(table, rows, handles) {
        const these = handles ? "AND handle IN (SELECT jsonb_array_elements_text($3::jsonb))" : "";
        await ask(`DELETE FROM ${table} WHERE tenant_id = $1 AND user_id = $2 ${these}`, [
          ...own,
          ...(handles ? [JSON.stringify(handles)] : []),
        ]);
        await ask(
          `INSERT INTO ${table}
           SELECT r.* FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) r`,
          [JSON.stringify(rows.map((row) => ({ tenant_id: tenantId, user_id: userId, ...row })))],
        );
      }
      if (usage) {
        const rows = Object.entries(usage).map(([handle, used]) => ({ handle, used }));
        await replace("user_usage", rows, Object.keys(usage));
      }
      if (entitlements) {
        const rows = Object.entries(entitlements)
          .filter(([, allowed]) => allowed !== null)
          .map(([handle, allowed]) => ({ handle, allowed }));
        await replace("user_entitlements", rows, Object.keys(entitlements));
      }
      if (segments) {
        const rows = [...new Set(segments)].map((handle) => ({ handle }));
        await replace("user_segments", rows);
      }
      if (trial !== undefined) {
        const rows = trial ? [{ kind: "free", converted: false, ...trial }] : [];
        await replace("user_trials", rows);
      }
    });

  return { read, write };
}

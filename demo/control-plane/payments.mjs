// @ts-check
/** A payment processor's stand-in: its webhook comes when the customer is long back on the page. */

/** A timer with more fires at once. */
export const MOST_DELAY_MS = 2 ** 31 - 1;

/**
 * @param {ReturnType<typeof import("./users.mjs").createUsers>} users
 * @param {{ webhookMs: number }} settings
 */
export function createPayments(users, { webhookMs }) {
  /** @type {Set<NodeJS.Timeout>} */
  const underway = new Set();

  /**
   * The customer has paid; until the webhook arrives the account knows nothing but that.
   * @param {string} userId @param {string} plan @param {number} [delay] Milliseconds.
   */
  async function pay(userId, plan, delay = webhookMs) {
    await users.write(userId, { payment_state: "pending" });
    const timer = setTimeout(
      () => {
        underway.delete(timer);
        users
          .write(userId, { payment_state: "paid", plan_handle: plan, trial: null })
          .catch((error) => console.error("control plane: a payment was lost:", error));
      },
      Math.min(delay, MOST_DELAY_MS),
    );
    underway.add(timer);
  }

  /** A renewal was refused: the plan stays, for now. @param {string} userId */
  const fail = (userId) => users.write(userId, { payment_state: "failed" });

  const stop = () => {
    for (const timer of underway) clearTimeout(timer);
  };
  return { pay, fail, stop };
}

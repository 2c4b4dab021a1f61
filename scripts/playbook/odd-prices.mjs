// @ts-check
/** `{{price}}` where the plan that it is taken from has none, so that its payload is hidden. */

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["placements"]>[number]["payloads"][number]} Payload
 */

/** With a fallback nothing is hidden. */
const PRICE = "{{price}}";

/**
 * @param {Payload} payload
 * @param {readonly string[]} priceless The plans without a price.
 * @returns {string | undefined} What is odd about it.
 */
function oddityOf({ content, ctas = [], variants = [], locales = {}, target = {} }, priceless) {
  const others = JSON.stringify([variants, locales]);
  if (!JSON.stringify([content, ctas, others]).includes(PRICE)) return undefined;
  const named = ctas.map(({ params }) => params?.plan).find((plan) => plan !== undefined);
  // The words of some may name another plan.
  if (others.includes('"plan":')) return undefined;
  if (named !== undefined) {
    return priceless.includes(`${named}`)
      ? `is the price of "${named}", which has none, and hides the payload: give it a fallback, or name another plan`
      : undefined;
  }
  // Whom a condition or a segment leaves is known to the author alone.
  const { plans = target.condition || target.segments ? [] : priceless } = target;
  const hidden = plans.filter((plan) => priceless.includes(plan));
  return hidden.length > 0
    ? `is the price of the user's own plan, as no CTA names one in params.plan, and hides the payload from users of ${hidden.join(", ")}: name a plan, or give it a fallback`
    : undefined;
}

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function oddPrices({ placements = [], plans = [] }) {
  const priceless = plans.filter(({ price }) => !price).map(({ handle }) => handle);
  // Where no plan has a price, it is told of each token.
  if (priceless.length === plans.length) return [];
  return placements.flatMap(({ payloads }, i) =>
    payloads.flatMap((payload, j) => {
      const oddity = oddityOf(payload, priceless);
      return oddity ? [`placements[${i}].payloads[${j}]: ${PRICE} ${oddity}`] : [];
    }),
  );
}

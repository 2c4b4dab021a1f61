/** The seven walk-throughs: what each is about, what its product does, and what moves it on. */
const DAY = 86_400_000;
const { walk } = window;
const PLAN_NAMES = { free: "Free", pro: "Pro", team: "Team", business: "Business" };
const { state: beginning } = walk;
const { locale } = beginning;

const choosePlan = (plan) => () => walk.update({ plan });
const setTraits = (traits) => () => walk.setTraits(traits);
const age = (days) => () => walk.update({ trial_began: Date.now() - days * DAY });
const people = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hugo", "Ivy", "Jon"];

/** Which part of many users sees it, is held out, or gets which words. */
async function countUsers(count) {
  const counts = {};
  for (let i = 1; i <= count; i += 1) {
    const context = { ...walk.user(), id: `user_${i}` };
    const request = { slot: "billing_top" };
    const { output, reasons } = await Service.getPlacementDecision(request, undefined, context);
    const outcome = output ? output.variant : reasons.join(", ");
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  const shares = Object.entries(counts).map(
    ([outcome, n]) => `${outcome} ${((100 * n) / count).toFixed(1)} %`,
  );
  document.querySelector("[data-text=share]").textContent = shares.sort().join(", ");
}

/**
 * `facts`: what the product shows of the account, by `data-text`. `work`: what its buttons do once
 * no gate stops them. `steps`: what the person beside it can do. `says`: whether it speaks German.
 */
export const STORIES = {
  "premium-feature": {
    title: "A premium feature behind a gate",
    lead: "Apply the brand kit. Free stops you and says why; a checkout later it works, without a reload.",
    says: ["de"],
    facts: ({ traits }) => ({ done: traits.is_branded ? "In Acme's colours" : "Not branded yet" }),
    work: { apply: setTraits({ is_branded: true }) },
    steps: {
      "Be a member": setTraits({ role: "member", has_asked: false }),
      "Be an admin": setTraits({ role: "admin" }),
      "Go back to Free": choosePlan("free"),
    },
  },
  "low-credits": {
    title: "Low credits",
    lead: "Generate images until the credits run low, then out. The warning can wait; the gate cannot.",
    says: ["de"],
    facts: ({ usage }) => ({ made: `${usage.ai_credits} images this month` }),
    work: { generate: () => walk.use("ai_credits") },
    steps: {
      "Use a credit": () => walk.use("ai_credits"),
      "Start a new month": () => walk.update({ usage: { ai_credits: 0 } }),
      "Go back to Free": choosePlan("free"),
    },
  },
  "usage-meter": {
    title: "A usage meter that fills and turns",
    lead: "Each export fills the meter. Near the limit it says so, at the limit Free stops and Pro goes on.",
    facts: ({ usage }) => ({ exported: `${usage.exports} files exported` }),
    work: { export: () => walk.use("exports") },
    steps: {
      "Export four files": () => walk.use("exports", 4),
      "Start a new month": () => walk.update({ usage: { exports: 0 } }),
      "Go back to Free": choosePlan("free"),
    },
  },
  trial: {
    title: "A trial from start to end",
    lead: "Fourteen days of Pro: a welcome, a nudge halfway, a countdown, and one word at the end.",
    says: ["de"],
    facts: ({ trial_began: began }) => ({
      day: began ? `Began on ${new Date(began).toLocaleDateString(locale)}` : "No trial yet",
    }),
    steps: {
      "Start the trial": age(0),
      "Jump to day 9": age(8.5),
      "Jump to day 13": age(12.5),
      "End the trial": age(14.01),
      Subscribe: choosePlan("pro"),
      "Cancel the subscription": choosePlan("free"),
    },
  },
  "payment-recovery": {
    title: "Payment recovery",
    lead: "A renewal fails. The banner asks for another card, gets urgent, and leaves once it is paid.",
    says: ["de"],
    facts: ({ traits }) => ({
      invoice: traits.payment_state === "paid" ? "€12 · Paid" : "€12 · Failed",
      card: traits.card,
    }),
    steps: {
      "Let the payment fail": setTraits({ payment_state: "past_due", attempts_left: 3 }),
      "Let it fail once more": setTraits({ payment_state: "past_due", attempts_left: 1 }),
      "Pay by bank transfer": setTraits({ payment_state: "paid" }),
    },
  },
  "seat-limit": {
    title: "A seat limit",
    lead: "Invite people until the seats are taken. The button stays; what it opens changes.",
    facts: ({ usage }) => ({ people: people.slice(0, usage.seats) }),
    work: { invite: () => walk.use("seats") },
    steps: {
      "Remove somebody": () => walk.use("seats", -1),
      "Go back to Free": choosePlan("free"),
    },
  },
  "annual-nudge": {
    title: "An annual-plan nudge with a holdout",
    lead: "One user in five never sees the offer, so that its worth can be measured. Who, never changes.",
    says: ["de"],
    facts: ({ id, traits }) => ({
      interval: traits.interval === "year" ? "€120 a year" : "€12 a month",
      user: `You are ${id}`,
    }),
    steps: {
      "Be the next user": () =>
        walk.update({ id: `user_${Number(walk.state.id.replace("user_", "")) + 1}` }),
      "Pay monthly again": setTraits({ interval: "month" }),
      "Count 1,000 users": () => countUsers(1_000),
    },
  },
};

export const planName = () => PLAN_NAMES[walk.state.plan];

/**
 * Stands in for Acme's own server: who is signed in, their plan and what they have used. It is
 * loaded before the tag, as a server would write these values into the page. Survives a reload.
 */
(() => {
  const KEY = "acme-account";
  const DAY = 86_400_000;
  const CHECKOUT_MS = 1500;
  const PEOPLE = {
    ann: { id: "user_ann", name: "Ann", email: "ann@acme.example" },
    ben: { id: "user_ben", name: "Ben", email: "ben@acme.example" },
  };
  /** How many days ago the trial began, of 14. */
  const TRIAL_AGE = { started: 0.2, midpoint: 8.5, ending: 12.2, ended: 15 };
  const START = {
    who: "ann",
    plan: "free",
    trial: "none",
    exports: 12,
    ai_credits: 2,
    seats: 2,
    interval: "month",
    locale: "en",
    scheme: "auto",
  };

  const changes = new EventTarget();
  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    } catch {
      // Foreign bytes or no storage: a fresh account.
      return {};
    }
  };
  const acme = {
    state: { ...START, ...read() },
    /** The person, or nothing for a visitor. */
    person: () => PEOPLE[acme.state.who],
    usage: () => {
      const { exports, ai_credits, seats } = acme.state;
      return { exports, ai_credits, seats };
    },
    /** As `ServiceUserContext`. */
    user() {
      const { plan, locale, interval } = acme.state;
      const person = acme.person();
      if (!person) return { locale };
      return { ...person, plan_handle: plan, locale, traits: { interval }, usage: acme.usage() };
    },
    /** As `ServiceTrialContext`. */
    trial() {
      const age = TRIAL_AGE[acme.state.trial];
      if (age === undefined || !acme.person()) return { in_trial: false };
      const started = Date.now() - age * DAY;
      return {
        in_trial: age < 14,
        trial_handle: "pro_trial",
        started_at: new Date(started).toISOString(),
        ends_at: new Date(started + 14 * DAY).toISOString(),
      };
    },
    update(patch) {
      const before = acme.state;
      acme.state = { ...before, ...patch };
      try {
        sessionStorage.setItem(KEY, JSON.stringify(acme.state));
      } catch {
        // Then it lasts until the next load.
      }
      changes.dispatchEvent(new CustomEvent("change", { detail: { before, patch } }));
    },
    onChange: (listener) => changes.addEventListener("change", ({ detail }) => listener(detail)),
    /** Somebody typed a card number, a payment went through, a webhook arrived. */
    async checkout(plan) {
      await new Promise((resolve) => setTimeout(resolve, CHECKOUT_MS));
      acme.update({ plan, trial: "none" });
      Service.track("checkout_completed", { plan });
      return "completed";
    },
  };
  window.acme = acme;

  const { scheme } = acme.state;
  if (scheme !== "auto") document.documentElement.style.colorScheme = scheme;
})();

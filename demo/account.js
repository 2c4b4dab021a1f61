/**
 * Stands in for Acme's own server: who is signed in, their plan and what they have used. It is
 * loaded before the tag, as a server would write these values into the page. Survives a reload.
 */
(() => {
  const { backend } = window;
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
    mode: "local_only",
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
  const asked = new URLSearchParams(location.search).get("mode");
  const state = { ...START, ...read(), ...(asked && { mode: asked }) };
  const acme = {
    state,
    TRIAL_AGE,
    connection: backend.connection,
    /** `tenantId`, `publicKey` and `endpoint`, when the control plane is to decide. */
    service: state.mode === "service_server" ? backend.connection : null,
    session: () => backend.session(acme.person()?.id),
    change: (what, body) => backend.change(acme.person()?.id, what, body),
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
      // The control plane knows the rest, and better than a page does.
      if (acme.service) return { ...person, locale, traits: { interval } };
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
    /** `isKnown`: it comes from the database, so there is nothing to save. */
    update(patch, { isKnown = false } = {}) {
      const before = acme.state;
      acme.state = { ...before, ...patch };
      if (acme.service && acme.person() && !isKnown) acme.save(patch);
      try {
        sessionStorage.setItem(KEY, JSON.stringify(acme.state));
      } catch {
        // Then it lasts until the next load.
      }
      changes.dispatchEvent(new CustomEvent("change", { detail: { before, patch } }));
    },
    save(patch) {
      const { started_at, ends_at, trial_handle } = acme.trial();
      const trial = trial_handle ? { trial_handle, plan_handle: "pro", started_at, ends_at } : null;
      acme.saved = backend.save(acme.person().id, { ...patch, ...("trial" in patch && { trial }) });
    },
    onChange: (listener) => changes.addEventListener("change", ({ detail }) => listener(detail)),
    /** Somebody typed a card number, a payment went through, a webhook arrived. */
    async checkout(plan) {
      await new Promise((resolve) => setTimeout(resolve, CHECKOUT_MS));
      // Only the webhook tells the plan, and it comes later.
      if (acme.service) {
        await acme.change("/pay", { plan });
        acme.awaited = plan;
      } else {
        acme.update({ plan, trial: "none" });
        Service.track("checkout_completed", { plan });
      }
      return "completed";
    },
  };
  window.acme = acme;

  const { scheme } = acme.state;
  if (scheme !== "auto") document.documentElement.style.colorScheme = scheme;
})();

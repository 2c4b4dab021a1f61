/**
 * Stands in for Acme's own server in one walk-through: who is signed in, what they use and pay. It
 * is loaded before the tag, as a server would write it into the page. All tabs share one account.
 */
(() => {
  const DAY = 86_400_000;
  const ANN = { id: "user_1", name: "Ann", locale: "en", plan: "free", usage: {}, traits: {} };
  /** Where each walk-through begins. */
  const BEGINNINGS = {
    "premium-feature": { traits: { role: "admin" } },
    "low-credits": { usage: { ai_credits: 22 } },
    "usage-meter": { usage: { exports: 12 } },
    trial: {},
    "payment-recovery": {
      plan: "pro",
      traits: { payment_state: "paid", attempts_left: 3, card: "Visa ending in 42" },
    },
    "seat-limit": { usage: { seats: 2 } },
    "annual-nudge": { plan: "pro", traits: { interval: "month", months_paid: 4 } },
  };

  const asked = new URLSearchParams(location.search).get("w") ?? "";
  const name = Object.hasOwn(BEGINNINGS, asked) ? asked : "premium-feature";
  const prefix = `acme_${name.replaceAll("-", "_")}`;
  const key = `${prefix}_account`;
  const changes = new EventTarget();

  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "{}");
    } catch {
      // Foreign bytes or no storage: a fresh account.
      return {};
    }
  };
  const walk = {
    name,
    /** Of every key in storage, the SDK's own included. */
    prefix,
    names: Object.keys(BEGINNINGS),
    state: { ...ANN, ...BEGINNINGS[name], ...read() },
    /** As `ServiceUserContext`. */
    user() {
      const { plan: plan_handle, id, name, locale, usage, traits } = walk.state;
      return { id, name, locale, plan_handle, usage, traits };
    },
    /** As `ServiceTrialContext`. */
    trial() {
      const { trial_began: began, plan } = walk.state;
      if (!began) return { in_trial: false };
      return {
        in_trial: Date.now() < began + 14 * DAY,
        trial_handle: "pro_trial",
        started_at: new Date(began).toISOString(),
        ends_at: new Date(began + 14 * DAY).toISOString(),
        converted: plan === "pro",
      };
    },
    update(patch) {
      walk.state = { ...walk.state, ...patch };
      try {
        localStorage.setItem(key, JSON.stringify(walk.state));
      } catch {
        // Then it lasts until the next load.
      }
      changes.dispatchEvent(new Event("change"));
    },
    setTraits: (traits) => walk.update({ traits: { ...walk.state.traits, ...traits } }),
    use(handle, amount = 1) {
      const { usage } = walk.state;
      walk.update({ usage: { ...usage, [handle]: Math.max(0, (usage[handle] ?? 0) + amount) } });
    },
    onChange: (listener) => changes.addEventListener("change", listener),
    startOver() {
      for (const storage of [localStorage, sessionStorage]) {
        for (const one of Object.keys(storage)) if (one.startsWith(prefix)) storage.removeItem(one);
      }
      location.reload();
    },
    /** Acme's own form for a card; whoever closes it has not paid. */
    askForCard() {
      const dialog = document.querySelector("dialog.card");
      dialog.showModal();
      return new Promise((resolve) => {
        dialog.addEventListener("close", () => resolve(dialog.returnValue === "pay"), {
          once: true,
        });
      });
    },
  };
  window.walk = walk;
  // What another tab did reached the server, which tells this one.
  window.addEventListener("storage", (event) => {
    if (event.key !== key) return;
    walk.state = { ...walk.state, ...read() };
    changes.dispatchEvent(new Event("change"));
  });
})();

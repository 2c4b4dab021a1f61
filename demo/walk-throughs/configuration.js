/** The integration: what Acme tells the SDK before the tag, the same for every walk-through. */
(() => {
  const { walk } = window;
  const CHECKOUT_MS = 800;
  const working = () => new Promise((resolve) => setTimeout(resolve, CHECKOUT_MS));
  window.ServiceConfig = {
    runtimeMode: "local_only",
    user: walk.user(),
    localRuntime: {
      storageKey: walk.prefix,
      initialData: { trialStatus: walk.trial() },
      resolvers: {
        resolvePlaybook: async () => (await fetch(`${walk.name}.json`)).json(),
        getTrialStatus: async () => walk.trial(),
      },
    },
    uiPathResolvers: {
      async open_checkout({ params }) {
        await working();
        walk.update({ plan: params.plan });
        Service.track("checkout_completed", { plan: params.plan });
        return "completed";
      },
      async ask_admin() {
        await working();
        walk.setTraits({ has_asked: true });
        return "completed";
      },
      async update_payment_method() {
        const isPaid = await walk.askForCard();
        if (!isPaid) return undefined;
        await working();
        walk.setTraits({ payment_state: "paid", attempts_left: 3, card: "Visa ending in 77" });
        Service.track("payment_recovered");
        return "completed";
      },
      async switch_yearly() {
        await working();
        walk.setTraits({ interval: "year" });
        Service.track("switched_to_yearly");
        return "completed";
      },
    },
  };
})();

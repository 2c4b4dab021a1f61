/** Acme Studio itself: views, exports, billing. Calls the SDK as any application would. */
const { acme } = window;
const VIEWS = { projects: "Projects", editor: "Editor", billing: "Billing" };
const PLANS = [
  { handle: "free", name: "Free", price: "€0", says: "20 exports a month, 2 people" },
  { handle: "pro", name: "Pro", price: "€12", says: "Unlimited exports, brand kit" },
  { handle: "team", name: "Team", price: "€39", says: "Shared libraries, 10 people" },
];
const FACTS = {
  exports: "Exports",
  ai_credits: "AI credits",
  seats: "People",
  brand_kit: "Brand kit",
  export_quality: "Export quality",
};

const all = (selector) => document.querySelectorAll(selector);
const viewNow = () => new URLSearchParams(location.search).get("view") ?? "projects";

function write(name, text) {
  for (const element of all(`[data-text="${name}"]`)) element.textContent = text;
}

/** A router of a few lines; the SDK notices the change by itself. */
acme.go = (view) => {
  history.pushState(null, "", view === "projects" ? location.pathname : `?view=${view}`);
  drawView();
  window.scrollTo(0, 0);
};

function drawView() {
  const view = viewNow();
  for (const section of all("[data-view]")) section.hidden = section.dataset.view !== view;
  for (const link of all("nav [data-go]")) {
    if (link.dataset.go === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  write("title", VIEWS[view]);
  document.title = `${VIEWS[view]} · Acme Studio`;
  window.dispatchEvent(new Event("acme:view"));
}

function drawAccount() {
  const { plan, trial } = acme.state;
  const { name = "Visitor" } = acme.person() ?? {};
  const isTrying = acme.trial().in_trial;
  const planName = PLANS.find(({ handle }) => handle === plan)?.name ?? "An old plan";
  write("name", name);
  write("initial", name[0]);
  const suffix = isTrying && trial !== "ended" ? ", trying Pro" : "";
  write("plan", acme.person() ? `${planName}${suffix}` : "Not signed in");
  for (const [handle, used] of Object.entries(acme.usage())) write(handle, used);
  drawPlans(plan);
}

/** Made once, so that the focus stays where it is when they change. */
const planCards = PLANS.map(({ handle, name, price, says }) => {
  const card = document.createElement("li");
  card.innerHTML = `<h2>${name}</h2><p class="price">${price}<small> a month</small></p><p>${says}</p>`;
  const choose = Object.assign(document.createElement("button"), {
    type: "button",
    className: "quiet",
  });
  choose.addEventListener("click", async () => {
    if (choose.ariaDisabled || choose.ariaBusy) return;
    choose.ariaBusy = "true";
    try {
      await acme.checkout(handle);
    } catch (error) {
      // Nothing was bought; the button may be tried again.
      choose.textContent = `${name} could not be bought: ${error.message}`;
    }
    choose.ariaBusy = null;
  });
  card.append(choose);
  return { card, choose, handle, name };
});
document.querySelector(".plans").append(...planCards.map(({ card }) => card));

function drawPlans(current) {
  for (const { card, choose, handle, name } of planCards) {
    const isCurrent = handle === current && Boolean(acme.person());
    choose.textContent = isCurrent ? "Your plan" : `Choose ${name}`;
    choose.ariaDisabled = isCurrent ? "true" : null;
    card.classList.toggle("current", isCurrent);
  }
}

/** What each entitlement says, in words. */
function inWords({ allowed, limit, used, tier }) {
  if (tier) return tier;
  if (limit === null) return "No limit";
  if (limit !== undefined) return `${used} of ${limit}`;
  return allowed ? "Included" : "Not included";
}

async function drawFacts(sdk) {
  const rows = Object.entries(FACTS).map(async ([handle, name]) => {
    const row = document.createElement("tr");
    row.innerHTML = `<th scope="row">${name}</th><td></td>`;
    row.lastChild.textContent = inWords(await sdk.checkEntitlement(handle));
    return row;
  });
  document.querySelector(".facts tbody").replaceChildren(...(await Promise.all(rows)));
}

/** What the SDK is told when the account has changed. Nothing is reloaded. */
function tell(sdk, patch) {
  const { id, ...user } = acme.user();
  if ("who" in patch && !id) sdk.reset();
  if ("who" in patch && id) sdk.identify(id, user);
  else sdk.setUser(user);
  // What somebody else has used, only the control plane knows.
  if (!(acme.service && "who" in patch)) sdk.updateUsage(acme.usage());
  if (acme.service) acme.saved?.then(() => sdk.refreshContext()).catch(() => {});
  else sdk.refreshContext();
}

/** The work behind each button. One that a gate stops never arrives here. */
const WORK = {
  export() {
    acme.update({ exports: acme.state.exports + 1 });
    Service.track("export_finished", { project: "autumn_poster" });
  },
  remove_background() {
    acme.update({ ai_credits: acme.state.ai_credits + 1 });
    document.querySelector(".canvas .art").classList.toggle("cut-out");
  },
  invite() {
    acme.update({ seats: acme.state.seats + 1 });
  },
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go]");
  const button = event.target.closest("[data-do]");
  if (link && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    acme.go(link.dataset.go);
  }
  if (button) WORK[button.dataset.do]();
});
window.addEventListener("popstate", drawView);
acme.onChange(({ patch }) => {
  document.documentElement.style.colorScheme =
    acme.state.scheme === "auto" ? "" : acme.state.scheme;
  drawAccount();
  Service.push((sdk) => tell(sdk, patch));
});
drawView();
drawAccount();

// Before the SDK is there, `Service` is a list of what waits for it.
window.Service ??= [];
Service.push((sdk) => {
  sdk.on("context", () => drawFacts(sdk));
  sdk.ready.then(() => drawFacts(sdk));
});

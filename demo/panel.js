/** The demo's controls: each writes to the account or the address, as a person's clicks would. */
const { acme } = window;
const CHOICES = {
  mode: { local_only: "This page", service_server: "Control plane" },
  who: { ann: "Ann", ben: "Ben", visitor: "Visitor" },
  plan: { free: "Free", pro: "Pro", team: "Team", classic_2019: "Unknown" },
  trial: { none: "None", started: "New", midpoint: "Midway", ending: "Ending", ended: "Over" },
  view: { projects: "Projects", editor: "Editor", billing: "Billing" },
  locale: { en: "English", de: "Deutsch" },
  scheme: { auto: "Auto", light: "Light", dark: "Dark" },
};

const form = document.querySelector(".controls");
const { exports } = form.elements;
const viewNow = () => new URLSearchParams(location.search).get("view") ?? "projects";

function drawChoices() {
  for (const [name, choices] of Object.entries(CHOICES)) {
    const options = Object.entries(choices).map(([value, text]) => {
      const label = document.createElement("label");
      label.innerHTML = `<input type="radio" name="${name}" value="${value}"><span>${text}</span>`;
      return label;
    });
    const group = document.createElement("div");
    group.className = "choices";
    group.append(...options);
    form.querySelector(`[data-control="${name}"]`).append(group);
  }
}

/** The controls show what is so, whoever changed it. */
function update() {
  const mode = acme.service ? acme.state.mode : "local_only";
  for (const [name, value] of Object.entries({ ...acme.state, mode, view: viewNow() })) {
    if (CHOICES[name]) form.elements[name].value = value;
  }
  const [, service] = form.elements.mode;
  service.disabled = !acme.connection;
  form.querySelector('[data-control="mode"]').title = acme.connection
    ? ""
    : "`npm start` runs the control plane too; load the page again once it is there.";
  exports.value = acme.state.exports;
  form.querySelector("output").textContent = acme.state.exports;
  for (const name of ["plan", "trial"]) {
    const row = form.querySelector(`[data-control="${name}"]`);
    row.toggleAttribute("data-off", !acme.person());
    row.setAttribute("aria-disabled", `${!acme.person()}`);
    for (const input of row.querySelectorAll("input")) input.disabled = !acme.person();
  }
}

/** A mode is chosen once in the life of an SDK. */
function switchMode(mode) {
  acme.update({ mode }, { isKnown: true });
  location.assign(location.pathname);
}

form.addEventListener("input", ({ target }) => {
  if (target === exports) acme.update({ exports: Number(target.value) });
  else if (target.name === "mode") switchMode(target.value);
  else if (target.name === "view") acme.go(target.value);
  else acme.update({ [target.name]: target.value });
});

/** Everything the SDK keeps is under the `storageKey` of the configuration. */
form.querySelector("[data-forget]").addEventListener("click", () => {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (key.startsWith("acme:")) storage.removeItem(key);
  }
  location.reload();
});

const sheet = document.querySelector(".sheet");
sheet.addEventListener("click", () => {
  sheet.ariaExpanded = String(sheet.ariaExpanded !== "true");
});

drawChoices();
update();
acme.onChange(update);
window.addEventListener("acme:view", update);

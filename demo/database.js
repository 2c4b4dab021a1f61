/** "In the database": what the control plane knows, as it knows it, and buttons that change it. */
const { acme } = window;
const section = document.querySelector(".database");
const list = section.querySelector(".events");
const EVERY_MS = 1000;
const DAY = 86_400_000;
const PAYMENT = {
  none: "None yet",
  pending: "Done, its webhook is late",
  paid: "Paid",
  failed: "Failed",
};

const write = (name, text) => {
  section.querySelector(`[data-known="${name}"]`).textContent = text;
};

function eventRow({ name, placement, received_at }) {
  const row = document.createElement("li");
  const time = document.createElement("time");
  time.textContent = new Date(received_at).toLocaleTimeString("en-GB");
  const what = document.createElement("b");
  what.textContent = name.replaceAll("_", " ");
  row.append(time, what, ` ${placement ?? ""}`);
  return row;
}

function draw({ user, launch, total, events }) {
  write("launch", launch ? `Version ${launch.version}, launch ${launch.sequence}` : "None");
  write("plan", user?.plan_handle ?? "Nobody is signed in");
  write("payment", user ? PAYMENT[user.payment_state] : "");
  write("total", total);
  list.replaceChildren(...events.map(eventRow));
  for (const button of section.querySelectorAll('[data-change]:not([data-change="launch"])')) {
    // A webhook that never comes ends as a payment that has failed.
    const isWaiting = button.dataset.change !== "fail" && user?.payment_state === "pending";
    button.disabled = !user || isWaiting;
  }
}

/** The control's name for how far a trial is. */
function stageOf({ trial_handle, started_at }) {
  if (!trial_handle) return "none";
  const days = (Date.now() - Date.parse(started_at)) / DAY;
  return (
    Object.keys(acme.TRIAL_AGE).findLast((stage) => acme.TRIAL_AGE[stage] <= days) ?? "started"
  );
}

/** The page follows what somebody else has changed: a webhook, another tab. */
function follow(user) {
  if (!user) return;
  const { plan_handle: plan, usage, trial } = user;
  const known = { plan, ...usage, trial: stageOf(trial) };
  const patch = Object.fromEntries(
    Object.entries(known).filter(([name, value]) => acme.state[name] !== value),
  );
  if (Object.keys(patch).length === 0) return;
  acme.update(patch, { isKnown: true });
  Service.push(async (sdk) => {
    await sdk.refreshContext();
    // Whoever paid is welcomed to a plan that they have.
    if (patch.plan && patch.plan === acme.awaited) {
      acme.awaited = undefined;
      sdk.track("checkout_completed", { plan });
    }
  });
}

async function look() {
  const id = acme.person()?.id;
  const query = id ? `?user_id=${id}` : "";
  const before = acme.saved;
  // Where that failed, the database says what is so.
  await before?.catch(() => undefined);
  const answer = await fetch(`${acme.service.endpoint}/demo/database${query}`);
  const known = await answer.json();
  if (!answer.ok || acme.saved !== before || acme.person()?.id !== id) return;
  draw(known);
  follow(known.user);
}

/** One look after the other, none in a hidden tab. */
async function keepLooking() {
  try {
    if (!document.hidden) await look();
    section.removeAttribute("data-lost");
  } catch {
    // The control plane is gone for now; what was seen last stays, greyed.
    section.setAttribute("data-lost", "");
  }
  setTimeout(keepLooking, EVERY_MS);
}

const CHANGES = {
  launch: () => fetch(`${acme.service.endpoint}/demo/launch`, { method: "POST" }),
  pay: () => acme.change("/pay", { plan: "pro" }),
  fail: () => acme.change("/fail-payment"),
};

if (acme.service) {
  section.hidden = false;
  section.addEventListener("click", async ({ target }) => {
    const change = CHANGES[target.dataset.change];
    if (!change) return;
    target.ariaBusy = "true";
    // Where it failed, the next look says what is so.
    await change().catch(() => undefined);
    target.ariaBusy = "false";
  });
  acme.onChange(({ patch }) => {
    if (!("who" in patch)) return;
    // A payment is welcomed by whoever made it.
    acme.awaited = undefined;
    // Should it fail, the next look comes within a second.
    look().catch(() => undefined);
  });
  keepLooking();
}

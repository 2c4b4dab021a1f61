/** "What was decided, and why": every place of the page, its verdict, and the whole explanation. */
import { actualOf, expectedOf, make, words } from "./explanations.js";

const { decided } = window;
const list = document.querySelector(".decisions");
const log = document.querySelector(".log");
const count = document.querySelector("[data-count]");
const LOG_LENGTH = 40;
const CATEGORY_WAITS = {
  entitlement_denied: "waits for a click it has to stop",
  event: "waits for its event",
};

/** What a dot says. */
const SIGHTS = { true: "visible", false: "not visible", elsewhere: "on another page" };

const title = (handle) => words(handle).replace(/^./, (letter) => letter.toUpperCase());

/** How a gate's two values read; the second is what was authored. */
const PHRASES = {
  holdout: ["drawn ", ", kept back below "],
  rollout: ["drawn ", ", let in below "],
  operator: ["is ", ", compared with "],
};

function valuesOf(asked) {
  const { gate, actual } = asked;
  const wanted = make("code", "", expectedOf(asked));
  if (actual === undefined) return make("span", "values", "wants ", wanted);
  const [is, wants] = PHRASES[/^\$/.test(gate) ? "operator" : gate] ?? ["is ", ", wants "];
  const seen = make("code", "", actualOf(asked));
  return make("span", "values", is, seen, wants, wanted);
}

function gateRow(asked) {
  const { gate, passed, expected, children = [] } = asked;
  const mark = make("span", "mark", passed ? "✓" : "✗");
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", passed ? "passed" : "failed");
  const row = make("li", passed ? "passed" : "failed", mark, make("b", "", gate));
  if (children.length > 0) row.append(make("ul", "gates", ...children.map(gateRow)));
  else if (expected !== undefined) row.append(valuesOf(asked));
  return row;
}

function candidateBlock({ placement, payload, reason, gates }) {
  const name = payload && payload !== "default" ? `${placement} / ${payload}` : placement;
  const head = make("p", "", make("b", "", name), make("span", "reason", words(reason)));
  return make("div", "candidate", head, make("ul", "gates", ...gates.map(gateRow)));
}

/** One place: a slot, or a page-level placement. */
function createRow(place) {
  const dot = make("span", "dot");
  dot.setAttribute("role", "img");
  const reason = make("span", "reason");
  const summary = make("summary", "", dot, make("b", "", place.name), reason);
  const body = make("div", "explanation");
  const details = make("details", "", summary, body);
  const item = make("li", "", details);
  const draw = () => {
    const { explanation } = row;
    if (details.open && explanation) {
      body.replaceChildren(...explanation.candidates.map(candidateBlock));
    }
  };
  const row = {
    explanation: undefined,
    update({ visible, text, explanation }) {
      dot.dataset.visible = visible;
      dot.setAttribute("aria-label", SIGHTS[visible]);
      reason.textContent = text;
      item.dataset.place = place.handle;
      if (!item.isConnected) list.append(item);
      row.explanation = explanation;
      draw();
    },
  };
  details.addEventListener("toggle", draw);
  return row;
}

/** A slot may lie in a view that isn't open: what is in it is there, and nobody sees it. */
const isInSight = (slot) => !slot || slot.getClientRects().length > 0;

/** Where nobody sees it. */
function whereabouts(slot) {
  if (isInSight(slot)) return "";
  const view = slot.closest("[data-view][hidden]");
  return view ? `, on the ${view.ariaLabel} page` : ", hidden by the page";
}

function inWords(place, decision, explanation) {
  if (decision?.visible) {
    const { placement, variant, surface } = decision.output;
    const what = place.kind === "slot" ? placement : surface;
    return `${what}${variant ? `, variant ${variant}` : ""}${whereabouts(place.slot)}`;
  }
  const reasons = decision?.reasons ?? explanation.reasons;
  const isReady = explanation.visible && !decision?.reasons.includes("waiting_turn");
  if (isReady) return CATEGORY_WAITS[place.trigger] ?? words(reasons.join(", "));
  return words([...new Set(reasons)].join(", "));
}

function writeLog(kind, text) {
  const time = new Date().toLocaleTimeString("en-GB");
  log.prepend(make("li", "", make("time", "", time), make("b", "", kind), ` ${text}`));
  while (log.children.length > LOG_LENGTH) log.lastChild.remove();
}

function logDecision({ slot, decision: { visible, output } }) {
  if (!visible) return;
  const where = whereabouts(slot && document.querySelector(`[data-service-slot="${slot}"]`));
  writeLog(where ? "decided" : "shown", `${output.placement} as ${output.surface}${where}`);
}

/** The slots of the page in their order, then what belongs to the page as a whole. */
function placesOf(playbook) {
  const slots = [...document.querySelectorAll("[data-service-slot]")]
    .map((slot) => ({ handle: slot.dataset.serviceSlot, slot, kind: "slot" }))
    .filter(({ handle }) => playbook.placements.some(({ slot }) => slot === handle))
    .map((place) => ({ ...place, name: title(place.handle) }));
  const pageLevel = playbook.placements
    .filter(({ slot }) => !slot)
    .map(({ handle, name, trigger }) => ({ handle, name, kind: "page", trigger: trigger?.type }));
  return [...slots, ...pageLevel];
}

async function start(sdk) {
  decided.forEach(logDecision);
  const rows = new Map();
  let drawing = 0;
  /** Asks about one place a task, so that the page has its turn in between; draws all of them at once. */
  const draw = async () => {
    drawing++;
    const mine = drawing;
    const explained = [];
    for (const [place, row] of rows) {
      await new Promise((resolve) => setTimeout(resolve));
      if (mine !== drawing) return;
      explained.push([place, row, sdk.explain(place.handle)]);
    }
    let shown = 0;
    for (const [place, row, explanation] of explained) {
      const decision = decided.get(place.handle)?.decision;
      const isFilled = Boolean(decision?.visible);
      const visible = isFilled && !isInSight(place.slot) ? "elsewhere" : isFilled;
      if (visible === true) shown++;
      place.slot?.classList.toggle("is-filled", isFilled);
      row.update({ visible, text: inWords(place, decision, explanation), explanation });
    }
    count.textContent = `${shown} ${shown === 1 ? "placement" : "placements"} shown`;
  };
  sdk.on("decision", (event) => {
    logDecision(event);
    draw();
  });
  for (const event of ["context", "playbook", "ready"]) sdk.on(event, draw);
  window.addEventListener("acme:view", draw);
  for (const event of ["impression", "dismiss", "cta"]) {
    sdk.on(event, ({ type, placement, cta }) =>
      writeLog(words(type), cta ? `${placement}, ${cta}` : placement),
    );
  }
  sdk.on("route", ({ url }) => writeLog("route", new URL(url).search || "/"));
  sdk.on("error", ({ message }) => writeLog("error", message));

  const playbook = await (await fetch("playbook.json")).json();
  for (const place of placesOf(playbook)) rows.set(place, createRow(place));
  draw();
}

window.Service ??= [];
Service.push(start);

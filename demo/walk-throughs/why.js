/** "Why": each place of the walk-through, whether something shows there, and what `Service.explain` says of it. */
import { actualOf, expectedOf, make, words } from "../explanations.js";

const { decided } = window;
const list = document.querySelector(".why");

/** The first gate that was not passed, down to the leaf of a condition. */
function refusal(gates) {
  const failed = gates.find(({ passed }) => !passed);
  if (!failed) return [];
  const inner = refusal(failed.children ?? []);
  return inner.length > 0 && failed.gate !== "$not" ? [failed.gate, ...inner] : [failed];
}

function candidateLine({ placement, payload, reason, gates }, isShown) {
  const name = payload && payload !== "default" ? `${placement} / ${payload}` : placement;
  const verdict = reason === "shown" && !isShown ? "waits for its click" : words(reason);
  const line = make("li", "candidate", make("b", "", name), ` ${verdict}`);
  line.dataset.reason = reason;
  const path = refusal(gates);
  const failed = path.pop();
  if (failed) {
    const where = [...path, failed.gate].join(" › ");
    const values = `${where}: is ${actualOf(failed)}, wants ${expectedOf(failed)}`;
    line.append(make("span", "values", values));
  }
  return line;
}

function drawPlace(element, { name, isShown, explanation }) {
  const { visible, reasons, candidates } = explanation;
  const verdict = isShown ? "shown" : visible ? "ready" : words(reasons.join(", "));
  const head = make("p", "place", make("b", "", name), make("span", "verdict", verdict));
  element.dataset.shown = String(isShown);
  const lines = candidates.map((candidate) => candidateLine(candidate, isShown));
  element.replaceChildren(head, make("ul", "", ...lines));
}

/** The slots that the Playbook fills, then what belongs to the page as a whole. */
function placesOf({ placements }) {
  const slots = new Set(placements.map(({ slot }) => slot).filter(Boolean));
  const pageLevel = placements.filter(({ slot }) => !slot).map(({ handle }) => handle);
  return [...slots, ...pageLevel];
}

export async function watchDecisions(sdk, playbookUrl) {
  const rows = new Map();
  let drawing = 0;
  /** Asks about one place a task, so that the page has its turn in between; draws all of them at once. */
  const draw = async () => {
    drawing++;
    const mine = drawing;
    const explained = [];
    for (const [handle, element] of rows) {
      await new Promise((resolve) => setTimeout(resolve));
      if (mine !== drawing) return;
      explained.push([handle, element, sdk.explain(handle)]);
    }
    for (const [handle, element, explanation] of explained) {
      const isShown = Boolean(decided.get(handle)?.decision.visible);
      drawPlace(element, { name: handle, isShown, explanation });
    }
  };
  for (const event of ["decision", "context", "playbook", "ready", "dismiss"]) sdk.on(event, draw);

  const playbook = await (await fetch(playbookUrl)).json();
  for (const handle of placesOf(playbook)) {
    const row = make("li", "row");
    row.dataset.place = handle;
    rows.set(handle, row);
    list.append(row);
  }
  draw();
}

/** Draws the walk-through that the address names, and lets a person move it on. */
import { planName, STORIES } from "./stories.js";
import { watchDecisions } from "./why.js";

const { walk } = window;
const story = STORIES[walk.name];
const find = (selector) => document.querySelector(selector);

function make(tag, text, properties) {
  return Object.assign(document.createElement(tag), { textContent: text, ...properties });
}

function drawList() {
  const items = walk.names.map((name) => {
    const link = make("a", STORIES[name].title, { href: `?w=${name}` });
    if (name === walk.name) link.ariaCurrent = "page";
    const item = make("li", "");
    item.append(link);
    return item;
  });
  find(".walks ol").append(...items);
  // On a narrow screen the list scrolls sideways.
  find("[aria-current]").scrollIntoView({ block: "nearest", inline: "center" });
}

/** What the product shows of the account. A list becomes one. */
function drawFacts() {
  for (const [name, value] of Object.entries({ plan: planName(), ...story.facts(walk.state) })) {
    const element = find(`[data-text="${name}"]`);
    if (!element) continue;
    if (Array.isArray(value)) element.replaceChildren(...value.map((one) => make("li", one)));
    else element.textContent = value;
  }
}

function drawSteps() {
  const buttons = Object.entries(story.steps).map(([text, step]) => {
    const button = make("button", text, { type: "button", className: "quiet" });
    button.addEventListener("click", step);
    return button;
  });
  const others = [make("button", "Start over", { type: "button", className: "link" })];
  others[0].addEventListener("click", walk.startOver);
  if (story.says) {
    const isGerman = walk.state.locale.startsWith("de");
    const language = make("button", isGerman ? "English" : "Deutsch (Österreich)", {
      type: "button",
      className: "link",
    });
    language.addEventListener("click", () => {
      walk.update({ locale: isGerman ? "en" : "de-AT" });
      location.reload();
    });
    others.unshift(language);
  }
  find(".steps").append(...buttons, ...others);
}

find("title").textContent = `${story.title} · Acme Studio`;
find("h1").textContent = story.title;
find(".lead").textContent = story.lead;
find(".stage").append(find(`#stage-${walk.name}`).content);
find(".source").href = `${walk.name}.json`;
drawList();
drawFacts();
drawSteps();

find(".stage").addEventListener("click", ({ target }) => {
  const work = target.closest("[data-do]")?.dataset.do;
  if (work) story.work[work]();
});
walk.onChange(drawFacts);

// Before the SDK is there, `Service` is a list of what waits for it.
window.Service ??= [];
Service.push((sdk) => {
  const told = { id: walk.state.id };
  walk.onChange(() => {
    const { id, ...user } = walk.user();
    if (id !== told.id) sdk.identify(id, user);
    else sdk.setUser(user);
    told.id = id;
    sdk.refreshContext();
  });
  watchDecisions(sdk, `${walk.name}.json`);
});

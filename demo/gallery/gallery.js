/** The sheet: one frame for each state of the surface that the address names. */
import { PAGE_LEVEL, STATES, SURFACES, statesOf } from "./states.js";

const nav = document.querySelector("nav");
const main = document.querySelector("main");
const scheme = document.querySelector("select");
const inWords = (handle) => handle.replaceAll("_", " ");

function figureOf(surface, state) {
  const address = `specimen.html?${new URLSearchParams({ surface, state, scheme: scheme.value })}`;
  const figure = document.createElement("figure");
  const link = Object.assign(document.createElement("a"), {
    href: address,
    target: "_blank",
    textContent: inWords(state),
  });
  const isPageLevel = PAGE_LEVEL.includes(surface);
  figure.classList.toggle("is-coming", !isPageLevel);
  const frame = Object.assign(document.createElement("iframe"), {
    // The others are as high as what is in them, which moves those after them: all come, in order.
    loading: isPageLevel ? "lazy" : "eager",
    title: `${inWords(surface)}, ${inWords(state)}`,
    // To be looked at here, and used when opened alone.
    inert: isPageLevel,
    src: address,
  });
  if (STATES[state].zoom) frame.style.zoom = STATES[state].zoom;
  frame.addEventListener("load", () => {
    const { body } = frame.contentDocument;
    const slot = body.querySelector("[data-service-slot=specimen]");
    const fit = () => {
      frame.style.setProperty("--height", `${body.scrollHeight}px`);
      if (slot.offsetHeight) figure.classList.remove("is-coming");
    };
    new ResizeObserver(fit).observe(body);
  });
  const caption = document.createElement("figcaption");
  caption.append(link);
  figure.append(caption, frame);
  return figure;
}

let drawing = 0;

/** One frame a task, so that the page has its turn in between. */
async function draw() {
  drawing++;
  const mine = drawing;
  const chosen = location.hash.slice(1);
  const surface = Object.hasOwn(SURFACES, chosen) ? chosen : "banner";
  document.documentElement.style.colorScheme = scheme.value;
  for (const link of nav.children) {
    if (link.hash === `#${surface}`) link.ariaCurrent = "page";
    else link.ariaCurrent = null;
  }
  main.className = surface;
  main.replaceChildren();
  for (const state of statesOf(surface)) {
    main.append(figureOf(surface, state));
    await new Promise((resolve) => setTimeout(resolve));
    if (mine !== drawing) return;
  }
}

nav.append(
  ...Object.keys(SURFACES).map((surface) =>
    Object.assign(document.createElement("a"), {
      href: `#${surface}`,
      textContent: inWords(surface),
    }),
  ),
);
// A dialog that opens takes the focus, out of an inert frame too.
window.addEventListener("blur", () => {
  if (document.activeElement?.inert) nav.querySelector("[aria-current]").focus();
});
window.addEventListener("hashchange", draw);
scheme.addEventListener("change", draw);
draw();

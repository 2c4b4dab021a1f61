/** One surface in one state: `?surface=banner&state=plain&scheme=dark`. A page like a customer's. */
import { configOf, PAGE_LEVEL, STATES, SURFACES } from "./states.js";

const query = new URLSearchParams(location.search);
const known = (name, table, fallback) => {
  const value = query.get(name) ?? fallback;
  return Object.hasOwn(table, value) ? value : fallback;
};
const surface = known("surface", SURFACES, "banner");
const state = known("state", STATES, "plain");
const { dir = "ltr", lang = "en", width, zoom, pressed } = STATES[state];
const root = document.documentElement;

window.ServiceConfig = configOf(surface, state);
Object.assign(root, { dir, lang });
root.classList.toggle("is-page-level", PAGE_LEVEL.includes(surface));
root.style.colorScheme = query.get("scheme") ?? "";
// In the gallery its frame is zoomed. Zoomed by itself, a page still has `vw` of the whole window.
if (zoom && window === parent) root.style.zoom = zoom;
document.title = `${surface} ${state} · Gallery`.replaceAll("_", " ");
document.querySelector("h1").textContent = document.title;
if (width) document.querySelector("[data-service-slot=specimen]").style.width = width;

/** As a person would, once there is something to press. */
function pressFirst() {
  const places = [...document.querySelectorAll("[data-service-slot], service-host")];
  const [button] = places.flatMap(({ shadowRoot }) => shadowRoot?.querySelector(".cta") ?? []);
  if (button) button.click();
  else requestAnimationFrame(pressFirst);
}
if (pressed) pressFirst();

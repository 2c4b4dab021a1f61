/** No framework at all: a router that writes each route's markup, by the History API. */
const slot = (handle) => `<div data-service-slot="${handle}" class="slot"><i>Own</i></div>`;
const pages = {
  "/": `<h1>Home</h1>${slot("top")}`,
  "/list": `<h1>List</h1>${slot("top")}${slot("side")}${slot("side")}`,
  "/gate": `<h1>Gate</h1><button type="button" data-service-gate="export">Export</button>${slot("side")}`,
  "/wiped": `<h1>Wiped</h1>${slot("top")}`,
};

function render() {
  document.title = location.pathname;
  document.querySelector("#root").innerHTML = pages[location.pathname] ?? pages["/"];
}

window.hydrate = () => {
  render();
  addEventListener("popstate", render);
  window.hydrated = true;
};
window.go = (to) => {
  history.pushState({ own: to }, "", to);
  render();
};

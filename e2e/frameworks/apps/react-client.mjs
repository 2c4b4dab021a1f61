/** Takes over what the server rendered, when the page says so; or renders by itself. */
import { createRoot, hydrateRoot } from "react-dom/client";
import { tree } from "./react-app.mjs";

window.hydrate = (strict) => {
  window.root = hydrateRoot(document.querySelector("#root"), tree(location.pathname, strict), {
    onRecoverableError: (error) => console.error(`recoverable: ${error}`),
  });
};
window.renderApp = (strict) => {
  window.root = createRoot(document.querySelector("#root"));
  window.root.render(tree(location.pathname, strict));
};

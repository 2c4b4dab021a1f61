/** Takes over what the server rendered, when the page says so. */
import { createVueApp } from "./vue-app.mjs";

window.hydrate = () => {
  const app = createVueApp(location.pathname);
  app.mount("#root");
  window.root = app;
};

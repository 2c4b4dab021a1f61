/** What a server sends of the application. */
import { renderToString } from "vue/server-renderer";
import { createVueApp } from "./vue-app.mjs";

export const renderPage = (path) => renderToString(createVueApp(path));

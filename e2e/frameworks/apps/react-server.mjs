/** What a server sends of the application. */
import { renderToString } from "react-dom/server";
import { tree } from "./react-app.mjs";

export const renderPage = (path, strict) => renderToString(tree(path, strict));

/** A React application with a router of its own by the History API; the same tree on the server and in the browser. */
import {
  createElement as h,
  StrictMode,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";

/** A slot whose own children React goes on rendering. */
export function Slot({ handle, children }) {
  return h("div", { "data-service-slot": handle, className: "slot" }, children);
}

function Counter() {
  const [count, setCount] = useState(0);
  return h("button", { type: "button", onClick: () => setCount(count + 1) }, `Count ${count}`);
}

/** Children that come and go inside a slot, first and last among others. */
function Changing() {
  const [turn, setTurn] = useState(0);
  return h(
    Slot,
    { handle: "top" },
    turn % 2 === 1 && h("p", { key: "a" }, "First child"),
    h("button", { key: "b", type: "button", onClick: () => setTurn(turn + 1) }, `Turn ${turn}`),
    turn % 3 === 1 ? h("p", { key: "c" }, "Last child") : "text",
  );
}

/** Markup that React sets as a string, anew each time. */
function Wiped() {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    window.wipe = () => setTurn((now) => now + 1);
  }, []);
  return h("div", {
    "data-service-slot": "top",
    id: "wiped",
    dangerouslySetInnerHTML: { __html: `<b>Rendered ${turn}</b>` },
  });
}

const pages = {
  "/": () => [h("h1", { key: 1 }, "Home"), h(Changing, { key: 2 }), h(Counter, { key: 3 })],
  "/list": () => [
    h("h1", { key: 1 }, "List"),
    ...["top", "side", "side"].map((handle, key) =>
      h("section", { key: `s${key}` }, h(Slot, { handle }, h("i", null, "Own"))),
    ),
  ],
  "/wiped": () => [h("h1", { key: 1 }, "Wiped"), h(Wiped, { key: 2 })],
  "/gate": () => [
    h("h1", { key: 1 }, "Gate"),
    h("button", { key: 2, type: "button", "data-service-gate": "export" }, "Export"),
    h(Slot, { key: 3, handle: "side" }),
    h("p", { key: 4, "data-service-show-if": "export", suppressHydrationWarning: true }, "For Pro"),
    h("p", { key: 5, "data-service-hide-if": "seats", suppressHydrationWarning: true }, "Full"),
  ],
};

const listeners = new Set();
const subscribe = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function App({ path }) {
  const current = useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => path,
  );
  useLayoutEffect(() => {
    const tell = () => {
      for (const listener of listeners) listener();
    };
    window.go = (to) => {
      history.pushState({ own: to }, "", to);
      tell();
    };
    addEventListener("popstate", tell);
    return () => removeEventListener("popstate", tell);
  }, []);
  useEffect(() => {
    document.title = current;
    window.hydrated = true;
  });
  return h("main", null, (pages[current] ?? pages["/"])());
}

export const tree = (path, strict) =>
  strict ? h(StrictMode, null, h(App, { path })) : h(App, { path });

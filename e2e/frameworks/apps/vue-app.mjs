/** A Vue application with a router of its own by the History API; the same tree on the server and in the browser. */
import { createSSRApp, defineComponent, h, onMounted, onUnmounted, ref } from "vue";

const slot = (handle, ...children) =>
  h("div", { "data-service-slot": handle, class: "slot" }, children);

const Changing = defineComponent({
  setup() {
    const turn = ref(0);
    return () =>
      slot(
        "top",
        turn.value % 2 === 1 ? h("p", { key: "a" }, "First child") : null,
        h(
          "button",
          { key: "b", type: "button", onClick: () => turn.value++ },
          `Turn ${turn.value}`,
        ),
        turn.value % 3 === 1 ? h("p", { key: "c" }, "Last child") : "text",
      );
  },
});

const Wiped = defineComponent({
  setup() {
    const turn = ref(0);
    onMounted(() => {
      window.wipe = () => turn.value++;
    });
    return () =>
      h("div", {
        "data-service-slot": "top",
        id: "wiped",
        innerHTML: `<b>Rendered ${turn.value}</b>`,
      });
  },
});

const pages = {
  "/": () => [h("h1", "Home"), h(Changing)],
  "/list": () => [
    h("h1", "List"),
    ...["top", "side", "side"].map((handle) => h("section", slot(handle, h("i", "Own")))),
  ],
  "/wiped": () => [h("h1", "Wiped"), h(Wiped)],
  "/gate": () => [
    h("h1", "Gate"),
    h("button", { type: "button", "data-service-gate": "export" }, "Export"),
    slot("side"),
    h("p", { "data-service-show-if": "export" }, "For Pro"),
    h("p", { "data-service-hide-if": "seats" }, "Full"),
  ],
};

const App = defineComponent({
  props: { path: { type: String, required: true } },
  setup(props) {
    const current = ref(props.path);
    const read = () => {
      current.value = location.pathname;
    };
    onMounted(() => {
      window.go = (to) => {
        history.pushState({ own: to }, "", to);
        read();
      };
      addEventListener("popstate", read);
      window.hydrated = true;
    });
    onUnmounted(() => removeEventListener("popstate", read));
    return () => h("main", { key: current.value }, (pages[current.value] ?? pages["/"])());
  },
});

export const createVueApp = (path) => createSSRApp(App, { path });

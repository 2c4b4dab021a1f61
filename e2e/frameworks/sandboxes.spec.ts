/** Micro-frontends: a snippet that a sandbox runs with a `document` of its own, and prototypes that one has changed. */
import { expect, test } from "../fixtures";
import { BOOK, exported, FREE, HTML, title } from "../local-page";
import { localConfig, placement, playbook } from "../playbooks";
import { append } from "../slot-pages";

const CONFIG = localConfig(BOOK, { user: FREE });

/** As micro-app does, and qiankun and Garfish much alike: a proxy that passes all on to the page's own document. */
const RUN_IN_SANDBOX = `(async () => {
  const own = new Proxy(document, {
    get(target, key) {
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
  const code = await (await fetch("/dist/service.js")).text();
  new Function("document", code)(own);
})()`;

for (const [what, later] of [
  ["what is marked", false],
  ["what is rendered later", true],
] as const) {
  test(`in a sandbox with a document of its own ${what} is found`, async ({ site }) => {
    const page = await site.open({ html: later ? "" : HTML, config: CONFIG, script: "" });
    await page.evaluate(RUN_IN_SANDBOX);
    await page.evaluate("Service.ready");
    if (later) await append(page, HTML);
    await expect(title(page)).toBeVisible();
    await expect(exported(page)).toBeHidden();
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await expect(title(page)).toBeHidden();
    await expect(exported(page)).toBeVisible();
  });
}

const OFFER = placement("offer", {
  slot: undefined,
  category: "gated",
  trigger: { type: "entitlement_denied", entitlement: "export" },
  payload: { surface: "modal" },
});
const CHANGED = {
  "append() fails in shadow roots, as micro-app leaves it":
    "DocumentFragment.prototype.append = Element.prototype.append",
  "there are no custom elements, as in an extension's content script":
    "Object.defineProperty(window, 'customElements', { value: null })",
};
for (const [what, code] of Object.entries(CHANGED)) {
  test(`where ${what}, slots and dialogs are shown`, async ({ site }) => {
    const page = await site.open({
      html: HTML,
      config: localConfig(playbook({ placements: [placement("top"), OFFER] }), { user: FREE }),
      script: `<script>${code}</script><script src="/dist/service.js"></script>`,
    });
    await expect(title(page)).toBeVisible();
    await page.getByRole("button", { name: "Go" }).click();
    await expect(page.getByRole("dialog", { name: "Title of offer" })).toBeVisible();
  });
}

/** Slots: which elements are some, and how they come, go and change hands. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { append, CONFIG, settled } from "../slot-pages";

test("a slot that is there at load shows its placement in place of its own children", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div data-service-slot="top"><p>While nothing is placed</p></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await expect(page.getByText("On Free")).toBeVisible();
  await expect(page.getByText("While nothing is placed")).toBeHidden();
});

test("a slot without a placement shows its own children, as does one that loses its placement", async ({
  site,
}) => {
  const page = await site.open({
    html: `<div data-service-slot="nobody"><p>Nothing for this one</p></div>
      <div data-service-slot="top"><p>Came back</p></div>`,
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await expect(page.getByText("Nothing for this one")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Hi Ann")).toBeHidden();
  await expect(page.getByText("Came back")).toBeVisible();
});

test("a slot is found when it appears later, deep inside what was added", async ({ site }) => {
  const page = await site.open({ html: "<h1>Page</h1>", config: CONFIG });
  await page.evaluate("Service.ready");
  await append(page, '<section><ul><li><div data-service-slot="top"></div></li></ul></section>');
  await expect(page.getByText("Hi Ann")).toBeVisible();
});

test("a slot whose handle changes shows the other placement, and none without the attribute", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div id="slot" data-service-slot="top"><p>Own</p></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await page.evaluate("slot.dataset.serviceSlot = 'side'");
  await expect(page.getByText("Title of side")).toBeVisible();
  await expect(page.getByText("Hi Ann")).toBeHidden();
  await page.evaluate("slot.removeAttribute('data-service-slot')");
  await expect(page.getByText("Title of side")).toBeHidden();
  await expect(page.getByText("Own")).toBeVisible();
});

test("an element becomes a slot when it gets the attribute", async ({ site }) => {
  const page = await site.open({ html: '<div id="later">Own</div>', config: CONFIG });
  await page.evaluate("Service.ready");
  await page.evaluate("later.setAttribute('data-service-slot', 'top')");
  await expect(page.getByText("Hi Ann")).toBeVisible();
});

test("a removed slot is unmounted, and shows its placement again when it returns", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div id="slot" data-service-slot="top"></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await page.evaluate("window.kept = slot; slot.remove()");
  await expect
    .poll(() => page.evaluate("kept.shadowRoot.querySelectorAll('.root').length"))
    .toBe(0);
  await page.evaluate("document.body.append(kept)");
  await expect(page.getByText("Hi Ann")).toBeVisible();
});

test("an element that cannot hold a shadow root is told about once and left as it is", async ({
  site,
}) => {
  site.allowConsole(/\[Service\].*<a>/);
  const page = await site.open({
    html: '<a id="link" href="#x" data-service-slot="top">A link</a>',
    config: CONFIG,
  });
  await page.evaluate("Service.ready");
  await page.evaluate("document.body.append(link); Service.setUser({ name: 'Bob' })");
  await settled(page);
  await expect(page.getByText("A link")).toBeVisible();
  expect(site.console.filter((line) => line.includes("[Service]"))).toEqual([
    expect.stringMatching(/^(warning|error): \[Service\].*<a>.*slot/),
  ]);
});

test("neither a body nor a quotation is a slot: both are told about and left as they are", async ({
  site,
}) => {
  site.allowConsole(/\[Service\] <(body|blockquote)> cannot be a slot/);
  const page = await site.open({
    html: '<blockquote data-service-slot="top">Their words</blockquote><p>The page</p>',
    config: CONFIG,
    script: `<script>addEventListener("DOMContentLoaded", () => {
      document.body.dataset.serviceSlot = "top";
    })</script><script defer src="/dist/service.js"></script>`,
  });
  await page.evaluate("Service.ready");
  await settled(page);
  await expect(page.getByText("Their words")).toBeVisible();
  await expect(page.getByText("The page")).toBeVisible();
  const told = site.console.filter((line) => line.includes("cannot be a slot"));
  expect(told).toHaveLength(2);
});

test("every element that can hold a shadow root can be a slot, undefined custom elements too", async ({
  site,
}) => {
  const names =
    "div section aside p span h1 h2 h3 h4 h5 h6 header footer main nav article my-slot".split(" ");
  const page = await site.open({
    html: names.map((name) => `<${name} data-service-slot="top"></${name}>`).join(""),
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toHaveCount(names.length);
});

test("a custom element that is defined late keeps its own shadow root", async ({ site }) => {
  site.allowConsole(/<late-one> cannot be a slot/);
  const page = await site.open({
    html: `<late-one data-service-slot="top"></late-one>
      <script>customElements.define("late-one", class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<p>My own</p>"; }
      });</script>`,
    config: CONFIG,
  });
  await page.evaluate("Service.ready");
  await settled(page);
  await expect(page.getByText("My own")).toBeVisible();
});

test("a custom element that is defined long after it showed a placement gets a root of its own", async ({
  site,
}) => {
  const page = await site.open({
    html: '<late-one data-service-slot="top"></late-one>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  const count = await page.evaluate(() => {
    customElements.define(
      "late-one",
      class extends HTMLElement {
        constructor() {
          super();
          const root = this.attachShadow({ mode: "open" });
          Object.assign(window, { found: root.childNodes.length + root.adoptedStyleSheets.length });
          root.innerHTML = "<p>My own</p>";
        }
      },
    );
    return Reflect.get(window, "found");
  });
  expect(count).toBe(0);
  await page.evaluate("Service.setUser({ name: 'Ben' }); history.pushState({}, '', '/two')");
  await settled(page);
  await expect(page.getByText("My own")).toBeVisible();
  await expect(page.getByText("Hi")).toHaveCount(0);
});

test("several elements of one handle all show the placement", async ({ site }) => {
  const page = await site.open({
    html: '<div data-service-slot="top"></div><aside data-service-slot="top"></aside>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toHaveCount(2);
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await expect(page.getByText("Hi Ann")).toHaveCount(0);
});

test("a slot takes only the surfaces it names", async ({ site }) => {
  const page = await site.open({
    html: `<div id="slot" data-service-slot="top" data-service-surfaces="banner"><p>Own</p></div>
      <div data-service-slot="top" data-service-surfaces="banner card"></div>`,
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toHaveCount(1);
  await expect(page.getByText("Own")).toBeVisible();
  await page.evaluate("slot.dataset.serviceSurfaces = 'card'");
  await expect(page.getByText("Hi Ann")).toHaveCount(2);
});

test("a slot never shows a page-level surface by itself", async ({ site }) => {
  const page = await site.open({
    html: '<div data-service-slot="big"><p>Own</p></div>',
    config: localConfig(
      playbook({ placements: [placement("big", { payload: { surface: "modal" } })] }),
    ),
  });
  await page.evaluate("Service.ready");
  await settled(page);
  await expect(page.getByText("Title of big")).toBeHidden();
  await expect(page.getByText("Own")).toBeVisible();
});

test("slots cloned from a template work, and the template itself stays as it is", async ({
  site,
}) => {
  const page = await site.open({
    html: '<template id="row"><div data-service-slot="top"></div></template><main></main>',
    config: CONFIG,
  });
  await page.evaluate("Service.ready");
  await page.evaluate(`
    for (let index = 0; index < 3; index++)
      document.querySelector("main").append(row.content.cloneNode(true));
  `);
  await expect(page.getByText("Hi Ann")).toHaveCount(3);
  expect(await page.evaluate("row.content.firstElementChild.shadowRoot")).toBe(null);
});

test("a copy of a slot that shows a placement is a slot of its own", async ({ site }) => {
  const page = await site.open({
    html: '<div id="slot" data-service-slot="top"></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await page.evaluate("document.body.append(slot.cloneNode(true))");
  await expect(page.getByText("Hi Ann")).toHaveCount(2);
});

test("a placement that cannot be drawn costs the other slots nothing", async ({ site }) => {
  site.expectConsole(/serialize a BigInt/);
  const script = `<script>
    const placement = (slot, params) => ({
      handle: slot, category: "fixed", slot,
      payloads: [{
        handle: "default", surface: "card", content: { title: "In " + slot },
        ctas: [{ label: "Go", action: "go", params }],
      }],
    });
    window.ServiceConfig = { runtimeMode: "local_only", localRuntime: { playbook: {
      format_version: 1, playbook_id: "test", version: 1,
      placements: [placement("top", { id: 10n }), placement("side", {})],
    } } };
  </script><script src="/dist/service.js"></script>`;
  const html = '<div data-service-slot="top"></div><div data-service-slot="side"></div>';
  const page = await site.open({ html, script });
  await expect(page.getByText("In side")).toBeVisible();
});

test("a table that is filled row by row isn't searched again for each row", async ({ site }) => {
  const page = await site.open({
    html: "<table><tbody></tbody></table>",
    config: localConfig(),
  });
  await page.evaluate("Service.ready");
  const searched = await page.evaluate<number>(`new Promise((resolve) => {
    const { querySelectorAll } = Element.prototype;
    let cells = 0;
    Element.prototype.querySelectorAll = function (...given) {
      cells += this.getElementsByTagName("td").length;
      return querySelectorAll.apply(this, given);
    };
    const body = document.querySelector("tbody");
    for (let i = 0; i < 1000; i++) body.insertRow().insertCell();
    setTimeout(() => resolve(cells), 200);
  })`);
  expect(searched).toBeLessThanOrEqual(2000);
});

test("a custom element that is defined late finds no root, and is given one when it asks", async ({
  site,
}) => {
  const page = await site.open({
    html: '<late-one data-service-slot="top">light</late-one>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  // As base classes of component libraries do it.
  await page.evaluate(() => {
    customElements.define(
      "late-one",
      class extends HTMLElement {
        connectedCallback() {
          const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
          const own = document.createElement("p");
          own.textContent = "My own";
          root.append(own);
        }
      },
    );
  });
  await page.evaluate("Service.setUser({ name: 'Ben' })");
  await settled(page);
  await expect(page.getByText("My own")).toBeVisible();
  await expect(page.getByText("Hi")).toHaveCount(0);
  expect(
    await page.evaluate("document.querySelector('late-one').shadowRoot.childNodes.length"),
  ).toBe(1);
});

/** The page's own scripts and ours: what one of them does wrong harms no other. */
import { PAGE } from "../busy-page";
import { expect, test } from "../fixtures";
import { TAG } from "../loading-pages";
import { localConfig, placement, playbook } from "../playbooks";

test("listeners that throw disturb neither each other nor the SDK, and each is told", async ({
  site,
}) => {
  site.expectConsole(/first failed/);
  site.expectConsole(/ failed in its listener/);
  const page = await site.open({
    ...PAGE,
    html: `${PAGE.html}<script>
      window.heard = [];
      for (const name of ["ready", "playbook", "context", "decision", "impression", "dismiss", "error"]) {
        Service.on(name, () => { throw new Error(name + " failed in its listener"); });
        Service.on(name, () => heard.push(name));
      }
      Service.push(() => { throw new Error("first failed"); });
    </script>`,
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.evaluate("Service.setUser({ traits: { a: 1 } })");
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await expect(page.getByText("Page content")).toBeVisible();
  await expect
    .poll(() => page.evaluate("heard"))
    .toEqual(expect.arrayContaining(["context", "decision", "dismiss", "error"]));
  for (const name of ["context", "decision", "dismiss"]) {
    expect(site.console.join()).toContain(`${name} failed in its listener`);
  }
});

test("handlers of the page that throw on our DOM events are the page's own affair", async ({
  site,
}) => {
  site.expectConsole(/^uncaught: Error: of the page/);
  const page = await site.open({
    ...PAGE,
    html: `${PAGE.html}<script>
      addEventListener("service:dismiss", () => { throw new Error("of the page"); });
    </script>`,
  });
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await expect(page.getByText("Page content")).toBeVisible();
});

test("html2canvas, which throws on modern colours, is told to leave placements out", async ({
  site,
}) => {
  const bar = { surface: "bar", content: { title: "Of the page" } };
  const page = await site.open({
    html: '<div data-service-slot="top"></div>',
    script: TAG,
    config: localConfig(
      playbook({
        placements: [placement("top"), placement("bar", { slot: undefined, payload: bar })],
      }),
    ),
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(page.getByText("Of the page")).toBeVisible();
  const met = await page.evaluate(() => {
    const drawn = (root: ParentNode): Element[] =>
      [...root.children]
        .filter((element) => !element.hasAttribute("data-html2canvas-ignore"))
        .flatMap((element) => [element, ...drawn(element.shadowRoot ?? element)]);
    const styles = (element: Element) => Object.values(getComputedStyle(element)).join();
    return drawn(document.body).filter((element) => /\b(color|\w*l(ch|ab))\(/.test(styles(element)))
      .length;
  });
  expect(met).toBe(0);
});

test("a page that has loaded while a slot's root is being attached finds no fault with it", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div data-service-slot="top"></div>',
    script: `<script>{
      const { attachShadow } = Element.prototype;
      Element.prototype.attachShadow = function (init) {
        const root = attachShadow.call(this, init);
        dispatchEvent(new Event("load"));
        return root;
      };
    }</script>${TAG}`,
    config: localConfig(playbook({ placements: [placement("top")] })),
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(site.console).toEqual([]);
});

test("a library that gives lists methods of its own takes no message away", async ({ site }) => {
  site.expectConsole(/the Playbook has problems/);
  const page = await site.open({
    html: '<div data-service-slot="top"></div>',
    script: `<script>Array.prototype.entries = function () { return this.slice(); };</script>${TAG}`,
    config: localConfig(playbook({ placements: [placement("top", { priority: "high" })] })),
  });
  await page.evaluate("Service.ready");
  await expect.poll(() => site.console.join()).toContain("placements[0].priority");
});

test("calls with senseless arguments neither throw nor reject", async ({ site }) => {
  site.allowConsole(/^error: \[Service\]/);
  const page = await site.open(PAGE);
  await page.evaluate("Service.ready");
  const bad = await page.evaluate(`(async () => {
    const bad = [];
    const values = [undefined, null, 5, "", "x".repeat(10000), [], {}, () => {}, NaN];
    const names = Object.keys(Service).filter((name) =>
      typeof Service[name] === "function" && !["destroy", "start"].includes(name));
    const late = () => new Promise((resolve) => setTimeout(resolve, 1000, "never settled"));
    for (const name of names) for (const value of values) {
      try {
        const answer = Service[name](value, value);
        if (await Promise.race([answer, late()]) === "never settled") bad.push(name + " hangs");
      } catch (error) { bad.push(name + " " + typeof value + ": " + error); }
    }
    return bad;
  })()`);
  expect(bad).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveTitle("saved");
});

test("a price that no browser can write keeps only its own placement away", async ({ site }) => {
  site.allowConsole(/^error: \[Service\]/);
  const priced = placement("priced", {
    payload: {
      content: { title: "Pro is {{price}}" },
      ctas: [{ label: "Buy", action: "buy", params: { plan: "pro" } }],
    },
  });
  const plans = [
    { handle: "free" },
    { handle: "pro", price: { amount: 2900, currency: "no currency" } },
  ];
  const page = await site.open({
    html: `<div data-service-slot="priced"><span>No price</span></div>${PAGE.html}`,
    config: localConfig(playbook({ plans, placements: [priced, placement("top")] }), {
      user: { plan_handle: "free" },
    }),
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(page.getByText("No price")).toBeVisible();
});

test("methods work without their object", async ({ site }) => {
  const page = await site.open(PAGE);
  const allowed = "(({ can, ready }) => ready.then(() => can('seats')))(Service)";
  expect(await page.evaluate(allowed)).toBe(true);
});

test("nothing of the page is restyled or moved by our being there", async ({ site }) => {
  const html = `<main style="display:flex"><section data-service-slot="none"><b>Own</b></section></main>
    <button data-service-gate="seats">Add</button><p>Text</p>`;
  const measure = `[...document.body.querySelectorAll("*")].map((element) => [
    element.outerHTML, JSON.stringify(element.getBoundingClientRect()),
    [...getComputedStyle(element)].map((name) =>
      name + getComputedStyle(element).getPropertyValue(name)).join(),
  ])`;
  const bare = await site.open({ html, script: "", path: "/bare" });
  const page = await site.open({ ...PAGE, html });
  await page.evaluate("Service.ready.then(() => new Promise(requestAnimationFrame))");
  expect(await page.evaluate(measure)).toEqual(await bare.evaluate(measure));
});

test("a page may call something of its own URL", async ({ site }) => {
  const page = await site.open({
    html: `<script>const URL = "/api";</script>${PAGE.html}`,
    config: localConfig(
      playbook({
        placements: [
          placement("top", { payload: { target: { condition: { "page.path": "/" } } } }),
        ],
      }),
    ),
  });
  await expect(page.getByText("Title of top")).toBeVisible();
});

test("a renderer whose clean-up fails late is told of, and leaves nothing unhandled", async ({
  site,
}) => {
  site.expectConsole(/surface "own" failed/);
  const page = await site.open({
    html: `<script>Service.registerSurface("own", (element) => {
      element.textContent = "Drawn by the page";
      return async () => { throw new Error("late"); };
    });</script><div data-service-slot="top"></div>`,
    config: localConfig(
      playbook({
        placements: [
          placement("top", { payload: { surface: "own", target: { plans: ["free"] } } }),
        ],
      }),
      { user: { id: "u1", plan_handle: "free" } },
    ),
  });
  await expect(page.getByText("Drawn by the page")).toBeVisible();
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expect.poll(() => site.console.join()).toContain('surface "own" failed');
});

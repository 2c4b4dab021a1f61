/** What needs an entitlement is out of sight, whatever the page's style sheets say of `display`. */
import { expect, test } from "../fixtures";
import { localConfig, playbook } from "../playbooks";
import { createSignal } from "../signal";

const HTML = `<style>.row { display: flex } #strong.row { display: grid }</style>
  <div class="row" data-service-show-if="export">For Pro</div>
  <div class="row" id="strong" data-service-show-if="export">Strongly for Pro</div>
  <div class="row" data-service-hide-if="export">Get Pro</div>
  <div class="row" hidden>Not ours</div>`;

test("show-if and hide-if hide what the page lays out by a class of its own", async ({ site }) => {
  const page = await site.open({
    html: HTML,
    config: localConfig(playbook(), { user: { id: "u1", plan_handle: "free" } }),
  });
  const forPro = page.getByText("For Pro", { exact: true });
  await page.evaluate("Service.ready");
  await expect(page.getByText("Get Pro")).toBeVisible();
  await expect(forPro).toBeHidden();
  await expect(page.getByText("Strongly")).toBeHidden();
  await expect(page.getByText("Not ours")).toBeVisible();
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expect(page.getByText("Get Pro")).toBeHidden();
  await expect(forPro).toHaveCSS("display", "flex");
  await expect(page.getByText("Strongly")).toHaveCSS("display", "grid");
  await page.evaluate("Service.destroy()");
  await expect(page.getByText("Get Pro")).toBeVisible();
  expect(await page.evaluate("document.adoptedStyleSheets.length")).toBe(0);
});

test("a page that assigns its style sheets anew shows nothing of what is hidden for long", async ({
  site,
}) => {
  const page = await site.open({
    html: HTML,
    config: localConfig(playbook(), { user: { id: "u1", plan_handle: "free" } }),
  });
  await page.evaluate("Service.ready");
  await page.evaluate("document.adoptedStyleSheets = [new CSSStyleSheet()]");
  await expect(page.getByText("Strongly")).toBeVisible();
  await page.evaluate("Service.setUser({ name: 'Ada' })");
  await expect(page.getByText("Strongly")).toBeHidden();
  expect(await page.evaluate("document.adoptedStyleSheets.length")).toBe(2);
  await page.evaluate("Service.destroy()");
  expect(await page.evaluate("document.adoptedStyleSheets.length")).toBe(1);
});

test("what a framework renders anew, without our `hidden`, isn't seen for a moment", async ({
  site,
}) => {
  const page = await site.open({
    html: HTML,
    config: localConfig(playbook(), { user: { id: "u1", plan_handle: "free" } }),
  });
  await page.evaluate("Service.ready");
  await expect(page.getByText("Strongly")).toBeHidden();
  const isSeen = await page.evaluate(async () => {
    const element = document.querySelector("#strong");
    element?.removeAttribute("hidden");
    await null;
    return element?.checkVisibility();
  });
  expect(isSeen).toBe(false);
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expect(page.getByText("Strongly")).toBeVisible();
});

test("of show-if and hide-if on one element either can hide it", async ({ site }) => {
  const page = await site.open({
    html: `<p data-service-show-if="export" data-service-hide-if="seats">Export, no seats</p>
      <p data-service-show-if="seats" data-service-hide-if="export">Seats, no export</p>`,
    config: localConfig(playbook(), { user: { id: "u1" } }),
  });
  const first = page.getByText("Export, no seats");
  const second = page.getByText("Seats, no export");
  await page.evaluate("Service.ready");
  await expect(second).toBeHidden();
  await expect(first).toBeHidden();
  await page.evaluate("Service.setUser({ plan_handle: 'free' })");
  await expect(second).toBeVisible();
  await expect(first).toBeHidden();
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expect(second).toBeHidden();
  await expect(first).toBeHidden();
});

test("what a framework hides, in an element that was marked before, stays hidden", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div id="one" data-service-show-if="export">For Pro</div>',
    config: localConfig(playbook(), { user: { id: "u1", plan_handle: "pro" } }),
  });
  const one = page.locator("#one");
  await expect(one).toBeVisible();
  await page.evaluate("one.removeAttribute('data-service-show-if'); one.hidden = true");
  await page.evaluate("Service.setUser({ name: 'Ada' })");
  await page.waitForTimeout(200);
  await expect(one).toBeHidden();

  // And what we have hidden comes back with the mark's end, also when the answer changes just then.
  await page.evaluate("one.hidden = false; one.dataset.serviceHideIf = 'export'");
  await expect(one).toBeHidden();
  await page.evaluate(
    "Service.setUser({ plan_handle: 'free' }); one.removeAttribute('data-service-hide-if')",
  );
  await expect(one).toBeVisible();
});

for (const [plan, mark] of [
  ["free", 'data-service-show-if="export"'],
  ["pro", 'data-service-hide-if="export"'],
  ["pro", 'data-service-show-if="export" hidden'],
] as const) {
  test(`an element that a framework has used again is as the page has it, after ${mark} on ${plan}`, async ({
    site,
  }) => {
    const page = await site.open({
      html: `<p ${mark}>Marked</p>`,
      config: localConfig(playbook(), { user: { id: "u1", plan_handle: plan } }),
    });
    const one = page.locator("p");
    await expect(one).toBeVisible({ visible: mark.endsWith("hidden") });
    // As all of them do it: only what differs from what is there is set.
    const morph = (markup: string) =>
      page.evaluate((wanted) => {
        const from = document.querySelector("p");
        const to = document.createRange().createContextualFragment(wanted).firstElementChild;
        if (!from || !to) return;
        for (const { name } of [...from.attributes]) {
          if (!to.hasAttribute(name)) from.removeAttribute(name);
        }
        for (const { name, value } of to.attributes) {
          if (from.getAttribute(name) !== value) from.setAttribute(name, value);
        }
      }, markup);
    await morph("<p>");
    await page.waitForTimeout(50);
    await expect(one).toBeVisible();
    await morph(`<p ${mark}>`);
    await expect(one).toBeVisible({ visible: mark.endsWith("hidden") });
    await morph("<p hidden>");
    await page.waitForTimeout(50);
    await expect(one).toBeHidden();
    await page.evaluate("Service.destroy()");
    await expect(one).toBeHidden();
  });
}

test("a copy of what we have hidden, as in a page that a router has kept, is as the page had it", async ({
  site,
}) => {
  const page = await site.open({
    html: `<p data-service-show-if="export">For Pro</p><p data-service-show-if="export" hidden>Hidden by itself</p>`,
    config: localConfig(playbook(), { user: { id: "u1", plan_handle: "free" } }),
  });
  await page.evaluate("Service.ready");
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.evaluate("document.body.replaceWith(document.body.cloneNode(true))");
  await page.waitForTimeout(50);
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.evaluate("Service.destroy()");
  await expect(page.getByText("For Pro")).toBeVisible();
  await expect(page.getByText("Hidden by itself")).toBeHidden();
});

test("a custom element that isn't defined yet is hidden before the page has loaded", async ({
  site,
}) => {
  site.allowConsole(/404/);
  const { settle: isEarly, settled: early } = createSignal();
  // The page goes on loading until it has looked.
  site.serve("/late.png", async () => {
    await early;
    return { status: 404 };
  });
  site.serve("/looked", () => {
    isEarly();
    return { status: 204 };
  });
  const page = await site.open({
    html: `<img src="/late.png" alt="">
      <late-one id="late" data-service-slot="top" data-service-show-if="export">For Pro</late-one>
      <script>addEventListener("DOMContentLoaded", async () => {
        await Service.ready;
        window.early = [document.readyState, late.checkVisibility()];
        await fetch("/looked");
      });</script>`,
    config: localConfig(playbook(), { user: { id: "u1", plan_handle: "free" } }),
  });
  expect(await page.evaluate("early")).toEqual(["interactive", false]);
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expect(page.getByText("For Pro")).toBeVisible();
});

for (const [rule, css] of Object.entries({
  "of an id": "#one { display: flex !important }",
  "of several classes": ".a.b.c { display: flex !important }",
  "in a layer": "@layer page { .a { display: flex !important } }",
})) {
  test(`an important rule ${rule} shows nothing of what is hidden`, async ({ site }) => {
    const page = await site.open({
      html: `<style>${css}</style><div id="one" class="a b c" data-service-show-if="export">For Pro</div>`,
      config: localConfig(playbook(), { user: { id: "u1", plan_handle: "free" } }),
    });
    await page.evaluate("Service.ready");
    await expect(page.getByText("For Pro")).toBeHidden();
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await expect(page.getByText("For Pro")).toBeVisible();
  });
}

test("what comes later in a form is hidden, though one of its fields is named as a property of elements", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div id="later"></div>',
    config: localConfig(playbook(), { user: { id: "u1", plan_handle: "free" } }),
  });
  await page.evaluate("Service.ready");
  await page.evaluate(`later.innerHTML = '<form><select name="nodeType"></select>' +
    '<p data-service-show-if="export">For Pro</p><p data-service-hide-if="export">Get Pro</p></form>'`);
  // The test's own search stumbles over such a form as well.
  const inSight = () =>
    page.evaluate("[...document.querySelectorAll('#later p')].map((one) => one.checkVisibility())");
  await expect.poll(inSight).toEqual([false, true]);
});

test("an element with an empty mark is as the page had it once it has left", async ({ site }) => {
  const page = await site.open({
    html: '<p data-service-show-if="">Nobody is entitled to this</p>',
    config: localConfig(playbook(), { user: { id: "u1", plan_handle: "free" } }),
  });
  site.allowConsole(/is not a handle/);
  await page.evaluate("Service.ready");
  await expect(page.getByText("Nobody")).toBeHidden();
  await page.evaluate("one = document.querySelector('p'), one.remove()");
  await expect.poll(() => page.evaluate("one.hidden")).toBe(false);
});

for (const when of ["before", "after"]) {
  test(`a script that shows an element each time it is hidden, from ${when} our tag on, leaves the page alive`, async ({
    site,
  }) => {
    const fight = `<script>{
      const one = document.querySelector("p");
      const show = () => { one.hidden = false; };
      window.rival = new MutationObserver(show);
      rival.observe(one, { attributes: true });
      show();
    }</script>`;
    const tag = '<script src="/dist/service.js"></script>';
    const page = await site.open({
      html: `<p data-service-show-if="export">For Pro</p>${when === "before" ? fight + tag : tag + fight}`,
      config: localConfig(playbook(), { user: { id: "u1", plan_handle: "free" } }),
      script: "",
    });
    await page.evaluate("Service.ready");
    expect(await page.evaluate("new Promise((done) => setTimeout(done, 300, 'alive'))")).toBe(
      "alive",
    );
    await page.evaluate("rival.disconnect()");
    await expect(page.getByText("For Pro")).toBeHidden();
  });
}

test("an editor that puts another element in the place of one that was hidden, each time, leaves the page alive", async ({
  site,
}) => {
  const page = await site.open({
    html: `<main></main><p data-service-show-if="export">For Pro</p><script>{
      const main = document.querySelector("main");
      const draw = () => { main.innerHTML = '<p data-service-show-if="export">In the editor</p>'; };
      window.rival = new MutationObserver(draw);
      rival.observe(main, { attributes: true, subtree: true });
      draw();
    }</script>`,
    config: localConfig(playbook(), { user: { id: "u1", plan_handle: "free" } }),
  });
  await page.evaluate("Service.ready");
  expect(await page.evaluate("new Promise((done) => setTimeout(done, 300, 'alive'))")).toBe(
    "alive",
  );
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.evaluate("rival.disconnect()");
  await expect(page.getByText("In the editor")).toBeHidden();
});

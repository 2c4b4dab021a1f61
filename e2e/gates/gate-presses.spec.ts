/** Presses and keys at a gate: a control that acts before it is clicked, or by no click at all, is stopped too. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { eventsOf, recordEvents } from "../page-events";
import { localConfig, placement, playbook } from "../playbooks";

test.use({ hasTouch: true, contextOptions: { reducedMotion: "reduce" } });
test.beforeEach(({ context }) => recordEvents(context));

const configOf = (surface: string) =>
  localConfig(
    playbook({
      placements: [
        placement("export_gate", {
          slot: undefined,
          trigger: { type: "entitlement_denied", entitlement: "export" },
          payload: { surface, content: { title: "Export is part of Pro" } },
        }),
      ],
    }),
    { user: { id: "u1", plan_handle: "free" } },
  );

/**
 * Notes what the element's own handlers hear of it, and those that a framework has on the document, in both
 * phases: `own keydown Enter`, with `prevented` at its end where it is.
 */
const LISTEN = `<script>
  heard_here = [];
  const gate = document.querySelector("#gate");
  const note = (where) => ({ type, target, key = "", defaultPrevented }) =>
    gate.contains(target) && heard_here.push([where, type, key, defaultPrevented && "prevented"].filter(Boolean).join(" "));
  for (const type of ["pointerdown", "pointerup", "mousedown", "touchstart", "touchend", "keydown", "keyup", "click"]) {
    gate.addEventListener(type, note("own"));
    document.addEventListener(type, note("caught"), true);
    document.addEventListener(type, note("page"));
  }
</script>`;
const CONTROLS = {
  button: '<button type="button" id="gate" data-service-gate="export">Export</button>',
  "element with the role of a button":
    '<div role="button" tabindex="0" id="gate" data-service-gate="export">Export</div>',
};
const heard = (page: Page) => page.evaluate<string[]>("heard_here");
const open = (site: TestSite, html: string, surface = "modal") =>
  site.open({
    html: `<main style="padding: 150px">${html}</main>${LISTEN}`,
    config: configOf(surface),
  });
const answer = (page: Page) => page.getByText("Export is part of Pro");
const openings = async (page: Page) => (await eventsOf(page, "impression")).length;

const MEANS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "the mouse": (page) => page.locator("#gate").click(),
  "a finger": (page) => page.locator("#gate").tap(),
  Enter: (page) => page.locator("#gate").press("Enter"),
  Space: (page) => page.locator("#gate").press("Space"),
};

for (const [control, html] of Object.entries(CONTROLS)) {
  for (const [means, press] of Object.entries(MEANS)) {
    test(`a denied ${control}, pressed by ${means}, runs nothing of the page, and is answered once`, async ({
      site,
    }) => {
      const page = await open(site, html);
      await page.evaluate("Service.ready");
      await press(page);
      await expect(answer(page)).toBeVisible();
      expect(await heard(page)).toEqual([]);
      await expect.poll(() => openings(page)).toBe(1);
      await page.keyboard.press("Escape");
      await expect(answer(page)).toHaveCount(0);
      await page.waitForTimeout(300);
      await expect(answer(page)).toHaveCount(0);
      expect(await openings(page)).toBe(1);
    });
  }

  test(`an allowed ${control} hears every press and key, which was denied before`, async ({
    site,
  }) => {
    const page = await open(site, html, "bar");
    await page.evaluate("Service.ready");
    const pressAll = async () => {
      for (const press of Object.values(MEANS)) await press(page);
    };
    await pressAll();
    expect(await heard(page)).toEqual([]);
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await expect(answer(page)).toHaveCount(0);
    await pressAll();
    const all = await heard(page);
    const what = ["pointerdown", "pointerup", "mousedown", "touchstart", "click"].concat(
      ["keydown", "keyup"].flatMap((type) => [`${type} Enter`, `${type}  `]),
    );
    for (const where of ["caught", "own", "page"]) {
      expect(all).toEqual(expect.arrayContaining(what.map((one) => `${where} ${one}`)));
    }
    expect(all.filter((one) => one.endsWith("prevented"))).toEqual([]);
    await expect(answer(page)).toHaveCount(0);
  });
}

for (const [control, html] of Object.entries(CONTROLS)) {
  test(`a key that is held on a denied ${control} opens the answer once`, async ({ site }) => {
    const page = await open(site, html, "bar");
    await page.evaluate("Service.ready");
    await page.locator("#gate").focus();
    await page.keyboard.down("Enter");
    await expect.poll(() => openings(page)).toBe(1);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(answer(page)).toHaveCount(0);
    await page.locator("#gate").focus();
    await page.evaluate("heard_here.length = 0");
    for (let time = 0; time < 5; time++) await page.keyboard.down("Enter");
    await page.waitForTimeout(300);
    await expect(answer(page)).toHaveCount(0);
    expect(await heard(page)).toEqual([]);
    expect(await openings(page)).toBe(1);
    await page.keyboard.up("Enter");
    await page.keyboard.press("Enter");
    await expect(answer(page)).toBeVisible();
  });
}

const FIELDS = {
  "a text field": '<input aria-label="Field">',
  "a text area": '<textarea aria-label="Field"></textarea>',
  "a text that can be edited":
    '<p contenteditable aria-label="Field" role="textbox" style="white-space: pre-wrap"></p>',
};
const strokes = (key: string) => ["keydown", "keyup"].map((type) => `own ${type} ${key}`);
const textOf = (page: Page) =>
  page.evaluate("((one) => one.value ?? one.innerText)(document.querySelector('[aria-label]'))");

for (const [name, field] of Object.entries(FIELDS)) {
  test(`whoever writes in ${name} of a denied gate presses nothing there`, async ({ site }) => {
    const page = await open(
      site,
      `<div id="gate" data-service-gate="export">${field}<button type="button">Export</button></div>`,
    );
    await page.evaluate("Service.ready");
    await page.getByLabel("Field").focus();
    await page.keyboard.type("a b");
    await page.keyboard.press("Enter");
    await page.keyboard.type("c");
    expect(await textOf(page)).toBe(name === "a text field" ? "a bc" : "a b\nc");
    const keys = (await heard(page)).filter((one) => one.startsWith("own"));
    expect(keys).toEqual(["a", " ", "b", "Enter", "c"].flatMap(strokes));
    await page.waitForTimeout(300);
    await expect(answer(page)).toHaveCount(0);
    // The button beside it is no field.
    await page.evaluate("heard_here.length = 0");
    await page.getByRole("button", { name: "Export" }).press("Enter");
    await expect(answer(page)).toBeVisible();
    expect(await heard(page)).toEqual([]);
  });
}

test("a denied gate leaves every other key to the page", async ({ site }) => {
  const page = await open(site, CONTROLS.button, "bar");
  await page.evaluate("Service.ready");
  await page.locator("#gate").focus();
  const keys = ["x", "Escape", "ArrowDown", "Home", "F2", "Shift", "Enter", "Tab"];
  for (const key of keys) await page.keyboard.press(key);
  const others = keys.filter((key) => key !== "Enter");
  expect((await heard(page)).filter((one) => one.startsWith("own"))).toEqual(
    // The last one has left for another element by the time that it is let go.
    others.flatMap(strokes).slice(0, -1),
  );
  await expect(page.locator("#gate")).not.toBeFocused();
  await expect(answer(page)).toBeVisible();
});

test("a press in the middle of a denied gate reaches neither what is in it nor what is around it", async ({
  site,
}) => {
  const page = await open(
    site,
    `<div id="gate"><div data-service-gate="export"><b onmousedown="heard_here.push('inner')">Export</b></div></div>`,
  );
  await page.evaluate("Service.ready");
  await page.getByText("Export", { exact: true }).click();
  await expect(answer(page)).toBeVisible();
  expect(await heard(page)).toEqual([]);
});

/** Makes an element as another window does: no `instanceof` of this one knows it. */
const FRAME = `<iframe title="Other" srcdoc=""></iframe><script>
  addEventListener("load", () => {
    const { contentDocument } = document.querySelector("iframe");
    kept = [];
    make = (html) => {
      const holder = contentDocument.createElement("div");
      holder.innerHTML = html;
      const made = holder.firstElementChild;
      kept.push(made, ...made.querySelectorAll("*"));
      document.body.append(made);
      return [made instanceof Element, made.ownerDocument === document];
    };
  });</script>`;

const FOREIGN = playbook({
  placements: [
    placement("top"),
    placement("export_gate", {
      slot: undefined,
      trigger: { type: "entitlement_denied", entitlement: "export" },
      payload: { surface: "modal", content: { title: "Export is part of Pro" } },
    }),
  ],
});
/** A page whose `make()` appends what another window has made. */
async function openForeign({ site, context }: { site: TestSite; context: BrowserContext }) {
  const tab = await context.newPage();
  const page = await site.open(
    { html: FRAME, config: localConfig(FOREIGN, { user: { id: "u1", plan_handle: "free" } }) },
    tab,
  );
  await page.evaluate("Service.ready");
  return {
    page,
    async make(html: string) {
      expect(await page.evaluate(`make(${JSON.stringify(html)})`)).toEqual([false, true]);
    },
  };
}

test("a gate that another window made stops clicks, presses and keys", async ({
  site,
  context,
}) => {
  const { page, make } = await openForeign({ site, context });
  await make('<button type="button" id="gate" data-service-gate="export"><b>Export</b></button>');
  await page.evaluate(`heard_here = [];
    for (const type of ["click", "mousedown", "keydown"])
      document.addEventListener(type, () => heard_here.push(type));`);
  for (const press of [MEANS["the mouse"], MEANS.Enter]) {
    await press?.(page);
    await expect(answer(page)).toBeVisible();
    expect(await heard(page)).toEqual([]);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(answer(page)).toHaveCount(0);
    await page.evaluate("heard_here.length = 0");
  }
});

test("slots and marks that another window made are found, and followed", async ({
  site,
  context,
}) => {
  const { page, make } = await openForeign({ site, context });
  await make('<p data-service-show-if="export">For Pro</p>');
  await make('<p data-service-hide-if="seats">Get seats</p>');
  await make('<section><div id="slot" data-service-slot="top">Own</div></section>');
  await expect(page.getByText("For Pro")).toBeHidden();
  await expect(page.getByText("Get seats")).toBeHidden();
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expect(page.getByText("For Pro")).toBeVisible();
  await page.evaluate("slot.removeAttribute('data-service-slot')");
  await expect(page.getByText("Title of top")).toHaveCount(0);
  await expect(page.getByText("Own")).toBeVisible();
});

test("a shortcut with Enter, which presses nothing, is the page's", async ({ site }) => {
  const page = await open(site, CONTROLS.button);
  await page.evaluate("Service.ready");
  for (const keys of ["Control+Enter", "Alt+Enter", "Meta+Enter"]) {
    await page.locator("#gate").press(keys);
  }
  await expect(answer(page)).toHaveCount(0);
  expect((await heard(page)).filter((one) => one === "page keydown Enter")).toHaveLength(3);
});

test("a control that acts at the end of a touch is stopped, and the touch answered", async ({
  site,
}) => {
  const page = await open(site, CONTROLS.button);
  await page.evaluate("Service.ready");
  await page.evaluate(`gate.addEventListener("touchend", (event) => {
    event.preventDefault();
    exported = true;
  })`);
  await page.locator("#gate").tap();
  await expect(answer(page)).toBeVisible();
  expect(await page.evaluate("window.exported")).toBe(undefined);
});

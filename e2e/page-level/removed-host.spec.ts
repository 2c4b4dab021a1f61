/** Where something on the page removes the host of what lies over it, such as a content blocker, the page goes on. */
import { expect, test } from "../fixtures";
import { freeze } from "../frozen-time";
import { placement } from "../playbooks";
import { settled } from "../slot-pages";
import { configOf, onEvent } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const REMOVE = `hosts = 0;
  const remove = () => {
    for (const host of document.querySelectorAll("service-host")) {
      hosts++;
      host.remove();
    }
  };`;
const WAYS = {
  "as soon as it appears":
    "new MutationObserver(remove).observe(document, { childList: true, subtree: true }); remove();",
  "at each frame": "const again = () => { remove(); requestAnimationFrame(again); }; again();",
};

for (const [when, way] of Object.entries(WAYS)) {
  for (const surface of ["bar", "toast", "modal"]) {
    test(`a ${surface} that is removed ${when} is not put back for ever`, async ({
      site,
      context,
    }) => {
      await context.clock.install();
      const greeting = { payload: { content: { title: "Hi {{user_name}}" } } };
      const page = await site.open({
        html: `<h1>Page</h1><div data-service-slot="top"></div><script>${REMOVE}${way}</script>`,
        config: configOf(onEvent("opened", { surface }), placement("top", greeting)),
      });
      await page.evaluate("Service.ready");
      // A host that was there for long isn't one that was removed at once, and a slow machine's frames are long.
      await freeze(page);
      const hosts = async (ms: number) => {
        await page.clock.runFor(ms);
        return page.evaluate<number>("hosts");
      };
      await page.evaluate("Service.trigger('opened')");
      await expect.poll(() => hosts(20)).toBeGreaterThan(0);
      expect(await hosts(2000)).toBeLessThanOrEqual(10);
      await page.evaluate("Service.setUser({ name: 'Bob' })");
      // What is in the page is none of it.
      await expect(page.getByText("Hi Bob")).toBeVisible();
      expect(await hosts(200)).toBeLessThanOrEqual(10);
    });
  }
}

test("what is typed arrives in the page, though a modal is removed at each frame", async ({
  site,
}) => {
  const page = await site.open({
    html: `<input aria-label="Field"><script>${REMOVE}${WAYS["at each frame"]}</script>`,
    config: configOf(onEvent("opened", {})),
  });
  await page.evaluate("Service.trigger('opened')");
  await expect.poll(() => page.evaluate("hosts")).toBeGreaterThan(0);
  await page.waitForTimeout(1000);
  await page.getByLabel("Field").click();
  const text = "nothing of this is lost";
  await page.keyboard.type(text, { delay: 30 });
  await expect(page.getByLabel("Field")).toHaveValue(text);
  await expect(page.getByLabel("Field")).toBeFocused();
});

test("a bar is back after a dialog that the page opens and closes many times in a second", async ({
  site,
}) => {
  const page = await site.open({
    html: '<dialog id="own">Theirs</dialog>',
    config: configOf(placement("ours", { slot: undefined, payload: { surface: "bar" } })),
  });
  const ours = page.getByText("Title of ours");
  await expect(ours).toBeVisible();
  await page.evaluate(`(async () => {
    const later = () => new Promise((resolve) => setTimeout(resolve, 40));
    for (let time = 0; time < 12; time++) {
      own.showModal();
      await later();
      own.close();
      await later();
    }
  })()`);
  await expect(ours).toBeVisible();
});

test("a bar is back after a router has replaced the page's body many times in a second", async ({
  site,
}) => {
  const page = await site.open({
    html: "<main>Page</main>",
    config: configOf(placement("ours", { slot: undefined, payload: { surface: "bar" } })),
  });
  const ours = page.getByText("Title of ours");
  await expect(ours).toBeVisible();
  await page.evaluate(`(async () => {
    for (let time = 0; time < 12; time++) {
      const body = document.createElement("body");
      body.append("Page " + time);
      document.body.replaceWith(body);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  })()`);
  await expect(ours).toBeVisible();
});

test("what answers a gate goes into the page's dialog and out of it, as often as that opens", async ({
  site,
}) => {
  const answer = placement("answer", {
    slot: undefined,
    trigger: { type: "entitlement_denied", entitlement: "export" },
    payload: { surface: "bar", content: { title: "Ours", position: "bottom" } },
  });
  const page = await site.open({
    html: `<button type="button" id="gate" data-service-gate="export">Export</button>
      <dialog id="own"><button type="button" id="inner" data-service-gate="export">Export</button></dialog>`,
    config: configOf(answer),
  });
  await page.evaluate("Service.ready");
  const places = await page.evaluate(`(async () => {
    const places = [];
    const arriveIn = async (name) => {
      let place;
      // 50 ms, in turns of the page's: a slow machine is as slow with those.
      for (let turn = 0; place !== name && turn < 5; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        place = document.querySelector("service-host")?.parentNode.localName;
      }
      places.push(place);
    };
    for (let time = 0; time < 8; time++) {
      own.showModal();
      inner.click();
      await arriveIn("dialog");
      own.close();
      gate.click();
      await arriveIn("body");
    }
    return places;
  })()`);
  expect(places).toEqual(Array.from({ length: 8 }, () => ["dialog", "body"]).flat());
  await expect(page.getByText("Ours", { exact: true })).toBeVisible();
});

test("a page that rewrites its body every half a second is no blocker: a bar is back each time", async ({
  site,
}) => {
  const page = await site.open({
    html: "<h1>Page</h1>",
    config: configOf(placement("ours", { slot: undefined, payload: { surface: "bar" } })),
  });
  await expect(page.getByText("Title of ours")).toBeVisible();
  await page.evaluate(`(async () => {
    for (let time = 0; time < 8; time++) {
      document.body.innerHTML = "<h1>Page " + time + "</h1>";
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })()`);
  await expect(page.getByText("Title of ours")).toBeVisible();
});

const GATED = configOf(
  placement("ours", { slot: undefined, payload: { surface: "bar" } }),
  placement("answer", {
    slot: undefined,
    trigger: { type: "entitlement_denied", entitlement: "export" },
    payload: { surface: "toast" },
  }),
);
const GATE = '<button type="button" data-service-gate="export">Export</button>';

test("where the host was removed too often it is back after a minute, or as soon as a click is answered", async ({
  site,
  context,
}) => {
  site.servePage({
    html: `${GATE}<script>${REMOVE}observer = new MutationObserver(remove);
      observer.observe(document, { childList: true, subtree: true });
      // The host may have come while the page was still being parsed.
      remove();</script>`,
    config: GATED,
  });
  for (const isByClick of [true, false]) {
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(site.url);
    await expect.poll(() => page.evaluate("hosts")).toBeGreaterThan(4);
    await page.evaluate("observer.disconnect()");
    await page.evaluate("Service.setUser({ name: 'Bob' })");
    await settled(page);
    await expect(page.getByText("Title of ours")).toHaveCount(0);
    if (isByClick) {
      await page.getByRole("button", { name: "Export" }).click();
      await expect(page.getByText("Title of answer")).toBeVisible();
    } else await page.clock.fastForward(61_000);
    await expect(page.getByText("Title of ours")).toBeVisible();
  }
});

test("the answer to a click is not put back for ever either", async ({ site }) => {
  const page = await site.open({
    html: `${GATE}<script>${REMOVE}${WAYS["as soon as it appears"]}</script>`,
    config: GATED,
  });
  await expect.poll(() => page.evaluate("hosts")).toBeGreaterThan(4);
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: "Export" }).click();
  await page.waitForTimeout(1000);
  expect(await page.evaluate("hosts")).toBeLessThanOrEqual(20);
});

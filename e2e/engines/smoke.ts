/** The way from a decision to what a person sees and does, and what the browser keeps of it. */
import { expect, test } from "vitest";
import * as core from "../../dist/decision.mjs";
import { localConfig, placement, playbook } from "../playbooks";
import { clickOn, expectSeen, expectUnseen, focused, sees, stored } from "./sight";
import { newTab, SNIPPET, visit } from "./visit";

type Core = typeof core;

const SLOT = '<div data-service-slot="top"><span>Page content</span></div>';
const BANNER = placement("top", {
  payload: {
    surface: "banner",
    target: { plans: ["free"] },
    content: { title: "You are on {{plan_name}}", body: "Pro is {{price}} a month." },
    ctas: [{ label: "Upgrade", action: "open_checkout", params: { plan: "pro", url: "/buy" } }],
  },
});
const ASK = placement("ask", {
  slot: undefined,
  trigger: { type: "entitlement_denied", entitlement: "export" },
  payload: {
    surface: "modal",
    content: { title: "Export is part of Pro" },
    ctas: [
      { label: "See plans", action: "open_url", params: { url: "/plans" } },
      { label: "Not now", action: "dismiss" },
    ],
  },
});
const GATED = `<button type="button" data-service-gate="export" onclick="document.title = 'exported'">Export</button>
  <input aria-label="Field">`;
const user = { id: "u1", plan_handle: "free" };
const configOf = (parts: readonly unknown[], options = {}) =>
  localConfig(playbook({ placements: parts }), { user, ...options });

test("decide: the core answers byte for byte what it answers in Node", async () => {
  const { tab } = await visit({ html: "", script: "" });
  // Runs here and in the page.
  const answersOf = (core: Core) => {
    const { bucket, compilePlaybook, decideEntitlement, decidePlacement, explainPlacement } = core;
    const target = {
      condition: { "traits.city": { $regexi: "^(?:zü|s)" }, "traits.app": { $vgte: "2.10.0" } },
    };
    const compiled = compilePlaybook({
      ...{ format_version: 1, playbook_id: "p", version: 1 },
      plans: [{ handle: "free", name: "Free" }],
      entitlements: [{ handle: "seats", type: "seats", grants: [{ plans: ["free"], limit: 3 }] }],
      placements: [
        {
          ...{ handle: "top", category: "fixed", slot: "top", holdout_percent: 10 },
          payloads: [
            {
              handle: "a",
              target,
              surface: "card",
              rollout_percent: 40,
              content: { title: "A {{traits.city}}" },
            },
            {
              ...{ handle: "b", surface: "card", content: { title: "B" } },
              variants: [
                { handle: "x", weight: 1 },
                { handle: "y", weight: 2, content: { title: "Y" } },
              ],
            },
          ],
        },
      ],
    });
    const cities = ["Zürich", "São Paulo", "東京", "😀", ""];
    const days = ["2099-02-28", "2099-02-29", "2096-02-29", "2099-02", "2099-2-1", "2020-06-30"];
    const times = ["", "T24:00", "t12:30z", " 12:30:15.123456", "T12:30+0130", "T12:30-08", "T12"];
    const ends = days.flatMap((day) => times.map((time) => day + time));
    const answers = Array.from({ length: 200 }, (_, index) => {
      const id = `user ${index} ${cities[index % 5]}`;
      const traits = { city: cities[index % 5], app: `2.${index % 20}.0` };
      const context = { id, plan_handle: "free", usage: { seats: index % 5 }, traits };
      const at = { context, now: 1_800_000_000_000 };
      const trial = { in_trial: true, plan_handle: "free", ends_at: ends[index % ends.length] };
      return [
        bucket("seed", id),
        decideEntitlement(compiled, "seats", at),
        decideEntitlement(compiled, "seats", { ...at, context: { id, trial } }),
        decidePlacement(compiled, { slot: "top" }, at),
        explainPlacement(compiled, { slot: "top" }, at),
      ];
    });
    return JSON.stringify(answers);
  };
  const expected = answersOf(core);
  expect(new Set(expected.match(/"title":"[^"]*"/g)).size).toBeGreaterThan(3);
  expect(await tab.evaluate(`import("/dist/decision.mjs").then(${answersOf})`)).toBe(expected);
});

test("show: a banner takes its slot, its tokens filled and its price written as money", async () => {
  const { tab } = await visit({
    html: `${SLOT}<p data-service-show-if="export">For Pro</p><p data-service-hide-if="export">Buy Pro</p>`,
    config: configOf([BANNER], { user: { ...user, locale: "en-US" } }),
  });
  await expectSeen(tab, "You are on Free");
  await expectSeen(tab, "Pro is €29 a month.");
  await expectSeen(tab, "Buy Pro");
  expect(await sees(tab, "For Pro")).toBe(false);
  expect(await sees(tab, "Page content")).toBe(false);
  await tab.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expectSeen(tab, "Page content");
  await expectSeen(tab, "For Pro");
  await expectUnseen(tab, "You are on Free");
});

test("dismiss: the page's own content comes back, and stays after a reload", async () => {
  const { tab } = await visit({ html: SLOT, config: configOf([BANNER]) });
  await clickOn(tab, "Dismiss");
  await expectSeen(tab, "Page content");
  await tab.reload();
  await tab.evaluate("Service.ready");
  await expectSeen(tab, "Page content");
  expect(await sees(tab, "You are on Free")).toBe(false);
});

test("gate: a denied click is stopped and opens what explains it; an allowed one goes through", async () => {
  const { tab } = await visit({ html: GATED, config: configOf([ASK]) });
  await clickOn(tab, "Export");
  await expectSeen(tab, "Export is part of Pro");
  expect(await tab.evaluate("document.title")).toBe("Test");
  await clickOn(tab, "Not now");
  await expectUnseen(tab, "Export is part of Pro");
  await tab.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await clickOn(tab, "Export");
  expect(await tab.evaluate("document.title")).toBe("exported");
});

test("route: each change is seen once and decided again, on the way back too", async () => {
  const target = { condition: { "page.path": "/b" } };
  const { tab } = await visit({
    html: `${SLOT}<script>
      window.routes = [];
      Service.on("route", ({ url }) => routes.push(new URL(url).pathname));
    </script>`,
    config: configOf([placement("top", { payload: { target } })]),
    script: `<script>window.own = history.pushState</script>${SNIPPET}`,
  });
  await expectSeen(tab, "Page content");
  await tab.evaluate("history.pushState(null, '', '/b')");
  await expectSeen(tab, "Title of top");
  await tab.evaluate("history.replaceState(null, '', '/c')");
  await expectSeen(tab, "Page content");
  await tab.evaluate("history.back()");
  await expect.poll(() => tab.evaluate("routes")).toEqual(["/b", "/c", "/"]);
  await tab.evaluate("history.forward()");
  await expect.poll(() => tab.evaluate("routes")).toEqual(["/b", "/c", "/", "/c"]);
  // The browser's own means are used where they are; else, and only then, history is wrapped.
  expect(await tab.evaluate("history.pushState === own")).toBe(
    await tab.evaluate("'navigation' in window"),
  );
});

test("storage: what was shown is kept under our own prefix, and counts in the next tab", async () => {
  const once = placement("top", { payload: { caps: [{ count: 1, period: "lifetime" }] } });
  const { tab, site } = await visit({ html: SLOT, config: configOf([once]) });
  await expectSeen(tab, "Title of top");
  const kept = await stored(tab);
  expect(JSON.parse(kept["service:history"] ?? "")).toContain("top/only");
  expect(Object.keys(kept).filter((key) => !key.startsWith("service:"))).toEqual([]);
  expect(JSON.stringify(kept)).not.toContain(user.id);
  const other = await newTab(site.url);
  await other.evaluate("Service.ready");
  await expectSeen(other, "Page content");
  expect(await sees(other, "Title of top")).toBe(false);
});

test("storage: what is dismissed in one tab leaves the other", async () => {
  const { tab, site } = await visit({ html: SLOT, config: configOf([BANNER]) });
  await expectSeen(tab, "You are on Free");
  const other = await newTab(site.url);
  await clickOn(other, "Dismiss");
  await expectUnseen(other, "You are on Free");
  const isEmpty = "!document.querySelector('[data-service-slot]').shadowRoot?.textContent";
  await expect.poll(() => tab.evaluate(isEmpty)).toBe(true);
});

test("modal focus: it takes the focus, keeps it from the page, and gives it back", async () => {
  const { tab } = await visit({ html: GATED, config: configOf([ASK]) });
  await tab.evaluate("document.querySelector('button').focus()");
  await tab.press("Enter");
  await expectSeen(tab, "Export is part of Pro");
  const seen: string[] = [];
  for (let index = 0; index < 10; index++) {
    await tab.press(index < 6 ? "Tab" : "Shift+Tab");
    seen.push(await focused(tab));
  }
  expect(seen).toEqual(expect.arrayContaining(["See plans", "Not now", "Dismiss"]));
  expect(seen).not.toContain("Export");
  expect(seen).not.toContain("Field");
  await tab.press("Escape");
  await expectUnseen(tab, "Export is part of Pro");
  expect(await focused(tab)).toBe("Export");
});

test("modal: neither the wheel nor a key scrolls the page behind it", async () => {
  const long = `<main style="block-size: 5000px">${GATED}</main>`;
  const { tab } = await visit({ html: long, config: configOf([ASK]) });
  await clickOn(tab, "Export");
  await expectSeen(tab, "Export is part of Pro");
  const scrolled = async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return tab.evaluate("scrollY");
  };
  for (const [x, y] of [
    [5, 5],
    [512, 365],
  ] as const) {
    // The driver of WebKitGTK turns none: there the key alone tells.
    await tab.wheel(x, y);
    expect(await scrolled(), `wheel at ${x},${y}`).toBe(0);
  }
  await tab.press("PageDown");
  expect(await scrolled(), "PageDown").toBe(0);
  await tab.press("Escape");
  await expectUnseen(tab, "Export is part of Pro");
  await tab.press("PageDown");
  await expect.poll(() => tab.evaluate("scrollY")).toBeGreaterThan(0);
});

test("focus: a banner and a toast leave it, and what is typed, to the page", async () => {
  const toast = placement("saved", {
    slot: undefined,
    trigger: { type: "event", name: "saved" },
    payload: { surface: "toast", content: { title: "Saved" } },
  });
  const { tab } = await visit({
    html: `<input aria-label="Field">${SLOT}`,
    config: configOf([toast, placement("top", { payload: { target: { plans: ["pro"] } } })]),
  });
  await clickOn(tab, "Field");
  await tab.type("ab");
  await tab.evaluate("Service.setUser({ plan_handle: 'pro' }), Service.track('saved')");
  await expectSeen(tab, "Title of top");
  await expectSeen(tab, "Saved");
  await tab.type("cd");
  expect(await tab.evaluate("document.querySelector('input').value")).toBe("abcd");
  expect(await focused(tab)).toBe("Field");
});

test("look: words in another script begin where the card does", async () => {
  const content = { title: "Upgrade!", dismissible: false };
  const config = configOf([placement("top", { payload: { content } })]);
  const { tab } = await visit({ html: `<div dir="rtl">${SLOT}</div>`, config });
  await expectSeen(tab, "Upgrade!");
  const gap = await tab.evaluate(`(() => {
    const title = document.querySelector("[data-service-slot]").shadowRoot.querySelector(".title");
    const words = document.createRange();
    words.selectNodeContents(title);
    return title.getBoundingClientRect().right - words.getBoundingClientRect().right;
  })()`);
  expect(gap).toBeLessThan(1);
});

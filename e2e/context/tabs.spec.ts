/** What is kept of a page in the browser: what several tabs know of each other, and what is forgotten. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { ONCE, own, pageWith, SLOT, shown, stored } from "../stored-page";

test.describe("two tabs", () => {
  const two = async (
    site: { open: (o: ReturnType<typeof pageWith>) => Promise<Page> },
    one: typeof ONCE,
  ) => [await site.open(pageWith({}, one)), await site.open(pageWith({}, one))] as const;

  test("a cap of one is one display in both", async ({ site }) => {
    const [first, second] = await two(site, ONCE);
    await expect(shown(first)).toBeVisible();
    await second.evaluate("Service.ready");
    await expect(own(second)).toBeVisible();
    await expect(shown(second)).toHaveCount(0);
  });

  for (const [what, script] of Object.entries({
    "": "",
    ", on plain http too":
      "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })",
  })) {
    test(`opened at the same time, a cap of one is one display${what}`, async ({
      site,
      context,
    }) => {
      await context.addInitScript(script);
      site.servePage(pageWith());
      const pages = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const page = await context.newPage();
          await page.goto(site.url);
          return page;
        }),
      );
      await Promise.all(pages.map((page) => page.evaluate("Service.ready")));
      const count = async () => {
        const all = await Promise.all(pages.map((page) => shown(page).count()));
        return all.reduce((sum, one) => sum + one, 0);
      };
      await expect.poll(count).toBe(1);
      await pages[0]?.waitForTimeout(300);
      expect(await count()).toBe(1);
    });
  }

  test("where storage tells the other late, a cap of one is one display", async ({
    site,
    context,
  }) => {
    await context.addInitScript(() => {
      const { getItem, setItem } = Storage.prototype;
      let own: string | null = null;
      Storage.prototype.getItem = function (key) {
        return key === "service:history" ? own : getItem.call(this, key);
      };
      Storage.prototype.setItem = function (key, value) {
        if (key === "service:history") own = value;
        setItem.call(this, key, value);
      };
    });
    const [first, second] = await two(site, {
      ...ONCE,
      trigger: { type: "event", name: "asked" },
    });
    await Promise.all([first, second].map((page) => page.evaluate("Service.ready")));
    // One tab tells the other, so that both ask at the same time on a slow machine too.
    await second.evaluate(`window.go = new BroadcastChannel("go");
      go.onmessage = () => Service.trigger("asked");`);
    await first.evaluate(`new BroadcastChannel("go").postMessage("");
      Service.trigger("asked");`);
    const count = async () => (await shown(first).count()) + (await shown(second).count());
    await expect.poll(count).toBe(1);
    await first.waitForTimeout(300);
    expect(await count()).toBe(1);
  });

  /** Two tabs, the second with a clock that is seconds behind. */
  const behind = async (
    site: { open: (o: ReturnType<typeof pageWith>) => Promise<Page>; url: string },
    payload: Readonly<Record<string, unknown>>,
  ) => {
    const first = await site.open(pageWith({}, placement("top", { payload })));
    await expect(shown(first)).toBeVisible();
    const second = await first.context().newPage();
    await second.clock.install({ time: Date.now() - 5000 });
    await second.goto(site.url);
    await second.evaluate("Service.ready");
    return [first, second] as const;
  };

  for (const limit of [{ caps: [{ count: 1, period: "day" }] }, { cooldown_hours: 1 }]) {
    test(`${Object.keys(limit)[0]} count in one whose clock is behind`, async ({ site }) => {
      const [, second] = await behind(site, limit);
      await second.waitForTimeout(300);
      await expect(own(second)).toBeVisible();
      await expect(shown(second)).toHaveCount(0);
    });
  }

  test("what was put off in one leaves another whose clock is behind", async ({ site }) => {
    const content = { title: "Title of top", dismissible: false };
    const ctas = [{ label: "Later", action: "remind_later" }];
    const [first, second] = await behind(site, { content, ctas });
    await expect(shown(second)).toBeVisible();
    await first.getByRole("button", { name: "Later" }).click();
    await expect(own(second)).toBeVisible();
  });

  test("a dismissal in one closes it in the other", async ({ site }) => {
    const [first, second] = await two(site, placement("top"));
    await expect(shown(first)).toBeVisible();
    await expect(shown(second)).toBeVisible();
    await first.getByRole("button", { name: "Dismiss" }).click();
    await expect(own(first)).toBeVisible();
    // How soon, `tabs.timing.ts` measures.
    await expect(own(second)).toBeVisible();
  });

  test("a display in one leaves what the other stored", async ({ site }) => {
    const other = placement("other", { payload: { caps: [{ count: 1, period: "day" }] } });
    const book = localConfig(playbook({ placements: [ONCE, other] }));
    await site.open({ html: SLOT, config: book });
    const second = await site.open({
      html: '<div data-service-slot="other"></div>',
      config: book,
      path: "/other",
    });
    await expect(second.getByText("Title of other")).toBeVisible();
    await expect
      .poll(async () => (await stored(second))["service:history"])
      .toMatch(/top\/only.*other\/only|other\/only.*top\/only/);
  });
});

test("reset() lets an anonymous reader see at once what they had dismissed", async ({ site }) => {
  const page = await site.open(pageWith({}, placement("top")));
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(own(page)).toBeVisible();
  await page.evaluate("Service.reset()");
  await expect(shown(page)).toBeVisible();
});

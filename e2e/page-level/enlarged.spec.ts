/** Pages of which a phone shows a part alone: a person has enlarged them with two fingers, or they are wider. */
import { expect, test } from "../fixtures";
import { CTAS, configOf, onEvent, PAGE } from "../surface-pages";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  hasTouch: true,
  isMobile: true,
  viewport: { width: 390, height: 664 },
});

for (const surface of ["modal", "full_page"]) {
  test(`a ${surface} that is enlarged can be moved by a finger, and the page below it doesn't scroll before`, async ({
    site,
  }) => {
    const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
    const html = `${viewport}${PAGE}<div style="height: 3000px"></div>`;
    const page = await site.open({ html, config: configOf(onEvent("opened", { surface })) });
    await page.evaluate("Service.trigger('opened')");
    await expect(page.getByRole("dialog")).toBeVisible();
    const session = await page.context().newCDPSession(page);
    const touch = async (type: string, ...at: [x: number, y: number][]) => {
      const touchPoints = at.map(([x, y], id) => ({ x, y, id }));
      await session.send("Input.dispatchTouchEvent", { type: type as "touchMove", touchPoints });
    };
    const swipe = async (dx: number, dy: number) => {
      await touch("touchStart", [195, 332]);
      for (let i = 1; i <= 8; i++)
        await touch("touchMove", [195 + dx * (i / 8), 332 + dy * (i / 8)]);
      await touch("touchEnd");
    };
    const view = (name: string) => page.evaluate<number>(`visualViewport.${name}`);
    await swipe(0, -200);
    expect(await page.evaluate("scrollY")).toBe(0);
    await touch("touchStart", [175, 332], [215, 332]);
    for (let i = 1; i <= 12; i++) await touch("touchMove", [175 - i * 5, 332], [215 + i * 5, 332]);
    await touch("touchEnd");
    await expect.poll(() => view("scale")).toBeGreaterThan(1.3);
    const [left, top] = [await view("offsetLeft"), await view("offsetTop")];
    await swipe(-150, 0);
    await expect.poll(() => view("offsetLeft")).toBeGreaterThan(left + 20);
    await swipe(0, -200);
    await expect.poll(() => view("offsetTop")).toBeGreaterThan(top + 20);
  });
}

for (const surface of ["modal", "full_page"]) {
  test(`a ${surface} on a page that is wider than its phone can be moved by a finger, its cross into view`, async ({
    site,
  }) => {
    const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
    const script = `${viewport}<script src="/dist/service.js"></script>`;
    const html = `${PAGE}<div style="width: 600px; height: 3000px"></div>`;
    const config = configOf(onEvent("opened", { surface, ctas: CTAS }));
    const page = await site.open({ html, config, script });
    await page.evaluate("Service.trigger('opened')");
    await expect(page.getByRole("dialog")).toBeVisible();
    const session = await page.context().newCDPSession(page);
    const touch = async (type: "touchStart" | "touchMove" | "touchEnd", x?: number) => {
      const touchPoints = x === undefined ? [] : [{ x, y: 332 }];
      await session.send("Input.dispatchTouchEvent", { type, touchPoints });
    };
    const right = await page
      .getByRole("button", { name: "Dismiss" })
      .evaluate((cross) => cross.getBoundingClientRect().right);
    const edge = () => page.evaluate<number>("visualViewport.offsetLeft + visualViewport.width");
    expect(right).toBeGreaterThan(await edge());
    await touch("touchStart", 380);
    for (let x = 360; x > 0; x -= 40) await touch("touchMove", x);
    await touch("touchEnd");
    await expect.poll(edge).toBeGreaterThanOrEqual(right);
    expect(await page.evaluate("scrollY")).toBe(0);
  });
}

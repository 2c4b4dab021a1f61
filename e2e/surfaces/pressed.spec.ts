/** What a button looks like under the pointer, and while it is pressed. */
import { expect, test } from "../fixtures";
import { localConfig, playbook } from "../playbooks";
import { inFlow, PAGE, user } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a button's label can be read while it is hovered and pressed, and both show", async ({
  site,
}) => {
  for (const primary of ["#2563eb", "#dc2626", "#15803d", "#ffd23f", "#777777"]) {
    const branding = { theme: { colors: { primary } } };
    const book = playbook({ placements: [inFlow("card")], branding });
    const page = await site.open({ html: PAGE, config: localConfig(book, { user }) });
    const button = page.locator(".cta").first();
    const looks = () =>
      button.evaluate(async (element) => {
        await Promise.all(element.getAnimations().map(({ finished }) => finished));
        const { color, backgroundColor, opacity } = getComputedStyle(element);
        const pen = document.createElement("canvas").getContext("2d");
        if (!pen) throw new Error("no canvas");
        const [back = 0, front = 0] = [backgroundColor, color].map((fill) => {
          pen.fillStyle = fill;
          pen.fillRect(0, 0, 1, 1);
          const parts = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((byte) => {
            // What lies below shows through both, and is white.
            const part = (byte / 255) * Number(opacity) + 1 - Number(opacity);
            return part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92;
          });
          return 0.05 + [0.2126, 0.7152, 0.0722].reduce((y, w, i) => y + w * (parts[i] ?? 0), 0);
        });
        return { ratio: Math.max(back / front, front / back), is: `${backgroundColor} ${opacity}` };
      });
    const rest = await looks();
    await button.hover();
    const hovered = await looks();
    await page.mouse.down();
    const pressed = await looks();
    expect(new Set([rest.is, hovered.is, pressed.is]).size).toBe(3);
    expect(Math.min(rest.ratio, hovered.ratio, pressed.ratio), primary).toBeGreaterThan(4.49);
    await page.mouse.move(0, 0);
    await page.mouse.up();
    await page.close();
  }
});

/** A title has all the room that there is: it makes way for the close button only where that is in its way. */
import { expect, test } from "../fixtures";
import { IN_FLOW, PAGE_LEVEL, show } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 320, height: 640 } });

const content = {
  title: "Electroencephalographically yours, for as long as you like",
  body: "Body",
};
const BESIDE = ["banner", "bar", "gate", "full_page"];

for (const surface of [...IN_FLOW, ...PAGE_LEVEL].filter((one) => one !== "button")) {
  test(`the title of a ${surface} is never under its close button`, async ({ site }) => {
    const anchor = surface === "tooltip" && { anchor: "top" };
    const page = await show(site, surface, { payload: { content: { ...content, ...anchor } } });
    const seen = await page.locator(".box").evaluate((box) => {
      const [title, body, close] = [".title", ".body", ".close"].map((one) => {
        const element = box.querySelector(one);
        if (!element) throw new Error(`no ${one}`);
        const { paddingInlineEnd } = getComputedStyle(element);
        const text = document.createRange();
        text.selectNodeContents(element);
        return {
          ...{ room: element.clientWidth - Number.parseFloat(paddingInlineEnd) },
          ...{ lines: [...text.getClientRects()], place: element.getBoundingClientRect() },
        };
      });
      if (!title || !body || !close) throw new Error("not all there");
      const { left, bottom } = close.place;
      return {
        isUnder: title.lines.some((line) => line.right > left && line.top < bottom),
        isNarrower: title.room < body.room,
      };
    });
    expect(seen).toEqual({ isUnder: false, isNarrower: !BESIDE.includes(surface) });
  });
}

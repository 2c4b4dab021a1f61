/** `position`, which is for bars, in a slot. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

test("a banner that says where a bar would lie has its border all the same", async ({ site }) => {
  const named = ["plain", "top", "bottom"];
  const placements = named.map((handle) => {
    const content = { title: handle, ...(handle !== "plain" && { position: handle }) };
    return placement(handle, { payload: { surface: "banner", content } });
  });
  const page = await site.open({
    html: named.map((handle) => `<div data-service-slot="${handle}"></div>`).join(""),
    config: localConfig(playbook({ placements })),
  });
  await expect(page.locator(".box")).toHaveCount(3);
  const borders = await page.locator(".box").evaluateAll((boxes) =>
    boxes.map((box) => {
      const { borderWidth, borderColor } = getComputedStyle(box);
      return [borderWidth, borderColor, box.getBoundingClientRect().height];
    }),
  );
  expect(borders[0]?.[0]).toBe("1px");
  expect(borders).toEqual([borders[0], borders[0], borders[0]]);
});

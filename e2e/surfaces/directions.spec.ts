/** Which way words run: as their language does where that is known, else as their first letter does. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

const htmlIn = (dir: string) => `<div dir="${dir}"><div data-service-slot="top"></div></div>`;
const wordsOf = (title: string) => ({
  content: { title, body: `${title}\n${title}` },
  ctas: [{ label: title, action: "dismiss" }],
});
const configOf = (locale: string, title: string) => {
  const payload = { ...wordsOf("Own words!"), locales: { [locale]: wordsOf(title) } };
  return localConfig(playbook({ placements: [placement("top", { payload })] }), {
    user: { id: "u1", plan_handle: "pro", locale, name: "Ann" },
  });
};

/** On which side of its first letter each line of a text ends. */
const endsOf = (page: Page, part: string) =>
  page.locator(part).evaluate((element) => {
    const text = element.firstChild as Text;
    const leftOf = (start: number) => {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start + 1);
      return range.getBoundingClientRect().left;
    };
    return [...text.data.matchAll(/\p{L}.*!/gu)].map(({ index, 0: line }) =>
      leftOf(index + line.length - 1) < leftOf(index) ? "left" : "right",
    );
  });
async function expectEnds(page: Page, end: "left" | "right"): Promise<void> {
  expect(await endsOf(page, ".title")).toEqual([end]);
  expect(await endsOf(page, ".body")).toEqual([end, end]);
  expect(await endsOf(page, ".cta")).toEqual([end]);
}

for (const dir of ["ltr", "rtl"]) {
  for (const [locale, title, end] of [
    ["he", "Pro כולל הכול!", "left"],
    ["he-IL", "{{plan_name}} – ללא הגבלה!", "left"],
    ["fa", "{{user_name}} عزیز، ۳ روز مانده است!", "left"],
    ["ar-EG", "🎉 {{user_name}}، مرحبًا بك من جديد!", "left"],
    ["ur_PK", "{{user_name}}، خوش آمدید!", "left"],
    ["de", "Willkommen bei Pro!", "right"],
    ["es-AR", "¡Todo es Pro!", "right"],
  ] as const) {
    test(`"${title}" in ${locale} ends on the ${end} in a page that is ${dir}`, async ({
      site,
    }) => {
      const page = await site.open({ html: htmlIn(dir), config: configOf(locale, title) });
      await expect(page.locator(".title")).not.toHaveText("Own words!");
      await expectEnds(page, end);
      await page.evaluate("Service.setUser({ locale: 'ja' })");
      await expect(page.locator(".title")).toHaveText("Own words!");
      await expectEnds(page, "right");
    });
  }
}

test("words from right to left have the cross at their end", async ({ site }) => {
  const page = await site.open({ html: htmlIn("ltr"), config: configOf("he", "Pro כולל הכול!") });
  await expect(page.locator(".title")).toHaveText("Pro כולל הכול!");
  const leftOf = (part: string) =>
    page.locator(part).evaluate((element) => element.getBoundingClientRect().left);
  expect(await leftOf(".close")).toBeLessThan(await leftOf(".cta"));
});

/** How two surfaces look: read from the picture that the engine drew, and from its own measures. */
import { expect, test } from "vitest";
import { localConfig, placement, playbook } from "../playbooks";
import type { Tab } from "./driver";
import { ask, expectSeen } from "./sight";
import { keepPicture, visit } from "./visit";

/** WCAG AA. */
const READABLE = 4.5;
const CONTENT = {
  title: "You are almost there",
  body: "Two seats of three are in use. Pro has as many as you like.",
  meter: { entitlement: "seats" },
};
const CTAS = [
  { label: "Upgrade", action: "open_url", params: { url: "/plans" } },
  { label: "Later", action: "remind_later" },
];
const SURFACES = {
  banner: placement("top", { payload: { surface: "banner", content: CONTENT, ctas: CTAS } }),
  modal: placement("opened", {
    slot: undefined,
    trigger: { type: "event", name: "opened" },
    payload: { surface: "modal", content: CONTENT, ctas: CTAS },
  }),
};

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface Layout {
  /** Where each text is drawn. */
  readonly texts: Readonly<Record<string, Rectangle>>;
  readonly box: Rectangle;
  /** Texts that stick out of their element or of the box. */
  readonly clipped: readonly string[];
  readonly viewport: { readonly width: number; readonly height: number };
}

/** Runs in the page: where the one box that is shown is, and the texts in it. */
function measure(): Layout | null {
  const boxes = [...document.querySelectorAll("*")].flatMap(
    ({ shadowRoot }) => shadowRoot?.querySelector(".box") ?? [],
  );
  const [element] = boxes;
  if (!element || boxes.length > 1) return null;
  const plain = ({ x, y, width, height }: DOMRect) => ({ x, y, width, height });
  const box = element.getBoundingClientRect();
  const texts: Record<string, Rectangle> = {};
  const clipped: string[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim();
    const parent = node.parentElement;
    if (!text || !parent) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const drawn = range.getBoundingClientRect();
    texts[text] = plain(drawn);
    const isOutside =
      drawn.left < box.left - 1 ||
      drawn.right > box.right + 1 ||
      drawn.top < box.top - 1 ||
      drawn.bottom > box.bottom + 1;
    if (isOutside || parent.scrollWidth > parent.clientWidth + 1) clipped.push(text);
  }
  const viewport = { width: innerWidth, height: innerHeight };
  return { texts, clipped, box: plain(box), viewport };
}

interface Drawn {
  /** Of the commonest colour to the one farthest from it, as WCAG has it. */
  readonly contrast: number;
  /** Of the pixels; the rest is what stands on it. */
  readonly backgroundShare: number;
}

/** Runs in the page: what a picture of it shows within a rectangle. */
async function inspect(picture: string, { x, y, width, height }: Rectangle): Promise<Drawn> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const scale = bitmap.width / innerWidth;
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(bitmap, 0, 0);
  const [left = 0, top = 0, w = 0, h = 0] = [x, y, width, height].map((n) => Math.round(n * scale));
  const { data } = context.getImageData(left, top, w, h);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = data.slice(at, at + 3);
    const colour = (r << 16) | (g << 8) | b;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const luminance = (colour: number) => {
    const [r = 0, g = 0, b = 0] = [colour >> 16, (colour >> 8) & 255, colour & 255].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [[background, most]] = [...counts].sort(([, a], [, b]) => b - a) as [[number, number]];
  const ground = luminance(background);
  const ratios = [...counts.keys()].map((colour) => {
    const other = luminance(colour);
    return (Math.max(ground, other) + 0.05) / (Math.min(ground, other) + 0.05);
  });
  return { contrast: Math.max(...ratios), backgroundShare: most / (w * h) };
}

/** The same in two looks, so that what moves in has come to rest. */
async function layoutAtRest(tab: Tab): Promise<Layout> {
  let last = "";
  await expect
    .poll(async () => {
      const now = JSON.stringify(await ask(tab, measure));
      const isStill = now === last;
      last = now;
      return isStill && now !== "null";
    })
    .toBe(true);
  return JSON.parse(last);
}

for (const [surface, shown] of Object.entries(SURFACES)) {
  for (const scheme of ["light", "dark"]) {
    test(`look: a ${surface}, ${scheme}, is within the view, whole and readable`, async () => {
      const { tab } = await visit({
        html: `<style>:root { color-scheme: ${scheme}; }</style><h1>Page</h1><div data-service-slot="top"></div>`,
        config: localConfig(playbook({ placements: [shown] }), {
          user: { id: "u1", plan_handle: "free", usage: { seats: 2 } },
        }),
      });
      if (surface === "modal") await tab.evaluate("Service.trigger('opened')");
      await expectSeen(tab, CONTENT.title);
      const { box, texts, clipped, viewport } = await layoutAtRest(tab);
      // What fades in needs its time after it has come to rest.
      await new Promise((resolve) => setTimeout(resolve, 500));

      expect(clipped).toEqual([]);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
      expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
      expect(box.width).toBeGreaterThan(240);
      expect(box.height).toBeGreaterThan(40);
      if (surface === "modal") {
        expect(Math.abs(box.x + box.width / 2 - viewport.width / 2)).toBeLessThanOrEqual(8);
        expect(Math.abs(box.y + box.height / 2 - viewport.height / 2)).toBeLessThanOrEqual(8);
      }

      const picture = (await keepPicture(tab, `${surface}-${scheme}`)).toString("base64");
      expect(Object.keys(texts)).toEqual(
        expect.arrayContaining([CONTENT.title, CONTENT.body, "2 / 3", "Upgrade", "Later"]),
      );
      for (const [text, rectangle] of Object.entries(texts)) {
        const { contrast, backgroundShare } = await ask(tab, inspect, picture, rectangle);
        expect(contrast, `contrast of “${text}” as drawn`).toBeGreaterThanOrEqual(READABLE);
        expect(backgroundShare, `ground of “${text}” as drawn`).toBeLessThan(0.98);
      }
      const { backgroundShare } = await ask(tab, inspect, picture, box);
      expect(backgroundShare, "ground of the box as drawn").toBeGreaterThan(0.5);
    });
  }
}

test("look: a text of the theme's that can't be read in the dark is replaced as the page turns dark", async () => {
  const theme = { colors: { text: "#1e293b", muted: "#6b7280" } };
  const { tab } = await visit({
    html: '<h1>Page</h1><div data-service-slot="top"></div>',
    config: localConfig(playbook({ placements: [SURFACES.banner], branding: { theme } })),
  });
  await expectSeen(tab, CONTENT.title);
  for (const scheme of ["dark", "light", "dark"]) {
    await tab.evaluate(`document.documentElement.style.colorScheme = "${scheme}"`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { texts } = await layoutAtRest(tab);
    const picture = (await keepPicture(tab, `turned-${scheme}`)).toString("base64");
    for (const text of [CONTENT.title, CONTENT.body]) {
      const { contrast } = await ask(tab, inspect, picture, texts[text] as Rectangle);
      expect(contrast, `“${text}” in ${scheme}`).toBeGreaterThanOrEqual(READABLE);
    }
  }
});

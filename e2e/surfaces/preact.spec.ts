/** What is left of Preact in the bundle draws what Preact itself draws, as far as surfaces go. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { lessOf, lessPreact, preactSources } from "../../scripts/preact.mjs";
import { expect, test } from "../fixtures";

const ROUNDS = 2000;

/** A classic script that puts `h` and `render` into a global. */
async function bundle(name: string, isLess: boolean): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { h, render } from "preact"; window.${name} = { h, render };`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    write: false,
    plugins: isLess ? [lessPreact] : [],
  });
  return outputFiles[0]?.text ?? "";
}

test("trees that change at random are drawn as by the whole of Preact, and hear the same clicks", async ({
  site,
}) => {
  const page = await site.open({ html: "<h1>Page</h1>", script: "" });
  await page.addScriptTag({ content: await bundle("whole", false) });
  await page.addScriptTag({ content: await bundle("less", true) });
  const { differing, drawn, clicks } = await page.evaluate((rounds) => {
    interface Preact {
      h(type: string, props: object, ...children: unknown[]): unknown;
      render(vnode: unknown, parent: Element): void;
    }
    const wholePreact: Preact = Reflect.get(window, "whole");
    const less: Preact = Reflect.get(window, "less");
    let state = 1;
    const random = (below: number) => {
      state = (state * 48271) % 2147483647;
      return state % below;
    };
    const heard = { whole: 0, less: 0 };
    type Draw = (h: Preact["h"], side: keyof typeof heard) => unknown;
    const nothing = (): Draw => (random(2) ? () => undefined : () => false);
    const maybe = (make: () => Draw) => (random(3) ? make() : nothing());

    const text = (): Draw => {
      const words = ["", "Upgrade", "<b>no markup</b>", "0", "Später"][random(5)];
      return () => words;
    };
    const icon = (): Draw => {
      const d = `M${random(3)} 5`;
      return (h) => h("svg", { class: "icon", viewBox: "0 0 24 24" }, h("path", { d }));
    };
    const control = (): Draw => {
      const type = random(2) ? "button" : "a";
      const isBusy = random(2);
      const label = text();
      return (h, side) =>
        h(
          type,
          {
            class: "cta",
            ...(type === "a" && { href: "/plans" }),
            ...(isBusy && { "aria-busy": true }),
            onClick: (event: Event) => {
              event.preventDefault();
              heard[side] += 1;
            },
          },
          label(h, side),
        );
    };
    const list = (): Draw => {
      const controls = Array.from({ length: random(4) }, control);
      return (h, side) =>
        h(
          "div",
          { class: "ctas" },
          controls.map((one) => one(h, side)),
        );
    };
    const meter = (): Draw => {
      const share = random(101);
      const props = {
        class: share < 100 ? "meter" : "meter full",
        role: "meter",
        "aria-valuenow": share,
        "aria-valuetext": `${share} %`,
      };
      return (h) => h("div", props, h("i", { style: `inline-size:${share}%` }), `${share} / 100`);
    };
    const box = (depth: number): Draw => {
      const type = ["div", "p", "h2"][random(3)] ?? "div";
      const id = `n${random(3)}`;
      const places = [maybe(icon), maybe(text), maybe(meter), maybe(list), maybe(control)];
      const inner = depth > 0 ? maybe(() => box(depth - 1)) : nothing();
      return (h, side) =>
        h(
          type,
          { class: "box", id, tabIndex: -1 },
          ...[...places, inner].map((draw) => draw(h, side)),
        );
    };

    const [one, other] = [document.createElement("div"), document.createElement("div")];
    document.body.append(one, other);
    const differing: string[][] = [];
    const drawn = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const draw = random(50) ? box(2) : () => null;
      wholePreact.render(draw(wholePreact.h, "whole"), one);
      less.render(draw(less.h, "less"), other);
      if (one.innerHTML !== other.innerHTML) differing.push([one.innerHTML, other.innerHTML]);
      drawn.add(other.innerHTML);
      for (const side of [one, other]) {
        for (const target of side.querySelectorAll<HTMLElement>("a, button")) target.click();
      }
    }
    return { differing: differing.slice(0, 3), drawn: drawn.size, clicks: heard };
  }, ROUNDS);
  expect(differing).toEqual([]);
  expect(drawn).toBeGreaterThan(ROUNDS / 2);
  expect(clicks.less).toBeGreaterThan(ROUNDS);
  expect(clicks.less).toBe(clicks.whole);
});

test("what stays the same isn't touched, and what isn't a node of its own making isn't drawn", async ({
  site,
}) => {
  const page = await site.open({ html: "<h1>Page</h1>", script: "" });
  await page.addScriptTag({ content: await bundle("less", true) });
  const seen = await page.evaluate(async () => {
    const { h, render } = Reflect.get(window, "less");
    const box = document.createElement("div");
    const draw = (word: string, isBusy: boolean) =>
      h("div", { class: "box" }, h("p", { id: "t" }, word), isBusy && h("i", {}), [
        h("a", { href: "/" }, "Go"),
      ]);
    render(draw("One", false), box);
    const records: string[] = [];
    new MutationObserver((list) => {
      for (const { type, target } of list) records.push(`${type} ${target.nodeName}`);
    }).observe(box, { subtree: true, childList: true, attributes: true, characterData: true });
    const settle = () => new Promise((resolve) => setTimeout(resolve));
    const counts: string[] = [];
    for (const [word, isBusy] of [
      ["One", false],
      ["Two", false],
      ["Two", true],
    ] as const) {
      render(draw(word, isBusy), box);
      await settle();
      counts.push(records.splice(0).join());
    }
    render(JSON.parse('{"type":"img","props":{"src":"/x.png"},"constructor":{}}'), box);
    return { counts, html: box.innerHTML };
  });
  expect(seen).toEqual({ counts: ["", "characterData #text", "childList DIV"], html: "" });
});

test("another Preact than the cuts were made for is refused", () => {
  const sources = preactSources();
  expect(Object.keys(lessOf(sources))).toEqual(Object.keys(sources));
  for (const file of Object.keys(sources)) {
    const changed = { ...sources, [file]: `${sources[file]}\n` };
    expect(() => lessOf(changed), file).toThrow("Preact is another");
  }
});

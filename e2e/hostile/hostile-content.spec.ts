/** Every string and address of a Playbook and of a context is data, whatever it looks like. */
import { expect, test } from "../fixtures";
import { placement } from "../playbooks";
import { IN_FLOW, onEvent, PAGE_LEVEL } from "../surface-pages";
import { expectNoHarm, openHostile, partsOf, watchHarm } from "./hostile-page";
import { CONFUSING, MARKUP, NAMES, REFUSED, STYLES } from "./hostile-vectors";

test.beforeEach(({ context }) => watchHarm(context));

const LINKS = ["http:", "https:", "mailto:", "tel:"];

test("the table holds a few hundred", () => {
  const all = new Set([...REFUSED, ...CONFUSING, ...MARKUP, ...STYLES, ...NAMES]);
  expect(all.size).toBeGreaterThan(300);
});

test("an address of any spelling that could run is no link and no image, and pressing it runs nothing", async ({
  site,
}) => {
  const placements = REFUSED.map((url, index) =>
    placement(`slot_${index}`, {
      payload: {
        content: { title: "Title", image: { url, alt: url } },
        ctas: [
          { label: "Link", action: "open_url", params: { url } },
          { label: "Other", action: "go", params: { url } },
        ],
      },
    }),
  );
  const page = await openHostile(site, {
    placements,
    book: { branding: { logo_url: REFUSED[0] } },
  });
  await expect(page.locator(".box")).toHaveCount(REFUSED.length);
  const { parts, strange } = await partsOf(page);
  expect(strange).toEqual([]);
  for (const [index, { hrefs, images }] of parts.entries()) {
    expect([...hrefs, ...images], JSON.stringify(REFUSED[index])).toEqual([]);
  }
  await page.evaluate(() => {
    for (const { shadowRoot } of document.querySelectorAll("[data-service-slot]")) {
      for (const cta of shadowRoot?.querySelectorAll<HTMLElement>(".cta") ?? []) cta.click();
    }
  });
  await page.waitForTimeout(300);
  await expect(page.locator(".box")).toHaveCount(REFUSED.length);
  await expectNoHarm(site, page);
});

test("an address that only looks like code is a place, or nothing", async ({ site }) => {
  const placements = CONFUSING.map((url, index) =>
    placement(`slot_${index}`, {
      payload: { ctas: [{ label: url, action: "open_url", params: { url } }] },
    }),
  );
  const page = await openHostile(site, { placements });
  await expect(page.locator(".box")).toHaveCount(CONFUSING.length);
  const { parts, strange } = await partsOf(page);
  expect(strange).toEqual([]);
  for (const { hrefs } of parts) for (const href of hrefs) expect(LINKS).toContain(href);
  await expectNoHarm(site, page);
});

for (const surface of [...IN_FLOW, ...PAGE_LEVEL]) {
  test(`markup in the words of a ${surface} is shown as text`, async ({ site }) => {
    // A title may be a token of ours without a value: such a payload is not shown at all.
    const words = MARKUP.filter((text) => !text.includes("{{"));
    const payload = (text: string) => ({
      surface,
      content: {
        ...{ title: text, body: text, image: { url: "/x.png", alt: text } },
        ...(surface === "toast" && { duration_ms: 60_000 }),
      },
      ctas: [{ label: text, action: text, params: { url: text, [text]: text } }],
    });
    const isPageLevel = PAGE_LEVEL.includes(surface);
    const texts = isPageLevel ? words.slice(0, 12) : words;
    const page = await openHostile(site, {
      placements: texts.map((text, index) =>
        isPageLevel
          ? onEvent(`opened_${index}`, payload(text))
          : placement(`slot_${index}`, { payload: payload(text) }),
      ),
    });
    if (isPageLevel) {
      await page.evaluate("Service.ready");
      for (const [index, text] of texts.entries()) {
        await page.evaluate(`Service.trigger("opened_${index}")`);
        await expect(page.locator(".box")).toBeVisible();
        const { parts, strange } = await partsOf(page);
        expect(strange).toEqual([]);
        expect(parts.at(-1)?.text).toBe([text, text, text].join("\n"));
        await page.locator(".box").getByRole("button", { name: "Dismiss" }).click();
        await expect(page.locator(".box")).toHaveCount(0);
        await page.evaluate(`Service.reset()`);
      }
    } else {
      await expect(page.locator(".box")).toHaveCount(texts.length);
      const { parts, strange } = await partsOf(page);
      expect(strange).toEqual([]);
      expect(parts.map(({ text }) => text)).toEqual(
        texts.map((text) => [text, text, text].join("\n")),
      );
    }
    await expectNoHarm(site, page);
  });
}

test("markup and code in a context come out of a token as text", async ({ site }) => {
  const page = await openHostile(site, {
    placements: [
      placement("top", {
        payload: {
          content: { title: "{{user_name|none}}", body: "{{traits.word|none}}" },
          ctas: [
            {
              label: "{{traits.word|none}}",
              action: "open_url",
              params: { url: "{{traits.word|x}}" },
            },
            {
              label: "Path",
              action: "open_url",
              params: { url: "/a/{{traits.word|x}}?q={{user_name|x}}" },
            },
          ],
        },
      }),
    ],
  });
  await expect(page.locator(".box")).toBeVisible();
  for (const text of [...MARKUP, ...REFUSED.slice(0, 80), ...CONFUSING]) {
    await page.evaluate((word) => {
      Object(window).Service.setUser({ name: word, traits: { word } });
    }, text);
    await expect
      .poll(async () => (await partsOf(page)).parts[0]?.text.split("\n")[0])
      .toBe(text === "" ? "none" : text.split("\n")[0]);
    const { parts, strange } = await partsOf(page);
    expect(strange).toEqual([]);
    for (const href of parts[0]?.hrefs ?? []) expect(LINKS).toContain(href);
    expect(parts[0]?.hrefs.at(-1)).toBe("http:");
  }
  await expectNoHarm(site, page);
});

test("a theme holds colours, lengths and fonts, and nothing that loads or reaches further", async ({
  site,
  context,
}) => {
  const tab = await context.newPage();
  site.allowConsole(/theme|branding|Playbook/);
  const styleOf = async (theme: unknown) => {
    const config = {
      runtimeMode: "local_only",
      localRuntime: {
        playbook: {
          format_version: 1,
          playbook_id: "t",
          version: 1,
          placements: [
            placement("top", {
              payload: { content: { title: "T" }, ctas: [{ label: "Go", action: "dismiss" }] },
            }),
          ],
        },
      },
      branding: { theme, workspace_name: "</style><script>alert(1)</script>" },
    };
    const page = await site.open(
      { html: '<h1>Page</h1><div data-service-slot="top"></div>', config },
      tab,
    );
    await expect(page.locator(".box")).toBeVisible();
    return page.locator(".root").evaluate((root) => {
      const sheets = root.getRootNode() instanceof ShadowRoot ? root.getRootNode() : undefined;
      const { adoptedStyleSheets: [sheet] = [] } = sheets instanceof ShadowRoot ? sheets : {};
      const images = [root, ...root.querySelectorAll("*")].map((element) => {
        const { backgroundImage, borderImageSource, listStyleImage, position } =
          getComputedStyle(element);
        return [backgroundImage, borderImageSource, listStyleImage, position].join();
      });
      return { rules: sheet?.cssRules.length, images };
    });
  };
  const plain = await styleOf({});
  const names = "background surface text muted border primary on_primary danger".split(" ");
  for (const value of STYLES) {
    const colors = Object.fromEntries([...names, ...NAMES, value].map((name) => [name, value]));
    const styled = await styleOf({ colors, radius: value, font_family: value });
    expect(styled, value).toEqual(plain);
    await expectNoHarm(site, tab);
  }
});

test("names that every object has are names like others, wherever they stand", async ({ site }) => {
  const handles = NAMES.filter((name) => /^[a-z][a-z0-9_]*$/.test(name));
  const reaching = JSON.parse(
    `{"__proto__": {"polluted": 1, "isAdmin": true}, "constructor": {"prototype": {"polluted": 1}}}`,
  );
  const page = await openHostile(site, {
    placements: [
      placement("top", { payload: { content: { title: "Still here", ...reaching }, ...reaching } }),
      ...handles.map((handle) => placement(handle, { slot: undefined, ...reaching })),
      ...NAMES.map((name, index) =>
        placement(`slot_${index}`, {
          payload: {
            target: { condition: { [name]: { $exists: true }, [`traits.${name}.x`]: name } },
            locales: { [name]: { content: { title: name } } },
            ctas: [{ label: name, action: name, params: { [name]: name, ...reaching } }],
          },
        }),
      ),
    ],
    book: {
      ...reaching,
      branding: { ...reaching, theme: { ...reaching, colors: { ...reaching } } },
      segments: NAMES.map((handle) => ({ handle, condition: reaching })),
    },
  });
  await expect(page.getByText("Still here")).toBeVisible();
  for (const name of NAMES) {
    const answers = await page.evaluate(
      async ([name, json]) => {
        const text = `{"${name}": ${json}, "id": "${name}", "locale": "${name}"}`;
        const sdk = Object(window).Service;
        sdk.setUser({
          ...JSON.parse(text),
          traits: JSON.parse(text),
          usage: JSON.parse(`{"${name}": 1}`),
        });
        sdk.setPage(JSON.parse(text));
        sdk.updateUsage(JSON.parse(`{"${name}": 5}`));
        sdk.track(name, JSON.parse(text));
        sdk.trigger(name, JSON.parse(text));
        sdk.show(name);
        sdk.registerSurface(name, () => {});
        await sdk.identify(name, JSON.parse(text));
        await sdk.fetchUserContext(name);
        return [
          sdk.can(name),
          (await sdk.checkEntitlement(name)).allowed,
          (await sdk.getPlacementDecision({ slot: name })).visible,
          sdk.explain(name).visible === true,
        ];
      },
      [name, JSON.stringify({ polluted: 1, isAdmin: true })] as const,
    );
    expect(answers, name).toEqual([false, false, false, false]);
  }
  await expect(page.getByText("Still here")).toBeVisible();
  await expectNoHarm(site, page);
});

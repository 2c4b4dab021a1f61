/** Routes of single-page applications, where the Navigation API is and where it isn't. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import type { Site } from "../site";

const BOOK = playbook({
  placements: [placement("top", { payload: { target: { condition: { "page.path": "/b" } } } })],
});
const SLOT = '<div data-service-slot="top"><span>Page content</span></div>';
/** Keeps what each route event said. */
const LISTEN = `<script>
  window.routes = [];
  Service.on("route", ({ url, title }) => routes.push(new URL(url).pathname
    + new URL(url).search + new URL(url).hash + " " + title));
</script>`;
/** Longer than the time a router has to set its title. */
const SETTLED_MS = 400;

async function openApp(site: Site, options: Record<string, unknown> = {}): Promise<Page> {
  const page = await site.open({ html: SLOT + LISTEN, config: localConfig(BOOK, options) });
  await page.evaluate("Service.ready");
  return page;
}

/** All events after some code ran, and time enough for one too many. */
async function routesAfter(page: Page, code: string): Promise<unknown> {
  // The page's own timers come in order, however late they are on a busy machine.
  return page.evaluate(`(async () => {
    ${code}
    await new Promise((resolve) => setTimeout(resolve, ${SETTLED_MS}));
    return routes.splice(0);
  })()`);
}

/** The browser's own process goes back and forth, and may take its time. */
const travel = (code: string) =>
  `${code}; await new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));`;

const APIS = {
  "with the Navigation API": async () => {},
  "without the Navigation API": (context: BrowserContext) =>
    context.addInitScript(() => {
      Object.defineProperty(window, "navigation", { value: undefined });
    }),
};
for (const [name, prepare] of Object.entries(APIS)) {
  test.describe(name, () => {
    test.beforeEach(({ context }) => prepare(context));

    test("each change is one route event, whoever made it", async ({ site }) => {
      const page = await openApp(site);
      expect(await routesAfter(page, "")).toEqual([]);
      expect(await routesAfter(page, "history.pushState(null, '', '/a')")).toEqual(["/a Test"]);
      expect(await routesAfter(page, "history.replaceState(null, '', '/b')")).toEqual(["/b Test"]);
      expect(await routesAfter(page, "history.pushState(null, '', '/b?tab=2')")).toEqual([
        "/b?tab=2 Test",
      ]);
      expect(await routesAfter(page, travel("history.back()"))).toEqual(["/b Test"]);
      expect(await routesAfter(page, travel("history.forward()"))).toEqual(["/b?tab=2 Test"]);
      expect(await routesAfter(page, travel("history.go(-2)"))).toEqual(["/ Test"]);
    });

    test("a hash route is one, an anchor is none", async ({ site }) => {
      const page = await openApp(site);
      expect(await routesAfter(page, "location.hash = '#/inbox'")).toEqual(["/#/inbox Test"]);
      expect(await routesAfter(page, "location.hash = '#!/sent'")).toEqual(["/#!/sent Test"]);
      expect(await routesAfter(page, travel("history.back()"))).toEqual(["/#/inbox Test"]);
      expect(await routesAfter(page, "history.pushState(null, '', '/a')")).toEqual(["/a Test"]);
      expect(await routesAfter(page, "location.hash = '#section'")).toEqual([]);
      expect(await routesAfter(page, travel("history.back()"))).toEqual([]);
    });

    test("no event where the address stays", async ({ site }) => {
      const page = await openApp(site);
      const code = `
        history.replaceState({ scroll: 1 }, "");
        history.pushState({ n: 1 }, "", location.href);
        history.replaceState({ scroll: 2 }, "", "/");
      `;
      expect(await routesAfter(page, code)).toEqual([]);
    });

    test("a redirect in one go tells where it ended", async ({ site }) => {
      const page = await openApp(site);
      const code = `
        history.pushState(null, "", "/login");
        await 0;
        history.replaceState(null, "", "/home");
      `;
      const routes = await routesAfter(page, code);
      expect(routes).toContain("/home Test");
      expect((routes as string[]).filter((route) => route.startsWith("/home"))).toHaveLength(1);
    });

    test("the title is the new route's own", async ({ site }) => {
      const page = await openApp(site);
      const code = `
        history.pushState(null, "", "/a");
        setTimeout(() => { document.title = "Title of A"; }, 30);
      `;
      expect(await routesAfter(page, code)).toEqual(["/a Title of A"]);
    });

    test("this, the arguments, what is returned and history.state stay the page's", async ({
      site,
      context,
    }) => {
      await context.addInitScript(() => {
        const calls: unknown[] = [];
        Object.assign(window, { calls });
        for (const name of ["pushState", "replaceState"] as const) {
          const original = history[name];
          history[name] = function (this: History, ...parameters: Parameters<typeof original>) {
            calls.push([name, this === history, parameters.length, ...parameters]);
            return Reflect.apply(original, this, parameters);
          };
        }
      });
      const page = await openApp(site);
      const result = await page.evaluate(`(() => {
        const state = { deep: [1] };
        const returned = history.pushState(state, "unused", "/a");
        const kept = JSON.stringify(history.state);
        history.replaceState({ b: 2 }, "");
        return [returned, kept, history.state, history.length, calls];
      })()`);
      expect(result).toEqual([
        undefined,
        '{"deep":[1]}',
        { b: 2 },
        expect.any(Number),
        [
          ["pushState", true, 3, { deep: [1] }, "unused", "/a"],
          ["replaceState", true, 2, { b: 2 }, ""],
        ],
      ]);
    });

    test("what pushState throws, the page's router hears", async ({ site }) => {
      const page = await openApp(site);
      const error = await page.evaluate(`(() => {
        try { history.pushState(null, "", "https://elsewhere.example/"); }
        catch (error) { return error.name; }
      })()`);
      expect(error).toBe("SecurityError");
      expect(await routesAfter(page, "")).toEqual([]);
    });

    test("everything is decided again on a route, and on the way back", async ({ site }) => {
      const page = await openApp(site);
      await expect(page.getByText("Page content")).toBeVisible();
      await page.evaluate("history.pushState(null, '', '/b')");
      await expect(page.getByText("Title of top")).toBeVisible();
      await page.goBack();
      await expect(page.getByText("Page content")).toBeVisible();
      await expect(page.getByText("Title of top")).toHaveCount(0);
    });

    test("with routerAutoTrack: false routes go unseen, and history untouched", async ({
      site,
    }) => {
      const page = await site.open({
        html: `<script>window.original = history.pushState;</script>${SLOT}${LISTEN.replace(
          "<script>",
          '<script src="/dist/service.js"></script><script>',
        )}`,
        config: localConfig(BOOK, { contextPolicy: { routerAutoTrack: false } }),
        script: "",
      });
      await page.evaluate("Service.ready");
      expect(await routesAfter(page, "history.pushState(null, '', '/b')")).toEqual([]);
      await expect(page.getByText("Page content")).toBeVisible();
      expect(await page.evaluate("history.pushState === original")).toBe(true);
    });

    test("after destroy() no route is seen, and history is the page's own again", async ({
      site,
    }) => {
      const page = await openApp(site);
      await page.evaluate("Service.destroy()");
      expect(await routesAfter(page, "history.pushState(null, '', '/b')")).toEqual([]);
      await expect(page.getByText("Page content")).toBeVisible();
      const own = "[Object.hasOwn(history, 'pushState'), String(history.pushState)]";
      expect(await page.evaluate(own)).toEqual([
        expect.any(Boolean),
        "function pushState() { [native code] }",
      ]);
    });

    test("a listener that throws doesn't keep the router from navigating", async ({ site }) => {
      site.expectConsole(/listener failed/);
      const page = await openApp(site);
      await page.evaluate(
        "void Service.on('route', () => { throw new Error('listener failed'); })",
      );
      expect(await routesAfter(page, "history.pushState(null, '', '/b')")).toEqual(["/b Test"]);
      await expect(page.getByText("Title of top")).toBeVisible();
    });
  });
}

test("a router that kept its own pushState is still seen", async ({ site, context }) => {
  await context.addInitScript(() => {
    Object.assign(window, { kept: history.pushState.bind(history) });
  });
  const page = await openApp(site);
  expect(await routesAfter(page, "kept(null, '', '/b')")).toEqual(["/b Test"]);
  await expect(page.getByText("Title of top")).toBeVisible();
});

test("with the Navigation API, history's methods are not patched", async ({ site, context }) => {
  await context.addInitScript(() => {
    Object.assign(window, { kept: [history.pushState, history.replaceState] });
  });
  const page = await openApp(site);
  const same = "kept[0] === history.pushState && kept[1] === history.replaceState";
  expect(await page.evaluate(same)).toBe(true);
});

test("of a router that takes long to render, the title is the route's own", async ({ site }) => {
  const page = await openApp(site);
  expect(
    await routesAfter(
      page,
      `navigation.addEventListener("navigate", (event) => event.intercept({
         handler: async () => {
           await new Promise((resolve) => setTimeout(resolve, 300));
           document.title = "Title of " + location.pathname;
         },
       }));
       for (const path of ["/one", "/two"]) {
         await navigation.navigate(path).finished;
         await new Promise((resolve) => setTimeout(resolve, 150));
       }`,
    ),
  ).toEqual(["/one Title of /one", "/two Title of /two"]);
});

test("a dialog that waited on the last route doesn't follow to the next", async ({ site }) => {
  const dialog = placement("ask", {
    slot: undefined,
    trigger: { type: "event", name: "left" },
    payload: { surface: "modal", content: { title: "Before you go" } },
  });
  const page = await site.open({
    html: '<dialog id="own">Own dialog <button onclick="own.close()">Close it</button></dialog>',
    config: localConfig(playbook({ placements: [dialog] })),
  });
  await page.evaluate("Service.ready.then(() => { own.showModal(); Service.track('left'); })");
  await expect
    .poll(() => page.evaluate("Service.explain('ask').reasons"))
    .toEqual(["waiting_turn"]);
  await page.evaluate("history.pushState(null, '', '/next')");
  await page.getByRole("button", { name: "Close it" }).click();
  await page.waitForTimeout(SETTLED_MS);
  await expect(page.getByText("Before you go")).toHaveCount(0);
});

test("what is said right after a change of the address is of the new route", async ({ site }) => {
  const target = { condition: { "page.title": "Pricing" } };
  const config = localConfig(playbook({ placements: [placement("top", { payload: { target } })] }));
  const page = await site.open({ html: SLOT, config });
  await page.evaluate("Service.ready");
  await page.evaluate("history.pushState(null, '', '/b'); Service.setPage({ title: 'Pricing' })");
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.evaluate("history.pushState(null, '', '/c')");
  await expect(page.getByText("Title of top")).toHaveCount(0);
});

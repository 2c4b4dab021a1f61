/** What the SDK keeps in the browser: where, how much, and what if it can't. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { before, ONCE, own, pageWith, SLOT, shown, stored } from "../stored-page";
import { pageLevel } from "../surface-pages";

const TAG = '<script src="/dist/service.js"></script>';

test("what was shown is remembered on the next visit, under our own prefix", async ({ site }) => {
  const page = await site.open(pageWith());
  await expect(shown(page)).toBeVisible();
  const kept = await stored(page);
  expect(Object.keys(kept).length).toBeGreaterThan(0);
  for (const key of Object.keys(kept)) expect(key).toMatch(/^service:/);
  await page.reload();
  await page.evaluate("Service.ready");
  await expect(own(page)).toBeVisible();
  await expect(shown(page)).toHaveCount(0);
});

test("localRuntime.storageKey is the prefix of every key", async ({ site }) => {
  const book = playbook({ placements: [ONCE] });
  const page = await site.open({
    html: SLOT,
    config: { runtimeMode: "local_only", localRuntime: { playbook: book, storageKey: "acme_app" } },
  });
  await expect(shown(page)).toBeVisible();
  const keys = Object.keys(await stored(page));
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).toMatch(/^acme_app:/);
});

test("no user id is readable in storage", async ({ site }) => {
  const page = await site.open(pageWith({ user: { id: "ann-4711", email: "ann@acme.com" } }));
  await expect(shown(page)).toBeVisible();
  expect(JSON.stringify(await stored(page))).not.toMatch(/4711|acme/);
});

test("the next user of the browser has displays of their own", async ({ site }) => {
  const page = await site.open(pageWith({ user: { id: "ann" } }));
  await expect(shown(page)).toBeVisible();
  site.servePage(pageWith({ user: { id: "bob" } }));
  await page.reload();
  await expect(shown(page)).toBeVisible();
  site.servePage(pageWith({ user: { id: "ann" } }));
  await page.reload();
  await page.evaluate("Service.ready");
  await expect(own(page)).toBeVisible();
});

test("the application's own storage replaces the browser's", async ({ site }) => {
  const { html, config } = pageWith();
  const page = await site.open({
    html: `<script>
      const open = (lasts) => {
        const kept = JSON.parse((lasts && window.name) || "{}");
        return {
          kept,
          getItem: (key) => kept[key] ?? null,
          setItem: (key, value) => {
            kept[key] = value;
            if (lasts) window.name = JSON.stringify(kept);
          },
          removeItem: (key) => { delete kept[key]; },
        };
      };
      window.ServiceConfig = ${JSON.stringify(config)};
      ServiceConfig.persistentStorage = open(true);
      ServiceConfig.sessionStorage = open(false);
    </script>${html}${TAG}`,
    script: "",
  });
  await expect(shown(page)).toBeVisible();
  expect(await stored(page)).toEqual({});
  expect(await page.evaluate("Object.keys(ServiceConfig.persistentStorage.kept)")).toContain(
    "service:history",
  );
  expect(await page.evaluate("Object.keys(ServiceConfig.sessionStorage.kept)")).toContain(
    "service:session",
  );
  await page.reload();
  await page.evaluate("Service.ready");
  await expect(own(page)).toBeVisible();
});

for (const [name, adapter] of Object.entries({
  throws: "{ getItem() { throw 1; }, setItem() { throw 1; }, removeItem() { throw 1; } }",
  "answers promises":
    "{ getItem: async () => { throw 1; }, setItem: async () => { throw 1; }, removeItem: async () => {} }",
  "answers nonsense": "{ getItem: () => 5, setItem() {}, removeItem() {} }",
})) {
  test(`a storage of the application's that ${name} does no harm`, async ({ site }) => {
    const { html, config } = pageWith({}, placement("top"));
    const page = await site.open({
      html: `<script>
        window.ServiceConfig = ${JSON.stringify(config)};
        ServiceConfig.persistentStorage = ServiceConfig.sessionStorage = ${adapter};
      </script>${html}${TAG}`,
      script: "",
    });
    await expect(shown(page)).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(own(page)).toBeVisible();
    await page.evaluate("history.pushState(null, '', '/next')");
    await page.waitForTimeout(300);
    await expect(own(page)).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
  });
}

test("with a full quota the page works, and a dismissal holds for the visit", async ({
  site,
  context,
}) => {
  await before(
    context,
    `for (const storage of [localStorage, sessionStorage]) {
       if (storage.full) continue;
       for (let size = 2 ** 22; size >= 1; size = size >> 1) {
         try { for (let n = 0; ; n++) storage["full" + (n || "") + "_".repeat(size > 1 ? 1 : 0) + size] = "x".repeat(size); }
         catch {}
       }
       try { storage.full = ""; } catch {}
     }`,
  );
  const page = await site.open(pageWith({}, placement("top")));
  await expect(shown(page)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(own(page)).toBeVisible();
  await page.evaluate("history.pushState(null, '', '/next')");
  await page.waitForTimeout(300);
  await expect(own(page)).toBeVisible();
  await expect(shown(page)).toHaveCount(0);
});

test("what was dismissed for a month stays away on later visits, though the quota is full since", async ({
  site,
  context,
}) => {
  const capped = placement("side", {
    trigger: { type: "event", name: "asked" },
    payload: { caps: [{ count: 5, period: "day" }] },
  });
  const month = placement("top", { payload: { cooldown_hours: 720 } });
  const page = await site.open({
    html: `${SLOT}<div data-service-slot="side"></div>`,
    config: localConfig(playbook({ placements: [month, capped] })),
  });
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(own(page)).toBeVisible();
  const history = async () => `${(await stored(page))["service:history"]}`;
  await expect.poll(history).toContain("dismissed");
  const before = await history();
  await page.evaluate(`for (let size = 2 ** 22; size >= 1; size >>= 1) {
    try { for (let n = 0; ; n++) localStorage["full" + size + "_" + n] = "x".repeat(size); }
    catch {}
  }`);
  // Another display, which can't be stored beside it.
  await page.evaluate("Service.trigger('asked')");
  await expect(page.getByText("Title of side")).toBeVisible();
  await page.waitForTimeout(300);
  expect(await history()).toBe(before);
  // After the moments in which tabs tell each other what was just dismissed.
  await page.waitForTimeout(2500);
  await page.close();
  const next = await context.newPage();
  await next.goto(site.url);
  await next.evaluate("Service.ready");
  await next.waitForTimeout(300);
  await expect(own(next)).toBeVisible();
  await expect(shown(next)).toHaveCount(0);
});

const POISON = {
  "random bytes": () =>
    String.fromCharCode(...Array.from({ length: 500 }, (_, n) => (n * 7919) % 65536)),
  nothing: () => "",
  null: () => "null",
  "a number": () => "5",
  "a list": () => "[[[]]]",
  "an object": () => '{"__proto__":{"polluted":1},"displays":5,"length":-1}',
  "half a JSON": () => '{"displays":[',
  "another script's text": () => '"hello"',
  "a text of 2 MB": () => JSON.stringify("x".repeat(2 ** 21)),
  "a text full of entries": () =>
    JSON.stringify("0.12340.5678 displays top/only 1000;".repeat(2 ** 12)),
};
for (const [name, make] of Object.entries(POISON)) {
  test(`${name} under our keys reads as nothing`, async ({ site, context }) => {
    const value = make();
    await before(
      context,
      `if (!sessionStorage.poisoned) {
         sessionStorage.poisoned = 1;
         const value = ${JSON.stringify(value)};
         sessionStorage["service:session"] = value;
         for (const key of ["anonymous_id", "history"]) localStorage["service:" + key] = value;
       }`,
    );
    const page = await site.open(pageWith());
    await expect(shown(page)).toBeVisible();
    expect(await page.evaluate("({}).polluted")).toBe(undefined);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(own(page)).toBeVisible();
    // From here on it is our own again.
    await page.reload();
    await page.evaluate("Service.ready");
    await expect(own(page)).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
    const { "service:history": history = "", "service:anonymous_id": id } = await stored(page);
    expect(history.length).toBeLessThanOrEqual(32 * 1024);
    expect(id).toMatch(/^"[\da-f-]{36}"$/);
  });
}

test("a dialog closes where an earlier visit's history can be neither replaced nor erased", async ({
  site,
}) => {
  const page = await site.open({
    html: SLOT,
    config: localConfig(playbook({ placements: [pageLevel("modal")] })),
    script: `<script>localStorage.setItem("service:history", '""');
      Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
      Storage.prototype.removeItem = () => {};</script>${TAG}`,
  });
  await page.evaluate("Service.trigger('opened')");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("the history stays under 32 KiB however many placements were seen", async ({ site }) => {
  const handles = Array.from({ length: 500 }, (_, n) => `placement_of_a_rather_long_handle_${n}`);
  const page = await site.open({
    html: handles.map((handle) => `<div data-service-slot="${handle}"></div>`).join(""),
    config: localConfig(
      playbook({
        placements: handles.map((handle) =>
          placement(handle, { payload: { caps: [{ count: 1, period: "day" }] } }),
        ),
      }),
    ),
  });
  await expect(page.getByText("Title of")).toHaveCount(500);
  const { "service:history": history = "" } = await stored(page);
  expect(history.length).toBeGreaterThan(20_000);
  expect(history.length).toBeLessThanOrEqual(32 * 1024);
});

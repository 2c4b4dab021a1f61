/** A page on which whatever runs, leaves or changes that shouldn't is seen. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { TestSite } from "../fixtures";
import { playbook } from "../playbooks";

/** Before the page's scripts: what code would do to show itself is kept, and what every object has is noted. */
export async function watchHarm(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const harm: string[] = [];
    const note = (what: string) => void harm.push(what);
    for (const name of ["alert", "confirm", "prompt", "open", "print", "MsgBox"]) {
      Reflect.set(window, name, (...values: unknown[]) => note(`${name}(${values})`));
    }
    const prototypes = {
      Object,
      Array,
      Function,
      String,
      Number,
      Map,
      Set,
      Promise,
      Element,
      Node,
    };
    const look = () =>
      Object.entries(prototypes).flatMap(([name, { prototype }]) =>
        Reflect.ownKeys(prototype).map((key) => {
          const { value, writable } = Reflect.getOwnPropertyDescriptor(prototype, key) ?? {};
          return `${name} ${String(key)} ${typeof value} ${writable}`;
        }),
      );
    const before = look();
    const names = new Set(Object.getOwnPropertyNames(window));
    const known = ["Service", "ServiceConfig", "__playwright"];
    Object.assign(window, {
      harmDone: () => {
        const after = look();
        const polluted = after.filter((line) => !before.includes(line));
        const lost = before.filter((line) => !after.includes(line));
        const globals = Object.getOwnPropertyNames(window).filter(
          (name) =>
            !names.has(name) &&
            !/^\d+$|^harmDone$/.test(name) &&
            !known.some((one) => name.startsWith(one)),
        );
        const reached = ["polluted", "isAdmin"].filter((name) => name in {} || name in []);
        return [...harm, ...polluted, ...lost, ...globals, ...reached];
      },
    });
  });
}

export type Json = Readonly<Record<string, unknown>>;

/** A page with a slot for each placement; the Playbook comes as JSON from the site, as text if it is one. */
export async function openHostile(
  site: TestSite,
  {
    placements,
    book = {},
    config = {},
  }: { placements: readonly Json[]; book?: Json; config?: Json },
): Promise<Page> {
  // What is wrong with the Playbook is told, which is as it should be.
  site.allowConsole(/^error: \[Service\] (the Playbook|[^ ]+ has (no|a) )|theme|branding/);
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
  site.serve("/x.png", { body: picture, headers: { "content-type": "image/svg+xml" } });
  site.serve("/playbook.json", { body: JSON.stringify(playbook({ placements, ...book })) });
  const slots = placements
    .map(({ slot }) => (slot ? `<div data-service-slot="${slot}"></div>` : ""))
    .join("");
  return site.open({
    html: `<h1>Page</h1>${slots}`,
    config: { user: { id: "u1", plan_handle: "free", name: "Ann" }, ...config },
    script: '<script src="/dist/service.js" data-playbook="/playbook.json"></script>',
  });
}

/** Nothing ran, nothing was polluted, nobody outside was asked, and the page is where it was. */
export async function expectNoHarm(site: TestSite, page: Page): Promise<void> {
  expect(await page.evaluate("harmDone()")).toEqual([]);
  expect(site.outside).toEqual([]);
  expect(site.requests.filter(({ url }) => url.includes("evil"))).toEqual([]);
  expect(new URL(page.url()).pathname).toBe("/");
  await expect(page.getByRole("heading", { name: "Page", exact: true })).toBeVisible();
}

interface Part {
  readonly text: string;
  readonly hrefs: readonly string[];
  readonly images: readonly string[];
}

/** What each slot shows, and everything in it that a surface of ours doesn't have. */
export const partsOf = (page: Page): Promise<{ parts: readonly Part[]; strange: string[] }> =>
  page.evaluate(() => {
    const TAGS = "div p h2 i a button img svg path slot dialog";
    const ATTRIBUTES =
      "class id role aria-label aria-labelledby aria-hidden aria-valuemax aria-valuenow aria-valuetext href src alt type lang d viewBox style popover tabindex closedby open data-html2canvas-ignore";
    const roots = [...document.querySelectorAll("[data-service-slot], service-host")].flatMap(
      ({ shadowRoot }) => shadowRoot ?? [],
    );
    const strange = roots.flatMap((root) =>
      [...root.querySelectorAll("*")].flatMap(({ localName, attributes }) => [
        ...(TAGS.split(" ").includes(localName) ? [] : [`<${localName}>`]),
        ...[...attributes]
          .map(({ name }) => name)
          .filter((name) => !ATTRIBUTES.split(" ").includes(name))
          .map((name) => `${localName}[${name}]`),
      ]),
    );
    const parts = roots.map((root) => ({
      text: [...root.querySelectorAll(".title, .body, .cta")]
        .map(({ textContent }) => textContent)
        .join("\n"),
      hrefs: [...root.querySelectorAll("a")].map(({ protocol }) => protocol),
      images: [...root.querySelectorAll("img")].map(({ src }) => new URL(src).protocol),
    }));
    return { parts, strange };
  });

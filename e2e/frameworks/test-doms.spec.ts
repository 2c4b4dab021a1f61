/** The DOMs of unit tests, such as jsdom, draw nothing and lack what only drawing needs. Their placements have all their words. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

const over = (handle: string, surface: string, content: object = {}) =>
  placement(handle, {
    slot: undefined,
    trigger: { type: "event", name: handle },
    payload: { surface, content: { title: `Title of ${handle}`, ...content } },
  });
const BOOK = playbook({
  placements: [
    placement("top"),
    over("ask", "modal"),
    over("saved", "toast", { duration_ms: 1000 }),
    over("tip", "tooltip", { anchor: "top" }),
  ],
});

/** What jsdom 16 to 31 and happy-dom lack, and how some of them fail. */
const DOM = `
  for (const name of ["CSS", "IntersectionObserver", "ResizeObserver"]) delete window[name];
  delete CSSStyleSheet.prototype.replaceSync;
  delete HTMLDialogElement.prototype.showModal;
  delete Element.prototype.checkVisibility;
  for (const name of ["popover", "showPopover", "hidePopover"]) delete HTMLElement.prototype[name];
  for (const [{ prototype }, name] of [[Element, "matches"], [DocumentFragment, "querySelector"]]) {
    const own = prototype[name];
    prototype[name] = function (selector) {
      if (selector.includes("focus-within")) throw new Error("of a shadow root it can't tell");
      return own.call(this, selector);
    };
  }`;

// A word in the console fails it, as it fails many a suite of unit tests.
test("placements are there in the DOM of a unit test, and the console is quiet", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div data-service-slot="top"></div>',
    config: localConfig(BOOK, { branding: { theme: { colors: { primary: "#1e40af" } } } }),
    script: `<script>${DOM}</script><script src="/dist/service.js"></script>`,
  });
  await expect(page.getByText("Title of top")).toBeAttached();
  for (const handle of ["saved", "tip"]) {
    await page.evaluate(`Service.trigger("${handle}")`);
    await expect(page.getByText(`Title of ${handle}`), handle).toBeAttached();
  }
  await expect(page.getByText("Title of saved")).toHaveCount(0);
  await page.evaluate('Service.show("ask")');
  await expect(page.getByText("Title of ask")).toBeAttached();
});

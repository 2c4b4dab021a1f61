/** What lies over the page, and is no dialog, makes way for a dialog of the page's as soon as that opens. */
import { withResolvers } from "../cta-page";
import { expect, test } from "../fixtures";
import { placement } from "../playbooks";
import { settled } from "../slot-pages";
import { configOf } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** How the page opens a dialog of its own, and how it closes it. */
const DIALOGS = [
  ["a dialog", "native.showModal()", "native.close()"],
  ["a modal overlay", "document.body.append(layer)", "layer.remove()"],
  ["a fading overlay", "layer.className = 'fading', document.body.append(layer)", "layer.remove()"],
  // As where the device is slow.
  [
    "one that fades in late",
    "layer.className = 'late', document.body.append(layer)",
    "layer.remove()",
  ],
] as const;
for (const [surface, anchor] of [["tooltip", "spot"], ["bar"], ["toast"]] as const) {
  for (const [kind, show, close] of DIALOGS) {
    test(`a ${surface} makes way for ${kind} of the page's, and is back after it`, async ({
      site,
    }) => {
      const content = { title: "Ours", duration_ms: 60_000, ...(anchor && { anchor }) };
      const ours = placement("ours", { slot: undefined, payload: { surface, content } });
      const page = await site.open({
        html: `<style>@keyframes fade { from { opacity: 0 } } .fading { animation: fade 0.3s }
          .late { animation: fade 0.3s 0.8s backwards }</style>
          <div data-service-slot="spot" style="margin: 150px">Here</div>
          <dialog id="native">Theirs</dialog>
          <div id="overlay" role="dialog" aria-modal="true"
            style="position: fixed; inset: 10px; z-index: 9">Theirs</div>
          <script>var layer = document.getElementById("overlay"); layer.remove()</script>`,
        config: configOf(ours),
      });
      const shown = page.getByText("Ours", { exact: true });
      await expect(shown).toBeVisible();
      await page.evaluate(show);
      await expect(shown).toHaveCount(0);
      expect(await page.evaluate("Service.explain('ours').reasons")).toEqual(["waiting_turn"]);
      await page.evaluate("Service.setUser({ traits: { a: 1 } })");
      await settled(page);
      await expect(shown).toHaveCount(0);
      await page.evaluate(close);
      await expect(shown).toBeVisible();
    });
  }
}

for (const surface of ["bar", "modal"]) {
  test(`a ${surface} that a click has opened over the inner of two dialogs is over the outer when that is closed`, async ({
    site,
  }) => {
    const payload = { surface, content: { title: "Ours", dismissible: false } };
    const trigger = { type: "entitlement_denied", entitlement: "export" };
    const page = await site.open({
      html: `<dialog id="outer"><button type="button" onclick="inner.showModal()">More</button></dialog>
        <dialog id="inner"><button type="button" data-service-gate="export">Export</button></dialog>
        <dialog id="third">Theirs</dialog>`,
      config: configOf(placement("ours", { slot: undefined, trigger, payload })),
    });
    await page.evaluate("Service.ready");
    await page.evaluate("outer.showModal()");
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Export" }).click();
    const shown = page.getByText("Ours", { exact: true });
    await expect(shown).toBeVisible();
    // Under a third one it stays where it is.
    await page.evaluate("third.showModal()");
    await page.waitForTimeout(700);
    await expect(page.locator("#inner service-host")).toHaveCount(1);
    await page.evaluate("third.close()");
    await page.evaluate("inner.close()");
    await expect(page.getByRole("button", { name: "Export" })).toBeHidden();
    await expect(shown).toBeVisible();
    await expect(page.locator("#outer service-host")).toHaveCount(1);
    await page.evaluate("outer.close()");
    await expect(shown).toBeVisible();
    await expect(shown).toHaveCount(1);
  });
}

test("beside a bar the page is not searched for dialogs at each of its rows", async ({ site }) => {
  const ours = placement("ours", {
    slot: undefined,
    payload: { surface: "bar", content: { title: "Ours" } },
  });
  const page = await site.open({
    html: "<table><tbody></tbody></table>",
    config: configOf(ours),
  });
  await expect(page.getByText("Ours", { exact: true })).toBeVisible();
  const searched = await page.evaluate<number>(`(async () => {
    const { querySelectorAll } = Document.prototype;
    let times = 0;
    Document.prototype.querySelectorAll = function (...given) {
      times++;
      return querySelectorAll.apply(this, given);
    };
    const body = document.querySelector("tbody");
    for (let i = 0; i < 100; i++) {
      body.insertRow().insertCell();
      await new Promise((resolve) => setTimeout(resolve));
    }
    return times;
  })()`);
  expect(searched).toBeLessThan(10);
});

const MODAL = 'role="dialog" aria-modal="true"';
const OVERLAY = `${MODAL} style="position: fixed; inset: 60px; z-index: 9; background: #fff"`;
const PAY = `<button type="button" id="pay" onclick="paid = true">Pay</button>`;

const gated = placement("export_gate", {
  slot: undefined,
  trigger: { type: "entitlement_denied", entitlement: "export" },
  payload: { surface: "modal", ctas: [{ label: "Upgrade", action: "buy" }] },
});

test("the focus is in the overlay that a modal makes way for, then in the modal, then at the gate", async ({
  site,
}) => {
  const page = await site.open({
    html: `<button type="button" id="gate" data-service-gate="export">Export</button>
      <div id="late" aria-label="Checkout" hidden ${OVERLAY}>${PAY}
        <button type="button" id="cancel" onclick="late.hidden = true; before.focus()">Cancel</button></div>`,
    config: configOf(gated),
    // As libraries do: it takes the focus at once, and gives it back to what had it.
    script: withResolvers(
      "{ buy() { before = document.activeElement; late.hidden = false; pay.focus(); } }",
    ),
  });
  await page.evaluate("Service.ready");
  const focused = () =>
    page.evaluate("document.activeElement.id || document.activeElement.localName");
  await page.locator("#gate").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Upgrade" }).press("Enter");
  await expect.poll(focused).toBe("pay");
  await page.locator("#cancel").press("Enter");
  await expect.poll(focused).toBe("service-host");
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("gate");
});

for (const [where, first] of [
  ["beside it", ""],
  ["in its place", "settings.remove();"],
] as const) {
  test(`a modal that a gate in the page's overlay has opened makes way for the checkout that its button opens ${where}`, async ({
    site,
  }) => {
    const page = await site.open({
      html: `<div id="settings" aria-label="Settings" ${OVERLAY}>
          <button type="button" data-service-gate="export">Export</button></div>
        <template id="checkout"><div aria-label="Checkout" ${OVERLAY}>${PAY}</div></template>`,
      config: configOf(gated),
      script: withResolvers(
        `{ buy() { ${first} document.body.append(checkout.content.cloneNode(true)); } }`,
      ),
    });
    await page.evaluate("Service.ready");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("button", { name: "Upgrade" }).click();
    await page.locator("#pay").click();
    expect(await page.evaluate("paid")).toBe(true);
  });
}

for (const [how, reducedMotion] of [
  ["classList.add('open')", "reduce"],
  // While it moves in it is transparent at first.
  ["classList.add('open')", "no-preference"],
  ["style.display = 'block'", "reduce"],
] as const) {
  test.describe(`prefers-reduced-motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });
    test(`a modal makes way for an overlay of the page's that is shown by ${how}, and is back after it`, async ({
      site,
    }) => {
      const ours = placement("ours", {
        slot: undefined,
        payload: {
          surface: "modal",
          content: { title: "Ours" },
          ctas: [{ label: "Go", action: "go" }],
        },
      });
      const page = await site.open({
        html: `<style>#late { display: none } #late.open { display: block }</style>
        <div id="late" aria-label="Checkout" ${MODAL}>${PAY}</div>`,
        config: configOf(ours),
        script: withResolvers(`{ go() { late.${how}; } }`),
      });
      await page.getByRole("button", { name: "Go" }).click();
      await page.locator("#pay").click();
      expect(await page.evaluate("paid")).toBe(true);
      await page.evaluate("late.className = late.style.display = ''");
      await expect(page.getByText("Ours", { exact: true })).toBeVisible();
    });
  });
}

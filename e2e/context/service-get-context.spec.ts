/** In the service modes, too, no Playbook is in use before `getContext` has answered. */
import { bookOf, expect, openService, SLOT, slotIn, test, titled } from "../service-page";

const SLOW = `localRuntime: { getContext: async () => {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  globalThis.isAnswered = true;
  return { plan_handle: "free" };
} }`;
const LISTENING = `${SLOT}<script>
  const seen = [];
  Service.on("playbook", ({ source }) => seen.push([source, globalThis.isAnswered]));
</script>`;

test("the stored Playbook and the launched one wait for the user, and the launched one counts", async ({
  site,
  plane,
}) => {
  await plane.launch(titled(1, "Welcome"));
  const first = await openService({ site, plane });
  await expect(slotIn(first).getByText("Welcome")).toBeVisible();
  await first.close();
  await plane.launch(bookOf(2, { content: { title: "Buy Pro" }, target: { plans: ["free"] } }));
  const page = await openService({ site, plane, code: SLOW, html: LISTENING });
  await expect(slotIn(page).getByText("Buy Pro")).toBeVisible();
  const seen = await page.evaluate<[string, boolean][]>("seen");
  expect(seen.at(-1)).toEqual(["playbook", true]);
  expect(seen.filter(([, isAnswered]) => !isAnswered)).toEqual([]);
});

/** Many events at once: each request is taken, none has to be sent again. */
import { expect, test } from "./relay";
import { bookOf, openService } from "./service-page";

test("batch after batch arrives at the first attempt", async ({ site, relay }) => {
  await relay.launch(bookOf(10));
  const page = await openService({ site, plane: relay });
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(request.url()));
  // Some 200 KiB: more than three times what a browser lets be on its way while a page ends.
  await page.evaluate("for (let n = 0; n < 600; n++) Service.track('many', { n })");
  const arrived = () => relay.bodiesOf("/api/track").flatMap(({ events }) => events);
  await expect
    .poll(() => arrived().filter((event) => Object(event).name === "many").length)
    .toBe(600);
  expect(failed).toEqual([]);
});

/** A Playbook that comes while a placement is on display brings its own branding. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

const book = (version: number, branding?: object) =>
  playbook({ version, placements: [placement("top")], branding });

test("colours that come while a placement is on display are corrected as those it came with", async ({
  site,
}) => {
  site.expectConsole(/no answer in 3 seconds/);
  const colors = { background: "#fff", surface: "#fff", text: "#fefefe" };
  // Only a source that is late has a second Playbook in `local_only`.
  const late = `<script>
    ServiceConfig.localRuntime.resolvers = {
      resolvePlaybook: () => new Promise((resolve) =>
        setTimeout(resolve, 3600, ${JSON.stringify(book(2, { theme: { colors } }))})),
    };
  </script><script src="/dist/service.js"></script>`;
  const page = await site.open({
    config: localConfig(book(1)),
    html: '<div data-service-slot="top"></div>',
    script: late,
  });
  const title = page.getByText("Title of top");
  await expect(title).toBeVisible();
  await expect
    .poll(() => title.evaluate((element) => getComputedStyle(element).color))
    .toBe("lch(0 0 0)");
});

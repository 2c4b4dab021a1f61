/** What a page's Content-Security-Policy stops: each engine tells of it at a time of its own. */
import { expect, test } from "vitest";
import { newTab, servePage, startSite } from "./visit";

test("policy: a Playbook that the page's policy stops is told of, with the directive to add", async () => {
  const site = await startSite();
  servePage(site, {
    html: '<div data-service-slot="top">Own</div>',
    headers: { "content-security-policy": "connect-src 'self'" },
    script: `<script>
      console.error = () => {};
      warned = [];
      console.warn = (...words) => warned.push(words.join(" "));
    </script><script src="/dist/service.js" data-playbook="${site.otherUrl}/book.json"></script>`,
  });
  const tab = await newTab(`${site.url}/`);
  await expect
    .poll(() => tab.evaluate("warned.join('')"))
    .toContain(`lacks: connect-src ${site.otherUrl}`);
});

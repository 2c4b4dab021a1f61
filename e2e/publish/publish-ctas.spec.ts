/** `npm run playbook -- validate` warns of CTAs that do nothing, and of what nobody is ever shown. */
import { expect, test } from "@playwright/test";
import { readPlaybook } from "../../scripts/playbook/read-playbook.mjs";
import { warningsOf } from "../../scripts/playbook/warnings.mjs";

type Part = Readonly<Record<string, unknown>>;

/** What is said of a Playbook with these payloads, behind the path of its placement; it is always valid. */
function saidOf(...payloads: readonly Part[]): string[] {
  const playbook = {
    ...{ format_version: 1, playbook_id: "acme", version: 1, plans: [{ handle: "pro" }] },
    placements: [
      {
        ...{ handle: "only", category: "fixed", slot: "top" },
        payloads: payloads.map((payload, i) => ({
          ...{ handle: `p${i}`, surface: "card", content: { title: "Hello" } },
          ...payload,
        })),
      },
    ],
  };
  const read = readPlaybook(new TextEncoder().encode(JSON.stringify(playbook)));
  expect(read).toMatchObject({ ok: true });
  return read.ok
    ? warningsOf(read.playbook).map((line) => line.replace(/^placements\[0\]\./, ""))
    : [];
}

const NOWHERE = "params: open_url leads nowhere without url";
const link = (params?: Part) => ({ label: "A", action: "open_url", ...(params && { params }) });
const variant = (handle: string, more: Part) => ({ handle, weight: 1, ...more });

test("a link of a language or a variant has the address that it is merged over", () => {
  const again = { ctas: [link()] };
  const both = {
    locales: { de: again },
    variants: [variant("b", { ...again, locales: { de: again } })],
  };
  expect(saidOf({ ctas: [link({ url: "/" })], ...both })).toEqual([]);
  expect(saidOf({ ctas: [{ label: "A", action: "buy", params: { url: "/" } }], ...both })).toEqual(
    [],
  );
  const general = { locales: { de: { ctas: [{ params: { url: "/de" } }] }, "de-AT": again } };
  expect(saidOf({ ctas: [{ label: "A", action: "buy" }], ...general })).toEqual([]);
  const mended = { ctas: [{ params: { url: "/" } }] };
  expect(saidOf({ ctas: [link()], variants: [variant("b", mended)] })).toEqual([]);
});

test("names a link for which nothing gives an address", () => {
  const bare = {
    ctas: [
      { label: "A", action: "buy" },
      { label: "B", action: "dismiss" },
    ],
  };
  const second = { ctas: [{}, link()] };
  expect(
    saidOf({
      ...bare,
      locales: { de: { ctas: [{ params: { url: "/de" } }] }, fr: second, "fr-CA": second },
      variants: [
        variant("b", { ...second, locales: { de: second, it: { ctas: [{ label: "I" }] } } }),
      ],
    }),
  ).toEqual([
    `payloads[0].locales.fr.ctas[1].${NOWHERE}`,
    `payloads[0].locales.fr-CA.ctas[1].${NOWHERE}`,
    `payloads[0].variants[0].ctas[1].${NOWHERE}`,
    `payloads[0].variants[0].locales.de.ctas[1].${NOWHERE}`,
  ]);
  // Parameters are given as a whole.
  const lost = { ctas: [{ params: { plan: "pro" } }] };
  expect(saidOf({ ctas: [link({ url: "/" })], locales: { de: lost } })).toEqual([
    `payloads[0].locales.de.ctas[0].${NOWHERE}`,
  ]);
  const mended = { ctas: [{ params: { url: "/" } }] };
  const variants = [variant("b", mended), variant("c", {})];
  const locales = { de: { ctas: [{ label: "B" }] } };
  expect(saidOf({ ctas: [link()], variants, locales })).toEqual([`payloads[0].ctas[0].${NOWHERE}`]);
  expect(saidOf({ ctas: [link()], variants: [{ ...variant("b", mended), weight: 0 }] })).toEqual([
    `payloads[0].ctas[0].${NOWHERE}`,
  ]);
});

test("names an action that is a slip of one of the SDK's own", () => {
  const actions = ["dissmiss", "openUrl", "remind-later", "open_placment"];
  const meant = ["dismiss", "open_url", "remind_later", "open_placement"];
  const ctas = actions.map((action) => ({ label: "A", action }));
  expect(saidOf({ ctas })).toEqual(
    actions.map(
      (action, i) =>
        `payloads[0].ctas[${i}].action: "${action}" is no action of the SDK's own (did you mean ${meant[i]}?)`,
    ),
  );
  const locales = { de: { ctas: [{ action: "dimiss" }] } };
  expect(saidOf({ ctas: [{ label: "A", action: "dismiss" }], locales })).toHaveLength(1);
  const others = ["open", "open_app", "open_crm", "discuss", "remind", "open_checkout", "buy"];
  expect(saidOf({ ctas: others.map((action) => ({ label: "A", action })) })).toEqual([]);
});

test("names CTAs of a language or a variant that its payload has no place for", () => {
  const close = { label: "A", action: "dismiss" };
  const two = { ctas: [close, close] };
  const variants = [variant("b", { ...two, locales: { fr: two } })];
  const line = (path: string) =>
    `payloads[0].${path}: is never shown, since its payload has no CTA at this position: add one there`;
  expect(saidOf({ ctas: [close], locales: { de: two }, variants })).toEqual([
    line("locales.de.ctas[1]"),
    line("variants[0].ctas[1]"),
    line("variants[0].locales.fr.ctas[1]"),
  ]);
  expect(saidOf({ variants: [variant("b", { ctas: [close] })] })).toEqual([
    line("variants[0].ctas[0]"),
  ]);
  expect(saidOf({ ...two, locales: { de: { ctas: [close] } }, variants })).toEqual([]);
});

test("names payloads behind one that is for everybody", () => {
  const line = (i: number, first = 0) =>
    `payloads[${i}]: is never shown, since payloads[${first}] is for everybody: put it before, or give that one a target`;
  const german = { target: { condition: { locale: "de" } } };
  expect(saidOf({}, german)).toEqual([line(1)]);
  expect(saidOf(german, { target: { condition: {} }, rollout_percent: 100 }, {}, {})).toEqual([
    ...[line(2, 1), line(3, 1)],
  ]);
  // What is capped, cooling down or dismissed ends its placement.
  const caps = [{ count: 1, period: "day" }];
  expect(saidOf({ caps, cooldown_hours: 1, content: { title: "{{user_name|you}}" } }, {})).toEqual([
    line(1),
  ]);
  for (const first of [
    german,
    { target: { plans: ["pro"] } },
    { target: { segments: ["beta"] } },
    { schedule: { until: "2027-01-01" } },
    { schedule: { from: "2027-01-01" } },
    { rollout_percent: 50 },
    { surface: "banner" },
    { content: { title: "{{user_name}}" } },
    { locales: { de: { content: { title: "{{user_name}}" } } } },
    { variants: [variant("b", { content: { title: "{{user_name}}" } })] },
  ]) {
    expect(saidOf(first, {}), JSON.stringify(first)).toEqual([]);
  }
  // For nobody, and so not for everybody.
  expect(saidOf({ target: { plans: [] } }, {})).toEqual([
    "payloads[0].target.plans: is empty, so that nobody is shown it: for everybody leave it out",
  ]);
});

test("names a button without words", () => {
  const [buy, nameless] = [
    { label: "Buy", action: "buy" },
    { label: " ", action: "buy" },
  ];
  const said = "label: is empty, so that nobody knows what the button does: say it";
  expect(saidOf({ ctas: [buy, nameless], locales: { de: { ctas: [{ label: "" }, {}] } } })).toEqual(
    [`payloads[0].ctas[1].${said}`, `payloads[0].locales.de.ctas[0].${said}`],
  );
});

test("names an address without its https://", () => {
  const meant = ["www.acme.example/a", "acme.com", "shop.acme.co.uk/plans?a=b", "acme.io#plans"];
  const paths = ["/www.acme.example", "plans.html", "plans/acme.com", "?next=acme.com", "v1.2/a"];
  expect(saidOf({ ctas: [...meant, ...paths].map((url) => link({ url })) })).toEqual(
    meant.map(
      (url, i) =>
        `payloads[0].ctas[${i}].params.url: "${url}" is read as a path of the page's own site: write "https://${url}"`,
    ),
  );
});

/** `npm run playbook -- validate` warns of what is valid, and yet not what its author meant. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { configOf, STATES, SURFACES } from "../../demo/gallery/states.js";
import { readPlaybook } from "../../scripts/playbook/read-playbook.mjs";
import { BUILT_IN } from "../../scripts/playbook/surfaces.mjs";
import { warningsOf as linesOf } from "../../scripts/playbook/warnings.mjs";
import { complete, ROOT, readme } from "../readme-blocks";

const COMMAND = join(ROOT, "scripts/playbook.mjs");
type Part = Readonly<Record<string, unknown>>;

/** A Playbook with this one payload. */
const playbookWith = (payload: Part, { slot = "top", trigger, ...more }: Part = {}) => ({
  ...{ format_version: 1, playbook_id: "acme", version: 1, plans: [{ handle: "pro" }] },
  placements: [
    {
      ...{ handle: "only", category: "fixed", trigger, ...(slot !== null && { slot }) },
      payloads: [{ handle: "a", surface: "card", content: { title: "Hello" }, ...payload }],
    },
  ],
  ...more,
});

/** What is said of a Playbook; it is always valid. */
function warningsOf(playbook: unknown): string[] {
  const file = test.info().outputPath("playbook.json");
  writeFileSync(file, JSON.stringify(playbook));
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, "validate", file]);
  expect(status, `${stderr}`).toBe(0);
  return `${stderr}`.split("\n").filter(Boolean);
}

const AT = "Warning: placements[0].payloads[0]";

test("names an in-flow surface without a slot", () => {
  for (const surface of ["banner", "card", "button", "usage_meter", "gate"]) {
    const content = { title: "A", meter: { entitlement: "exports" } };
    const entitlements = [{ handle: "exports", type: "usage_limit", grants: [] }];
    expect(warningsOf(playbookWith({ surface, content }, { slot: null, entitlements }))).toEqual([
      `${AT}.surface: a ${surface} is shown in a slot only: give placements[0] a slot.`,
    ]);
  }
  for (const surface of ["modal", "bar", "toast", "full_page", "of_our_own"]) {
    expect(warningsOf(playbookWith({ surface }, { slot: null }))).toEqual([]);
  }
});

test("names a surface that a slot doesn't take by itself, or that is misspelt", () => {
  const entitlements = [{ handle: "exports", type: "feature", grants: [] }];
  for (const surface of ["modal", "bar", "toast", "full_page"]) {
    expect(warningsOf(playbookWith({ surface }))).toEqual([
      `${AT}.surface: a ${surface} is shown in slot "top" only if its data-service-surfaces names it: over the page it needs no slot.`,
    ]);
    for (const trigger of [
      { type: "entitlement_denied", entitlement: "exports" },
      { type: "event", name: "exported" },
    ]) {
      expect(warningsOf(playbookWith({ surface }, { trigger, entitlements }))).toEqual([]);
    }
  }
  expect(warningsOf(playbookWith({ surface: "baner" }))).toEqual([
    `${AT}.surface: "baner" is no surface of the SDK's own (did you mean banner?).`,
  ]);
  expect(warningsOf(playbookWith({ surface: "ticker" }))).toEqual([]);
});

test("names a link that leads nowhere", () => {
  const ctas = [{ label: "A", action: "open_url", params: { href: "/" } }];
  const line = "params: open_url leads nowhere without url.";
  expect(warningsOf(playbookWith({ ctas }))).toEqual([`${AT}.ctas[0].${line}`]);
  const locales = { de: { ctas: [{ label: "A", action: "open_url", params: { url: "/" } }] } };
  expect(warningsOf(playbookWith({ ctas: locales.de.ctas, locales }))).toEqual([]);
});

test("names addresses and colours that every page refuses", () => {
  const cta = (url: string, action = "open_url") => ({ label: "A", action, params: { url } });
  const urls = [
    "javascript:alert(1)",
    "http://[",
    "/plans",
    "mailto:a@b.example",
    "{{traits.url}}",
  ];
  const image = { url: "data:image/png;base64,AA" };
  const variant = { handle: "b", weight: 1, ctas: [{ params: { url: "blob:x" } }] };
  const payload = {
    content: { title: "Hello", image },
    ctas: [...urls.map((url) => cta(url)), cta("javascript:", "upgrade")],
    variants: [variant],
  };
  const links = "use http:, https:, mailto:, tel: or a path.";
  expect(warningsOf(playbookWith(payload))).toEqual([
    `${AT}.content.image.url: an address with data: is refused: use http:, https: or a path.`,
    `${AT}.ctas[0].params.url: an address with javascript: is refused: ${links}`,
    `${AT}.ctas[1].params.url: an address that can't be read is refused: ${links}`,
    `${AT}.variants[0].ctas[0].params.url: an address with blob: is refused: ${links}`,
  ]);
  const colors = { primary: "3b82f6", text: "#12345", surface: "", border: "#abc8", danger: "red" };
  const branding = { logo_url: "ftp://a.example/logo.png", theme: { colors } };
  const lost = (name: string, value: string) =>
    `Warning: branding.theme.colors.${name}: "${value}" is no colour, and is left out.`;
  expect(warningsOf(playbookWith({}, { branding }))).toEqual([
    lost("primary", "3b82f6"),
    lost("text", "#12345"),
    lost("surface", ""),
    "Warning: branding.logo_url: an address with ftp: is refused: use http:, https: or a path.",
  ]);
});

test("names a tooltip without an anchor, and a usage meter without a meter", () => {
  const entitlements = [{ handle: "exports", type: "usage_limit", grants: [] }];
  const meter = { entitlement: "exports" };
  const variant = (content: Part) => ({ handle: "b", weight: 1, content });
  const tooltip = (payload: Part) =>
    warningsOf(playbookWith({ surface: "tooltip", ...payload }, { slot: null }));
  const usage = (payload: Part) =>
    warningsOf(playbookWith({ surface: "usage_meter", ...payload }, { entitlements }));
  const pointless = [
    `${AT}.content: a tooltip without anchor points at nothing and stands in the lower corner of the page: name the slot that it belongs to.`,
  ];
  const useless = [
    `${AT}.content: a usage_meter without meter shows no usage: name the entitlement that it counts.`,
  ];
  expect(tooltip({})).toEqual(pointless);
  expect(tooltip({ content: { title: "A", anchor: "top" } })).toEqual([]);
  expect(tooltip({ variants: [variant({ anchor: "top" })] })).toEqual([]);
  expect(
    tooltip({
      variants: [variant({ anchor: "top" }), variant({})].map((one, i) => ({
        ...one,
        handle: `b${i}`,
      })),
    }),
  ).toEqual(pointless);
  expect(usage({})).toEqual(useless);
  expect(usage({ content: { title: "A", meter } })).toEqual([]);
});

test("names what a theme doesn't know, and what was probably meant", () => {
  const theme = {
    ...{ colors: { primary: "#123", onPrimary: "#fff", accent: "#f00" }, radius: 4 },
    ...{ fontFamily: "serif", colours: {} },
  };
  const line = (path: string, meant = "") =>
    `Warning: branding.theme.${path} is no field of format 1${meant}, and is not read.`;
  expect(warningsOf(playbookWith({}, { branding: { theme } }))).toEqual([
    line("colors.onPrimary", " (did you mean on_primary?)"),
    line("colors.accent"),
    line("fontFamily", " (did you mean font_family?)"),
    line("colours", " (did you mean colors?)"),
  ]);
});

test("knows the theme and the surfaces that the README lists", () => {
  const namesIn = (line: RegExp) => readme.match(line)?.[0].match(/(?<=`)\w+(?=`)/g) ?? [];
  const colors = namesIn(/Theme colours are .+?;/);
  const beside = namesIn(/Beside `colors`: .+/);
  expect([colors.length, beside.length]).toEqual([8, 3]);
  const theme = { radius: 4, font_family: "serif", colors: {} };
  expect(Object.keys(theme).sort()).toEqual([...beside].sort());
  theme.colors = Object.fromEntries(colors.map((name) => [name, "#123"]));
  expect(warningsOf(playbookWith({}, { branding: { theme } }))).toEqual([]);
  expect(namesIn(/^In a slot: .+ On the page: .+/m)).toEqual(BUILT_IN);
});

test("names content that a surface of the SDK doesn't read, and none of a surface of one's own", () => {
  const content = {
    title: "Hello",
    titel: "Hallo",
    bodyText: "A",
    image: { url: "a.png", altt: "" },
  };
  const payload = {
    content,
    variants: [{ handle: "b", weight: 1, content: { durationMs: 1 } }],
    locales: { de: { content: { boddy: "B" } } },
  };
  const line = (path: string, meant = "") =>
    `${AT}.${path} is no field of format 1${meant}, and is not read.`;
  expect(warningsOf(playbookWith(payload))).toEqual([
    line("content.titel", " (did you mean title?)"),
    line("content.bodyText"),
    line("content.image.altt", " (did you mean alt?)"),
    line("variants[0].content.durationMs", " (did you mean duration_ms?)"),
    line("locales.de.content.boddy", " (did you mean body?)"),
  ]);
  expect(warningsOf(playbookWith({ ...payload, surface: "ticker" }))).toEqual([]);
});

test("names plans that a button names and the Playbook doesn't have", () => {
  const cta = (plan: unknown) => ({ label: "Buy", action: "buy", params: { plan } });
  const ctas = [cta("pro"), cta("prro"), cta("{{traits.plan}}"), cta("enterprise")];
  const locales = { de: { ctas: [{ params: { plan: "por" } }] } };
  const line = (path: string, plan: string, meant = "") =>
    `${AT}.${path}.params.plan: "${plan}" is no plan of the Playbook${meant}: name one of its plans, or add this one.`;
  const lines = warningsOf(
    playbookWith({ ctas, locales, variants: [{ handle: "b", weight: 1, ctas: [cta("team")] }] }),
  );
  expect(lines).toEqual([
    line("ctas[1]", "prro", " (did you mean pro?)"),
    line("ctas[3]", "enterprise"),
    line("locales.de.ctas[0]", "por", " (did you mean pro?)"),
    line("variants[0].ctas[0]", "team"),
  ]);
});

test("says nothing of the README's Playbook, of the demo's, nor of the gallery's", () => {
  const demos = ["demo/playbook.json"].concat(
    readdirSync(join(ROOT, "demo/walk-throughs"))
      .filter((name) => name.endsWith(".json"))
      .map((name) => `demo/walk-throughs/${name}`),
  );
  expect(demos).toHaveLength(8);
  for (const file of demos) {
    expect(warningsOf(JSON.parse(readFileSync(join(ROOT, file), "utf8"))), file).toEqual([]);
  }
  expect(warningsOf(complete)).toEqual([]);
  const gallery = Object.keys(SURFACES).flatMap((surface) =>
    Object.keys(STATES).map((state) => configOf(surface, state).localRuntime.playbook),
  );
  for (const playbook of gallery) {
    const read = readPlaybook(new TextEncoder().encode(JSON.stringify(playbook)));
    expect(read.ok && linesOf(read.playbook)).toEqual([]);
  }
});

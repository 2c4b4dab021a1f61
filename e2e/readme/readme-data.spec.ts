/** README.md is true: its JSON is valid and does what it says, its tables name what there is. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  compilePlaybook,
  decidePlacement,
  evaluateCondition,
  validatePlaybook,
} from "service-snippet/decision";
import { expect, test } from "../fixtures";
import {
  complete,
  headings,
  jsonBlocks,
  type Kind,
  listOf,
  namesUnder,
  ROOT,
  read,
  readme,
  tableUnder,
  withLists,
} from "../readme-blocks";

const sorted = (names: Iterable<string>) => [...names].sort();

/** The complete example, where every payload of the banner has these parts too. */
function withPart(part: object) {
  const [banner, ...others] = listOf(complete.placements);
  const [payload] = banner.payloads;
  return {
    ...complete,
    placements: [{ ...banner, payloads: [{ ...payload, ...part }] }, ...others],
  };
}
interface TriggerSchema {
  readonly properties: { readonly type: { readonly enum: readonly string[] } };
}
const NOW = Date.parse("2026-11-21T09:00:00Z");

test.describe("JSON", () => {
  for (const { name, json, kind } of jsonBlocks) {
    test(name, () => {
      const tried: Record<Kind, () => object> = {
        playbook: () => json,
        lists: () => withLists(json),
        payload: () => withPart(json),
        // The table of operators is read in it.
        context: () => complete,
      };
      expect(kind, "of no known kind").toBeDefined();
      expect(validatePlaybook(kind && tried[kind]())).toMatchObject({ ok: true });
    });
  }

  /** What comes of a part for somebody of the free plan. */
  function decide(
    section: string,
    more: { context?: object; now?: number; history?: object } = {},
  ) {
    const { json = {} } = jsonBlocks.find(({ heading }) => heading === section) ?? {};
    const context = { id: "user_1", plan_handle: "free", ...more.context };
    const playbook = compilePlaybook(withPart({ ...json, rollout_percent: 100 }));
    const input = { now: NOW, ...more, context };
    return decidePlacement(playbook, { slot: "dashboard_top" }, input);
  }

  test("a target and a schedule", () => {
    const context = {
      usage: { exports: 30 },
      traits: { role: "owner" },
      page: { path: "/editor/1" },
    };
    expect(decide("Targeting", { context }).visible).toBe(true);
    expect(decide("Targeting", { context: { ...context, page: { path: "/" } } }).reasons).toEqual([
      "condition_mismatch",
    ]);
    expect(decide("Targeting", { context, now: Date.parse("2026-12-01") }).reasons).toEqual([
      "outside_schedule",
    ]);
  });

  test("caps, a cooldown and remind later", () => {
    const key = "upgrade_banner/default";
    const hours = (count: number) => NOW - count * 3_600_000;
    const reasons = (history: object) =>
      decide("Caps, cooldown, remind later", { history }).reasons.join();
    expect(reasons({})).toBe("shown");
    expect(reasons({ reminded: { [key]: hours(23) } })).toBe("reminded_later");
    expect(reasons({ reminded: { [key]: hours(24) } })).toBe("shown");
    expect(reasons({ displays: [{ key, at: hours(71) }] })).toBe("cooling_down");
    expect(reasons({ dismissed: { [key]: hours(71) } })).toBe("cooling_down");
    expect(reasons({ displays: [{ key, at: hours(72) }] })).toBe("shown");
    const five = [100, 200, 300, 400, 500].map((count) => ({ key, at: hours(count) }));
    expect(reasons({ displays: five })).toBe("cap_reached");
  });

  test("another language and a variant", () => {
    const { output } = decide("Locales and variants", { context: { locale: "de-AT" } });
    expect(output?.content.title).toBe("Hallo du");
    expect(output?.ctas.map(({ label }) => label)).toEqual(["Wechseln", "Später"]);
    expect(output?.variant).toMatch(/^(plain|short)$/);
    expect(decide("Locales and variants").output?.content.title).toBe("Hello there");
  });
});

/** Members of an interface in the built declarations. */
function membersOf(file: string, name: string): string[] {
  const [, body = ""] = new RegExp(`interface ${name} {\\n([\\s\\S]*?)\\n}`).exec(read(file)) ?? [];
  return [...body.matchAll(/^ {4}(?:readonly )?(\w+)[?:(<]/gm)].map(([, member = ""]) => member);
}
const OPTION_TYPES = "dist/types/options/types.d.ts";

/** Keeps which attributes of ours the SDK asks for, on the page and of its own tag. */
const NOTE_ASKED = `<script>{
  window.asked = [];
  window.ofTag = [];
  for (const [owner, name] of [
    [Element.prototype, "getAttribute"], [Element.prototype, "matches"],
    [Document.prototype, "querySelectorAll"], [MutationObserver.prototype, "observe"],
    [String.prototype, "startsWith"],
  ]) {
    const real = owner[name];
    owner[name] = function (...all) {
      asked.push(...(JSON.stringify(all).match(/data-service-[\\w-]+/g) ?? []));
      return Reflect.apply(real, this, all);
    };
  }
  // The SDK makes a copy of its tag's attributes, and reads that.
  const { assign } = Object;
  Object.assign = (...all) => {
    const copy = assign(...all);
    if (!(all[1] instanceof DOMStringMap)) return copy;
    return new Proxy(copy, { get: (own, name) => (ofTag.push(name), own[name]) });
  };
}</script>`;

test.describe("tables", () => {
  test("the options are those of ServiceInitOptions", () => {
    const options = membersOf(OPTION_TYPES, "ServiceInitOptions");
    expect(options.length).toBeGreaterThan(20);
    expect(sorted(namesUnder("Options"))).toEqual(sorted(options));
    const local = membersOf(OPTION_TYPES, "ServiceLocalRuntimeOptions");
    expect(sorted(namesUnder("localRuntime"))).toEqual(
      sorted(local.map((key) => `localRuntime.${key}`)),
    );
  });

  test("the methods are those of Service", () => {
    const members = membersOf("dist/types/sdk/types.d.ts", "Service");
    expect(members.length).toBeGreaterThan(20);
    expect(sorted(namesUnder("Methods"))).toEqual(sorted(members));
  });

  test("the events and reasons are all that this release gives", () => {
    const events = membersOf("dist/types/sdk/types.d.ts", "ServiceEvents");
    const [, on = ""] = tableUnder("Methods").find(([name]) => name?.startsWith("on(")) ?? [];
    const wordsIn = (text: string) => sorted(text.match(/(?<=`)\w+(?=`)/g) ?? []);
    expect(wordsIn(on)).toEqual(sorted(events));
    const types = read("dist/types/decision/types.d.ts");
    const reasonsIn = (list: string): string[] =>
      JSON.parse(new RegExp(`${list}: readonly (\\[.*\\])`).exec(types)?.[1] ?? "[]");
    const [line = ""] = /^Reasons: .*$/m.exec(readme) ?? [];
    expect(reasonsIn("PLACEMENT_REASONS").length).toBeGreaterThan(20);
    expect(wordsIn(line)).toEqual(sorted(reasonsIn("PLACEMENT_REASONS")));
    expect(sorted(namesUnder("Entitlements"))).toEqual(sorted(reasonsIn("ENTITLEMENT_REASONS")));
  });

  test("the attributes are all that a page is asked for", async ({ site }) => {
    const page = await site.open({
      html: `${NOTE_ASKED}<button data-service-event="pressed">Press</button>
        <script src="/dist/service.js"></script>`,
      config: { runtimeMode: "local_only", localRuntime: { playbook: complete } },
      script: "",
    });
    await page.evaluate("Service.ready");
    await page.getByText("Press").click();
    const { asked, ofTag } =
      await page.evaluate<Record<"asked" | "ofTag", string[]>>("({ asked, ofTag })");
    expect(sorted(namesUnder("DOM attributes").map((name) => name.replace("*", "")))).toEqual(
      sorted(new Set(asked)),
    );
    // A server's key is looked for only to be refused.
    const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const tag = [...new Set(ofTag)].filter((name) => name !== "apiKey");
    expect(sorted(namesUnder("Data-attributes"))).toEqual(
      sorted(tag.map((name) => `data-${kebab(name)}`)),
    );
  });

  test("the DOM events are those that have a type", () => {
    const types = read("dist/types/sdk/types.d.ts");
    const events = types.match(/(?<=")service:\w+(?=": CustomEvent)/g) ?? [];
    expect(events.length).toBeGreaterThan(0);
    expect(sorted(namesUnder("DOM events"))).toEqual(sorted(events));
  });

  test("the operators are all there are, and each example holds", () => {
    const words = read("dist/playbook.schema.json").match(/(?<=")\$\w+(?=")/g) ?? [];
    // Those of JSON Schema itself.
    const operators = [...new Set(words)].filter((name) => !/^\$(schema|defs|ref|id)$/.test(name));
    expect(operators.length).toBeGreaterThan(20);
    const rows = tableUnder("Conditions");
    expect(sorted(rows.map(([name = ""]) => name))).toEqual(sorted(operators));
    const { json: context } = jsonBlocks.find(({ kind }) => kind === "context") ?? {};
    for (const [name = "", example = ""] of rows) {
      expect(example, name).toContain(`"${name}"`);
      const condition = JSON.parse(example);
      expect(evaluateCondition(condition, context, { power_user: ["user_1"] }), name).toBe(true);
    }
  });

  test("every trigger is one of the Playbook's", () => {
    const triggers = tableUnder("Triggers").map(([json = ""]) => JSON.parse(json));
    const schema = JSON.parse(read("dist/playbook.schema.json"));
    const { oneOf } = schema.properties.placements.items.properties.trigger;
    const types = oneOf.flatMap((kind: TriggerSchema) => kind.properties.type.enum);
    expect(triggers.map(({ type }) => type)).toEqual(types);
    const placements = triggers.map((trigger, i) => ({
      ...listOf(complete.placements)[0],
      handle: `trigger_${i}`,
      trigger,
    }));
    expect(validatePlaybook(withLists({ placements }))).toMatchObject({ ok: true });
  });
});

test("every link leads somewhere", () => {
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  for (const [, target = ""] of readme.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (target.startsWith("#")) expect(anchors).toContain(target.slice(1));
    else expect(existsSync(join(ROOT, target)), target).toBe(true);
  }
});

/** What a package manager or a CDN delivers: files that say what they are, and load as they should. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "../fixtures";
import { placement, playbook } from "../playbooks";

const dist = new URL("../../dist/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, dist));
const parse = (name: string) => JSON.parse(read(name).toString());

test("the manifest has the size and the integrity of every file, and its release", () => {
  const { version, files } = parse("manifest.json");
  expect(version).toMatch(/^0\.11\.(2[1-9]|[3-9]\d|\d{3,})$/);
  const shipped = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "manifest.json")
    .map(({ parentPath, name }) => relative(fileURLToPath(dist), join(parentPath, name)))
    .map((path) => path.replaceAll("\\", "/"));
  expect(Object.keys(files).sort()).toEqual(shipped.sort());
  for (const name of shipped) {
    const content = read(name);
    const hash = createHash("sha384").update(content).digest("base64");
    const own = { bytes: content.length, integrity: `sha384-${hash}` };
    expect(files[name], name).toMatchObject(own);
  }
});

const SOUND_CONDITIONS = [
  {},
  { a: 1, "b.c": null, d: { e: { $no: 1 }, f: 2 }, $other: [1] },
  { $and: [{ a: { $in: [1, {}] } }, { $not: { a: { $not: { $gt: 1 } } } }], $or: [], $nor: [{}] },
  { a: { $size: { $gte: 2 }, $all: [1, { $gt: 1 }], $elemMatch: { b: 1 }, $exists: "yes" } },
  { a: { $vgte: "1.2", $type: "string", $regexi: "^a", $inSegment: "a0", $eq: { $gt: 1 } } },
];
const UNSOUND_CONDITIONS = [
  { $and: {} },
  { $or: [1] },
  { $not: [] },
  { $eq: 1 },
  { a: { $foo: 1 } },
  { a: { $gt: 1, b: 2 } },
  { a: { $in: 1 } },
  { a: { $lt: [1] } },
  { a: { $vgte: 2 } },
  { a: { $not: { $foo: 1 } } },
  { a: { $all: [{ $foo: 1 }] } },
  { $and: [{ $or: [{ a: { $size: { $foo: 1 } } }] }] },
];

test("the schema is JSON Schema 2020-12, and judges a Playbook as the validator does", async () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(
    parse("playbook.schema.json"),
  );
  const { validatePlaybook } = await import(new URL("decision.mjs", dist).href);
  const sound = playbook({ placements: [placement("hello")] });
  const unsound = [
    { ...sound, format_version: 2 },
    { ...sound, plans: [{ handle: "Not A Handle" }] },
    { ...sound, placements: [{ ...placement("hello"), category: "misc" }] },
    { ...sound, placements: [{ ...placement("hello"), trigger: { type: "whenever" } }] },
    { ...sound, entitlements: [{ handle: "a", type: "feature", grants: [{}] }] },
    { ...sound, entitlements: [{ handle: "a", type: "seats", grants: [{ plans: ["free"] }] }] },
    { ...sound, entitlements: [{ handle: "a", type: "tier", grants: [{ plans: ["free"] }] }] },
    ...UNSOUND_CONDITIONS.map((condition) => ({
      ...sound,
      segments: [{ handle: "a", condition }],
    })),
    null,
  ];
  const segments = SOUND_CONDITIONS.map((condition, i) => ({ handle: `a${i}`, condition }));
  for (const one of [sound, { ...sound, segments }]) {
    expect(validate(one), JSON.stringify(validate.errors)).toBe(true);
    expect(validatePlaybook(one).ok).toBe(true);
  }
  for (const one of unsound) {
    expect(validate(one), JSON.stringify(one)).toBe(false);
    expect(validatePlaybook(one).ok, JSON.stringify(one)).toBe(false);
  }
});

test("who knows no exports finds the module and both types all the same", () => {
  const { main, types, typesVersions } = JSON.parse(read("../package.json").toString());
  const { decision } = typesVersions["*"];
  for (const path of [main, types, ...decision])
    expect(read(`../${path}`).length).toBeGreaterThan(0);
});

test("the module and the core load in Node by their package names, without a DOM", () => {
  const script = `
    const before = Object.keys(globalThis).length;
    const { initService, ServiceConfigError } = await import("service-snippet");
    const { bucket } = await import("service-snippet/decision");
    if (Object.keys(globalThis).length !== before) throw new Error("a global was left");
    const fault = (() => { try { initService({}); } catch (error) { return error; } })();
    const answers = [fault instanceof ServiceConfigError, fault.code, bucket("foo", "def")];
    process.stdout.write(JSON.stringify(answers));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: new URL("..", dist),
  });
  expect(JSON.parse(output.toString())).toEqual([true, "required", 0.2019]);
});

test("a strict server project, without a browser's types, compiles with the types of both", () => {
  const folder = test.info().outputPath();
  const root = fileURLToPath(new URL("..", dist));
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules", "service-snippet"), "dir");
  writeFileSync(
    join(folder, "server.mts"),
    `import { initService, type ServiceInitOptions } from "service-snippet";
    import { compilePlaybook, decisionsFor } from "service-snippet/decision";
    interface Traits { role: string }
    const traits: Traits = { role: "owner" };
    export const options: ServiceInitOptions = { runtimeMode: "local_only", user: { traits } };
    export const start = () => initService(options).can("export");
    export const decisions = decisionsFor(compilePlaybook({}), { context: { traits }, now: 0 });`,
  );
  const options = "--ignoreConfig --strict --noEmit --target es2022 --lib es2022 --module nodenext";
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const said = spawnSync(process.execPath, [compiler, ...options.split(" "), "server.mts"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(said.stdout).toBe("");
  expect(said.status).toBe(0);
});

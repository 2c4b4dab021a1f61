/** `npm run playbook`: from where it reads, and what it can't go through or go on from. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { problemLine, readPlaybook } from "../../scripts/playbook/read-playbook.mjs";
import { createKeyPair, readSigningKey } from "../../scripts/playbook/signing.mjs";
import { ROOT } from "../readme-blocks";

const COMMAND = join(ROOT, "scripts/playbook.mjs");
/** As in a terminal, and not in a script that npm runs. */
const { INIT_CWD, npm_lifecycle_event, ...env } = process.env;

test("finds a file where npm was called", () => {
  const file = test.info().outputPath("mine.json");
  copyFileSync(join(ROOT, "demo/playbook.json"), file);
  const args = ["--prefix", ROOT, "run", "playbook", "--", "validate", "mine.json"];
  const { status, stdout } = spawnSync("npm", args, { cwd: dirname(file), env });
  expect(`${stdout}`).toContain("mine.json is valid");
  expect(status).toBe(0);
});

test("finds a file where it was called itself, in another script of npm too", () => {
  const file = test.info().outputPath("mine.json");
  copyFileSync(join(ROOT, "demo/playbook.json"), file);
  const { status } = spawnSync(process.execPath, [COMMAND, "validate", "mine.json"], {
    cwd: dirname(file),
    env: { ...env, INIT_CWD: ROOT, npm_lifecycle_event: "test" },
  });
  expect(status).toBe(0);
});

/** What is said of a Playbook whose one button has parameters of so many levels. */
function validateLevels(levels: number) {
  const params = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const payload = {
    ...{ handle: "a", surface: "card", content: { title: "A" } },
    ctas: [{ label: "Go", action: "go", params: "here" }],
  };
  const text = JSON.stringify({
    ...{ format_version: 1, playbook_id: "deep", version: 1 },
    placements: [{ handle: "a", category: "fixed", slot: "top", payloads: [payload] }],
  });
  const file = test.info().outputPath("deep.json");
  writeFileSync(file, text.replace('"here"', params));
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, "validate", file]);
  return { status, lines: `${stderr}`.split("\n").filter(Boolean) };
}

test("says in a line what is nested too deeply", () => {
  expect(validateLevels(400)).toEqual({ status: 0, lines: [] });
  for (const levels of [600, 20_000, 200_000]) {
    expect(validateLevels(levels)).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(/deep\.json is not a valid Playbook: 1 problem$/),
        expect.stringMatching(
          /^ {2}placements\[0\]\.payloads\[0\]\.ctas\[0\]\.params[.a]+…: is nested too deeply/,
        ),
      ],
    });
  }
});

test("a key whose kid is no text, which no SDK accepts, is named by its thumbprint", async () => {
  const { privateJwk } = await createKeyPair();
  for (const kid of [5, "", null]) {
    const key = await readSigningKey({ ...privateJwk, kid: kid as string });
    expect(key).toMatchObject({ kid: privateJwk.kid, publicJwk: { kid: privateJwk.kid } });
  }
  expect(await readSigningKey({ ...privateJwk, kid: "mine" })).toMatchObject({ kid: "mine" });
});

test("says in a line that what was published before is no bootstrap", async () => {
  const folder = test.info().outputPath("site");
  const key = test.info().outputPath("private.jwk");
  const { privateJwk } = await createKeyPair();
  writeFileSync(key, JSON.stringify(privateJwk));
  mkdirSync(join(folder, "api/sdk"), { recursive: true });
  for (const text of ["null", "{}", "[1]"]) {
    writeFileSync(join(folder, "api/sdk/bootstrap"), text);
    const args = ["publish", join(ROOT, "demo/playbook.json"), "--tenant", "acme", "--key", key];
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args, "--out", folder]);
    expect(`${stderr}`).toContain("can't be continued: it names no manifest or keys.");
    expect(status).toBe(2);
  }
});

test("names misspelt fields of an invalid Playbook too, whatever its shape", () => {
  const validate = (json: unknown) => {
    const file = test.info().outputPath("invalid.json");
    writeFileSync(file, JSON.stringify(json));
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, "validate", file]);
    expect(status).toBe(1);
    return `${stderr}`;
  };
  const head = { format_version: 1, playbook_id: "odd", version: 1 };
  const payload = { handle: "a", surfce: "card", content: { titel: "A" } };
  const placement = { handle: "a", category: "fixed", payloads: [payload] };
  const said = validate({ ...head, placements: [placement] });
  const at = "placements[0].payloads[0]";
  for (const line of [
    `Warning: ${at}.surfce is no field of format 1 (did you mean surface?), and is not read.`,
    `Warning: ${at}.content.titel is no field of format 1 (did you mean title?), and is not read.`,
    `  ${at}.content.title: is required`,
    `  ${at}.surface: is required`,
  ]) {
    expect(said.split("\n")).toContain(line);
  }
  const parts = [null, 7, "a", true, [], [[]], {}, { content: 7, ctas: {}, locales: [] }];
  const lists = ["plans", "segments", "entitlements", "trials", "placements", "branding"];
  for (const part of parts) {
    expect(validate(part)).toContain("not a valid Playbook");
    const inner = { handle: part, payloads: part, trigger: part, condition: part, grants: [part] };
    const whole = Object.fromEntries(lists.map((list) => [list, [part, inner]]));
    const payloads = [
      { surface: part, target: part, ctas: [part], variants: [part], locales: part },
    ];
    const placements = [{ payloads, trigger: { type: part } }];
    expect(validate({ ...head, ...whole })).toContain("not a valid Playbook");
    expect(validate({ ...head, placements, branding: { theme: part } })).toContain("not a valid");
  }
});

test("says how a date and a handle are written", () => {
  const schedule = { from: "01.12.2026", until: "2026-12-25" };
  const payload = { handle: "Late", surface: "card", content: { title: "A" }, schedule };
  const placement = { handle: "a", category: "fixed", slot: "top", payloads: [payload] };
  const whole = { format_version: 1, playbook_id: "acme", version: 1, placements: [placement] };
  const read = readPlaybook(new TextEncoder().encode(JSON.stringify(whole)));
  const at = "placements[0].payloads[0]";
  expect(read.ok ? [] : read.problems.map(problemLine)).toEqual([
    `${at}.handle: must match ^[a-z][a-z0-9_]{0,63}$ (a letter, then letters, digits and _, all in lower case)`,
    `${at}.schedule.from: must be a date or a time in UTC, such as "2026-11-30" or "2026-11-30T12:00:00Z"`,
  ]);
});

test("names what an object of the file has twice", () => {
  const whole = `{
    "format_version": 1, "playbook_id": "a: {\\"b\\"}, [", "version": 1,
    "segments": [
      { "handle": "first", "condition": {} },
      { "handle": "some", "condition": {
        "usage.exports": { "$gte": 20 }, "id": { "$in": ["id", "id"] }, "usage.exports": { "$lt": 50 }
      } }
    ],
    "segment\\u0073": [], "plans": [{ "handle": "free" }, { "handle": "pro" }]
  }`;
  const file = test.info().outputPath("twice.json");
  const validate = (text: string) => {
    writeFileSync(file, text);
    const { stderr } = spawnSync(process.execPath, [COMMAND, "validate", file]);
    return `${stderr}`.split("\n").filter((line) => line.includes("twice,"));
  };
  const twice = "is there twice, and only the last one counts: join them.";
  const lines = [
    `Warning: segments[1].condition.usage.exports: ${twice}`,
    `Warning: segments: ${twice}`,
  ];
  expect(validate(whole)).toEqual(lines);
  expect(validate(whole.replace('"version": 1', '"version": "1"'))).toEqual(lines);
  expect(validate(`${whole},`)).toEqual([]);
});

test("says that JSON has no comments, and no comma after the last", () => {
  const saidOf = (text: string) => {
    const read = readPlaybook(new TextEncoder().encode(text));
    return read.ok ? [] : read.problems.map(problemLine);
  };
  for (const comment of ["// seven", "/* seven */"]) {
    const [line = ""] = saidOf(`{\n  "format_version": 1, ${comment}\n  "version": 7\n}`);
    expect(line).toMatch(
      /^\(the whole\): not JSON in UTF-8: .+ \(line 2.*\): JSON has no comments$/,
    );
  }
  for (const text of [
    '{\n"version": 7,\n}',
    '{"plans": [\n{ "handle": "free" },\n], "version": 7}',
  ]) {
    expect(saidOf(text).join()).toMatch(/ \(line 3.*\): take away the comma before it$/);
  }
  expect(saidOf('{\n"version": 7,\n"plans": [{ "handle": }]}').join()).toMatch(/ \(line 3.*\)$/);
});

/** `npm run playbook`: keys, validation, and static files that any file server can serve. */
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { compactVerify, importJWK } from "jose";
import { sha256 } from "../../scripts/playbook/signing.mjs";
import { blocks, ROOT } from "../readme-blocks";

const DEMO = join(ROOT, "demo/playbook.json");
const COMMAND = join(ROOT, "scripts/playbook.mjs");

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}
interface Workshop {
  /** An empty folder outside any repository; commands run in it. */
  readonly folder: string;
  run(...args: string[]): Promise<Ended>;
  read(path: string): Promise<string>;
}

const test = base.extend<{ shop: Workshop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
  shop: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "service-publish-"));
    await use({
      folder,
      read: (path) => readFile(join(folder, path), "utf8"),
      run: (...args) =>
        new Promise((resolve) => {
          execFile(process.execPath, [COMMAND, ...args], { cwd: folder }, (failed, out, error) =>
            resolve({ code: failed ? Number(failed.code) : 0, out, error }),
          );
        }),
    });
    await rm(folder, { recursive: true });
  },
});

const publishing = (...more: string[]) => [
  ...["publish", DEMO, "--tenant", "acme", "--key", "private.jwk", "--out", "site", ...more],
];
const json = async (text: Promise<string>) => JSON.parse(await text);

/** The manifest that bootstrap names, verified with the key that bootstrap gives. */
async function manifestOf({ read }: Workshop) {
  const { playbook, keys } = await json(read("site/api/sdk/bootstrap"));
  const key = await importJWK(keys[0], "ES256");
  const { payload, protectedHeader } = await compactVerify(
    await read(`site${playbook.manifest_path}`),
    key,
  );
  expect(protectedHeader).toEqual({ alg: "ES256", kid: keys[0].kid });
  return JSON.parse(new TextDecoder().decode(payload));
}

test.describe("keys", () => {
  test("are a private file for its owner alone, and a public one", async ({ shop }) => {
    const { code, out, error } = await shop.run(
      ...["keys", "--out", "private.jwk", "--public", "public.jwk"],
    );
    expect(code).toBe(0);
    const secret = await json(shop.read("private.jwk"));
    const open = await json(shop.read("public.jwk"));
    expect((await stat(join(shop.folder, "private.jwk"))).mode & 0o777).toBe(0o600);
    expect(open).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" });
    expect(open.kid).toBe(secret.kid);
    expect(open).not.toHaveProperty("d");
    expect(JSON.parse(out)).toEqual(open);
    expect(out + error).not.toContain(secret.d);
  });

  test("never overwrite a file, and never lie in a repository", async ({ shop }) => {
    await shop.run("keys", "--out", "private.jwk");
    const before = await shop.read("private.jwk");
    expect(await shop.run("keys", "--out", "private.jwk")).toMatchObject({
      ...{ code: 2, error: expect.stringContaining("never overwritten") },
    });
    expect(await shop.read("private.jwk")).toBe(before);
    const inside = join(ROOT, "demo", "private.jwk");
    expect(await shop.run("keys", "--out", inside)).toMatchObject({
      ...{ code: 2, error: expect.stringContaining("lies in the repository") },
    });
    await expect(stat(inside)).rejects.toThrow();
    await symlink(join(ROOT, "demo"), join(shop.folder, "link"));
    expect(await shop.run("keys", "--out", "link/private.jwk")).toMatchObject({ code: 2 });
  });
});

test("keys leave nothing behind when the public one can't be written", async ({ shop }) => {
  await writeFile(join(shop.folder, "public.jwk"), "mine");
  const args = ["keys", "--out", "private.jwk", "--public"];
  expect(await shop.run(...args, "public.jwk")).toMatchObject({ code: 2 });
  expect(await shop.run(...args, "new.jwk")).toMatchObject({ code: 0 });
  expect(await shop.read("public.jwk")).toBe("mine");
});

test.describe("validate", () => {
  test("says that a Playbook is valid", async ({ shop }) => {
    expect(await shop.run("validate", DEMO)).toMatchObject({
      ...{ code: 0, out: expect.stringContaining("acme_studio, version 12") },
    });
  });

  test("names the fields that it doesn't know, of a valid one too", async ({ shop }) => {
    const playbook = JSON.parse(await readFile(DEMO, "utf8"));
    Object.assign(playbook.placements[1], { prioritty: 3 });
    Object.assign(playbook.placements[1].payloads[0], { target: { plan: ["free"] } });
    await writeFile(join(shop.folder, "typo.json"), JSON.stringify(playbook));
    const { code, error } = await shop.run("validate", "typo.json");
    expect(code).toBe(0);
    expect(error.trim().split("\n")).toEqual([
      expect.stringContaining("placements[1].payloads[0].target.plan is no field"),
      expect.stringContaining("placements[1].prioritty is no field"),
    ]);
  });

  test("says what is wrong, with its path", async ({ shop }) => {
    const playbook = JSON.parse(await readFile(DEMO, "utf8"));
    playbook.placements[1].payloads[0].surface = 7;
    await writeFile(join(shop.folder, "wrong.json"), JSON.stringify(playbook));
    await writeFile(join(shop.folder, "broken.json"), "{");
    expect(await shop.run("validate", "wrong.json")).toMatchObject({
      code: 1,
      error: expect.stringMatching(/1 problem\n {2}placements\[1\]\.payloads\[0\]\.surface: /),
    });
    expect(await shop.run("validate", "broken.json")).toMatchObject({
      ...{ code: 1, error: expect.stringContaining("not JSON") },
    });
    expect(await shop.run("validate", "absent.json")).toMatchObject({ code: 2 });
  });

  test("says where JSON breaks off, and what a byte order mark is", async ({ shop }) => {
    const sound = await readFile(DEMO, "utf8");
    await writeFile(join(shop.folder, "comma.json"), '{\n  "version": 1,\n}\n');
    await writeFile(join(shop.folder, "bom.json"), `\uFEFF${sound}`);
    expect(await shop.run("validate", "comma.json")).toMatchObject({
      ...{ code: 1, error: expect.stringMatching(/not JSON .*\(line 3\b/) },
    });
    expect(await shop.run("validate", "bom.json")).toMatchObject({
      ...{ code: 1, error: expect.stringContaining("save it as UTF-8 without") },
    });
  });

  test("lets an editor's $schema be", async ({ shop }) => {
    const playbook = {
      $schema: "playbook.schema.json",
      ...JSON.parse(await readFile(DEMO, "utf8")),
    };
    await writeFile(join(shop.folder, "named.json"), JSON.stringify(playbook));
    expect(await shop.run("validate", "named.json")).toMatchObject({ code: 0, error: "" });
  });

  for (const line of [
    "",
    "launch",
    "validate",
    ...["a b", "a --out b"].map((rest) => `validate ${rest}`),
    ...["a", "--force", "--out a.jwk --tenant acme"].map((rest) => `keys ${rest}`),
  ]) {
    test(`shows the usage for: ${line || "nothing"}`, async ({ shop }) => {
      const { code, error } = await shop.run(...line.split(" ").filter(Boolean));
      expect(code).toBe(2);
      expect(error).toContain("Usage:");
    });
  }
});

test.describe("publish", () => {
  test.beforeEach(async ({ shop }) => {
    await shop.run("keys", "--out", "private.jwk");
  });

  test("writes the wire's files, signed, and says how to serve them", async ({ shop }) => {
    const before = Date.now();
    const { code, out } = await shop.run(...publishing("--expires-days", "7"));
    expect(code).toBe(0);
    const bootstrap = await json(shop.read("site/api/sdk/bootstrap"));
    expect(bootstrap).toEqual({
      ...{ tenant_id: "acme", environment: "production", refresh_seconds: 300 },
      playbook: { version: 12, manifest_path: expect.stringMatching(/^\/manifests\/\w{64}\.jws$/) },
      keys: [expect.not.objectContaining({ d: expect.anything() })],
    });
    const manifest = await manifestOf(shop);
    const bytes = await readFile(DEMO);
    expect(manifest).toMatchObject({
      ...{ tenant_id: "acme", playbook_id: "acme_studio", version: 12, sequence: 1 },
      bundle: {
        ...{ path: `/playbooks/${sha256(bytes)}.json`, sha256: sha256(bytes), bytes: bytes.length },
      },
    });
    expect(await readFile(join(shop.folder, "site", manifest.bundle.path))).toEqual(bytes);
    const life = Date.parse(manifest.expires_at) - before;
    expect(Math.abs(life - 7 * 86_400_000)).toBeLessThan(60_000);
    expect(out).toMatch(/api\/sdk\/bootstrap\n.*application\/json\n.*no-cache/);
    expect(out).toMatch(/\/manifests\/.*\n.*application\/jose\n.*immutable/);
    expect(out).toMatch(/\/playbooks\/.*\n.*application\/json\n.*immutable/);
    expect(out).toContain("Access-Control-Expose-Headers: Retry-After, Date, Age");
  });

  test("counts on from what was published, and leaves the old files", async ({ shop }) => {
    await shop.run(...publishing());
    const { playbook } = await json(shop.read("site/api/sdk/bootstrap"));
    await shop.run(...publishing("--base", "/v1/", "--environment", "staging"));
    expect(await manifestOf(shop)).toMatchObject({
      ...{ sequence: 2, bundle: { path: expect.stringMatching(/^\/v1\/playbooks\//) } },
    });
    expect(await json(shop.read("site/api/sdk/bootstrap"))).toMatchObject({
      environment: "staging",
    });
    expect(await shop.read(`site${playbook.manifest_path}`)).toMatch(/^ey/);
    await shop.run("keys", "--out", "next.jwk");
    await shop.run(...publishing("--key", "next.jwk"));
    expect(await manifestOf(shop)).toMatchObject({ sequence: 3 });
  });

  test("doesn't count on from what it can't verify", async ({ shop }) => {
    await shop.run(...publishing());
    expect(await shop.run(...publishing("--tenant", "other"))).toMatchObject({
      ...{ code: 2, error: expect.stringContaining('belongs to the tenant "acme"') },
    });
    const { playbook } = await json(shop.read("site/api/sdk/bootstrap"));
    const file = `site${playbook.manifest_path}`;
    await writeFile(join(shop.folder, file), (await shop.read(file)).replace(/\.\w/, ".x"));
    expect(await shop.run(...publishing())).toMatchObject({
      ...{ code: 2, error: expect.stringContaining("can't be continued") },
    });
  });

  test("publishes nothing that is invalid, and nothing without a key", async ({ shop }) => {
    await writeFile(join(shop.folder, "wrong.json"), '{ "format_version": 2 }');
    const [, , ...options] = publishing();
    expect(await shop.run("publish", "wrong.json", ...options)).toMatchObject({ code: 1 });
    await copyFile(DEMO, join(shop.folder, "no-key.jwk"));
    for (const more of [
      ["--key", "no-key.jwk"],
      ["--key", "absent.jwk"],
      ["--expires-days", "0"],
      ["--refresh-seconds", "often"],
      ["--environment", ""],
      ["--base", "../up"],
      ["--base", "api/sdk/bootstrap/"],
    ]) {
      expect(await shop.run(...publishing(...more))).toMatchObject({ code: 2 });
    }
    await expect(stat(join(shop.folder, "site"))).rejects.toThrow();
  });

  test("says in a line what it can't write, and what it doesn't know of the Playbook", async ({
    shop,
  }) => {
    await writeFile(join(shop.folder, "site"), "a file");
    const refused = await shop.run(...publishing());
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.error).toMatch(/^site can't be published to: .+\n$/);
    expect(await shop.run(...publishing("--expires-days", "1e12"))).toMatchObject({ code: 2 });
    const playbook = { ...JSON.parse(await readFile(DEMO, "utf8")), placement: [] };
    await writeFile(join(shop.folder, "typo.json"), JSON.stringify(playbook));
    const [, , ...options] = publishing("--out", "other");
    expect(await shop.run("publish", "typo.json", ...options)).toMatchObject({
      ...{ code: 0, error: expect.stringContaining("placement is no field of format 1") },
    });
  });

  test("a plain file server is a control plane for reading", async ({ shop }) => {
    await shop.run(...publishing());
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      response.end(await readFile(join(shop.folder, "site", pathname)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://localhost:${typeof address === "object" && address ? address.port : 0}`;
    const get = async (path: string) => (await fetch(url + path)).text();
    const { playbook } = await json(get("/api/sdk/bootstrap?tenant_id=acme&key=svc_public_1"));
    const jws = await get(playbook.manifest_path);
    const payload = JSON.parse(Buffer.from(jws.split(".")[1] ?? "", "base64url").toString());
    expect(sha256(await get(payload.bundle.path))).toBe(payload.bundle.sha256);
    server.close();
  });
});

test("the README's commands do what it says", async ({ shop }) => {
  const lines = blocks
    .filter(({ heading, language }) => heading === "Publish a Playbook" && language === "sh")
    .flatMap(({ code }) => code.trim().split("\n"));
  expect(lines.length).toBeGreaterThan(2);
  const home = (word: string) =>
    word.replace(/^~/, shop.folder).replace("demo/playbook.json", DEMO);
  for (const line of lines) {
    const [, args = ""] = /^npm run playbook -- (.+)$/.exec(line) ?? [];
    expect(await shop.run(...args.split(" ").map(home))).toMatchObject({ code: 0 });
  }
  expect(await json(shop.read("site/api/sdk/bootstrap"))).toMatchObject({ tenant_id: "acme" });
});

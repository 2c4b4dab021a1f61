// @ts-check
/**
 * `npm run playbook -- keys | validate | publish`: a Playbook from its file to signed static files.
 * Exit codes: 0 done, 1 the Playbook is invalid, 2 wrong usage or something unreadable.
 */
import { existsSync, realpathSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { PublishedError, publish } from "./playbook/publish.mjs";
import { problemLine, readPlaybook } from "./playbook/read-playbook.mjs";
import { repeatedKeys } from "./playbook/repeated-keys.mjs";
import { createKeyPair, readSigningKey } from "./playbook/signing.mjs";
import { unknownFields } from "./playbook/unknown-fields.mjs";
import { warningsOf } from "./playbook/warnings.mjs";

const USAGE = `Usage:
  playbook keys --out <private.jwk> [--public <public.jwk>]
  playbook validate <playbook.json>
  playbook publish <playbook.json> --tenant <id> --key <private.jwk> --out <folder>
           [--expires-days 30] [--environment production] [--refresh-seconds 300] [--base <path>]`;
/** Ends the command with its code; the message is all that is said. */
class Exit extends Error {
  /** @param {1 | 2} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
/** @param {string} message */
const misused = (message) => new Exit(2, `${message}\n\n${USAGE}`);
/** @param {unknown} error */
const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string} path @returns {Promise<Buffer>} */
async function read(path) {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Exit(2, `${path} can't be read: ${reasonOf(error)}`);
  }
}

/** @param {string} path */
async function readValid(path) {
  const bytes = await read(path);
  const answer = readPlaybook(bytes);
  // What is invalid may be so by a misspelt field; the other warnings need what is sound.
  const warnings = answer.ok ? warningsOf(answer.playbook) : unknownFields(answer.json);
  const isJson = answer.ok || answer.json !== undefined;
  const repeated = isJson ? repeatedKeys(bytes.toString()) : [];
  for (const line of [...repeated, ...warnings]) console.error(`Warning: ${line}.`);
  if (answer.ok) return { bytes, playbook: answer.playbook };
  const count = answer.problems.length;
  const title = `${path} is not a valid Playbook: ${count} ${count === 1 ? "problem" : "problems"}`;
  throw new Exit(1, [title, ...answer.problems.map(problemLine)].join("\n  "));
}

/** @param {string} path @returns {string} Where a new file really comes to lie, whatever links lead there. */
function realPathOf(path) {
  const folder = dirname(resolve(path));
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path));
}

/** @param {string} path @returns {string | undefined} The repository that a file would lie in. */
function repositoryOf(path) {
  const folder = dirname(path);
  if (existsSync(join(folder, ".git"))) return folder;
  return folder === path ? undefined : repositoryOf(folder);
}

/** @param {string} path @param {object} jwk @param {number} mode */
async function writeNew(path, jwk, mode) {
  try {
    await writeFile(path, `${JSON.stringify(jwk, null, 2)}\n`, { mode, flag: "wx" });
  } catch (error) {
    const isThere = existsSync(path) ? "it exists and is never overwritten" : reasonOf(error);
    throw new Exit(2, `${path} was not written: ${isThere}`);
  }
}

/** @param {Values} values @param {string} [file] */
async function keys({ out, public: publicFile }, file) {
  if (file) throw misused(`keys reads no file: ${file}`);
  if (!out) throw misused("keys needs --out, the file for the private key");
  const repository = repositoryOf(realPathOf(out));
  if (repository) {
    throw new Exit(2, `${out} lies in the repository ${repository}: keep a private key out of it.`);
  }
  const { privateJwk, publicJwk } = await createKeyPair();
  await writeNew(out, privateJwk, 0o600);
  if (publicFile) {
    await writeNew(publicFile, publicJwk, 0o644).catch(async (error) => {
      // Of what failed nothing stays, so that it can be done again.
      await rm(out);
      throw error;
    });
  }
  console.error(`Private key: ${out}. Whoever has it can launch Playbooks. The public key:`);
  console.log(JSON.stringify(publicJwk));
}

/** @param {Values} _values @param {string} [file] */
async function validate(_values, file) {
  if (!file) throw misused("validate needs a Playbook's file");
  const { playbook } = await readValid(file);
  console.log(`${file} is valid: ${playbook.playbook_id}, version ${playbook.version}.`);
}

/** No date is further off in days. */
const MOST = 1_000_000;

/** @param {string} name @param {string} text @returns {number} */
function positive(name, text) {
  const value = Number(text);
  if (value > 0 && value <= MOST) return value;
  throw misused(`--${name} is no number above 0 and up to ${MOST}: ${text}`);
}

/** @param {string} path @returns {string} `""`, or with a slash before it and none behind. */
function baseOf(path) {
  const trimmed = path.replace(/^\/+|\/+$/g, "");
  if (!/^[\w.~-]*(\/[\w.~-]+)*$/.test(trimmed) || /(^|\/)\.\.?(\/|$)/.test(trimmed)) {
    throw misused(`--base is no plain path: ${path}`);
  }
  if (/^api\/sdk\/bootstrap(\/|$)/.test(trimmed)) {
    throw misused(`--base is where bootstrap is published itself: ${path}`);
  }
  return trimmed && `/${trimmed}`;
}

/** @param {string} path */
async function readKey(path) {
  const text = (await read(path)).toString("utf8");
  try {
    return await readSigningKey(JSON.parse(text));
  } catch (error) {
    // What JSON.parse says quotes the text, which may be a key.
    const reason = error instanceof SyntaxError ? "not JSON" : reasonOf(error);
    throw new Exit(2, `${path} can't sign: ${reason}`);
  }
}

/** @param {Values} values @param {string} [file] */
async function publishFile({ tenant, key, out, environment, ...values }, file) {
  if (!(file && tenant && key && out)) {
    throw misused("publish needs a Playbook's file, --tenant, --key and --out");
  }
  if (!environment) throw misused("--environment is empty");
  const settings = {
    expiresDays: positive("expires-days", values["expires-days"]),
    refreshSeconds: positive("refresh-seconds", values["refresh-seconds"]),
    base: baseOf(values.base),
  };
  const { bytes, playbook } = await readValid(file);
  const place = { folder: out, tenantId: tenant, environment, key: await readKey(key) };
  const { manifest, files } = await publish({
    ...place,
    ...settings,
    bytes,
    playbook,
    now: Date.now(),
  }).catch((error) => {
    // The file system's refusals have a code.
    throw error?.code ? new Exit(2, `${out} can't be published to: ${reasonOf(error)}`) : error;
  });
  const { playbook_id, version, sequence, expires_at } = manifest;
  console.log(
    `${playbook_id}, version ${version}, is published to ${out}: sequence ${sequence}, good until ${expires_at}.`,
  );
  console.log("Serve the folder as `endpoint`, with these headers:");
  for (const { path, type, caching } of files) {
    console.log(`  ${path}\n    Content-Type: ${type}\n    Cache-Control: ${caching}`);
  }
  console.log("  all of them\n    Access-Control-Allow-Origin: *");
  console.log("    Access-Control-Expose-Headers: Retry-After, Date, Age");
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      tokens: true,
      options: {
        out: { type: "string" },
        public: { type: "string" },
        tenant: { type: "string" },
        key: { type: "string" },
        "expires-days": { type: "string", default: "30" },
        environment: { type: "string", default: "production" },
        "refresh-seconds": { type: "string", default: "300" },
        base: { type: "string", default: "" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw misused(reasonOf(error));
  }
}
/** @typedef {ReturnType<typeof readArguments>["values"]} Values */

const COMMANDS = new Map(Object.entries({ keys, validate, publish: publishFile }));
/** The options of each command. */
const OPTIONS = new Map([
  ["keys", ["out", "public"]],
  ["validate", []],
  ["publish", ["tenant", "key", "out", "expires-days", "environment", "refresh-seconds", "base"]],
]);

/** @param {string} name A command's. @param {ReturnType<typeof readArguments>["tokens"]} tokens */
function refuseOthers(name, tokens) {
  for (const token of tokens) {
    if (token.kind !== "option" || OPTIONS.get(name)?.includes(token.name)) continue;
    throw misused(`${name} has no option ${token.rawName}`);
  }
}

// npm runs a script in the package's folder, wherever it was called.
const { npm_lifecycle_event: script, INIT_CWD: calledIn } = process.env;
if (script === "playbook" && calledIn) process.chdir(calledIn);

try {
  const { values, positionals, tokens } = readArguments();
  const [name = "", file, ...rest] = positionals;
  const command = values.help ? () => console.log(USAGE) : COMMANDS.get(name);
  if (!command) throw misused(name ? `There is no command "${name}"` : "Which command?");
  if (rest.length > 0) throw misused(`Too much: ${rest.join(" ")}`);
  if (!values.help) refuseOthers(name, tokens);
  await command(values, file);
} catch (error) {
  if (!(error instanceof Exit || error instanceof PublishedError)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof Exit ? error.code : 2;
}

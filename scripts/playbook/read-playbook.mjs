// @ts-check
/** A Playbook from its bytes, or everything that is wrong with it. */
import { validatePlaybook } from "../../dist/decision.mjs";

/** What the SDK accepts at most. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Far more than anybody writes by hand, and far less than fills a browser's stack. */
const MAX_LEVELS = 500;
/** Of a path that is too long to be read to its end. */
const SHOWN_LEVELS = 12;

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {{ path: string, message: string }} Problem
 * @typedef {{ ok: true, playbook: Playbook } | { ok: false, problems: readonly Problem[], json?: unknown }} Read With what was read, where that is JSON.
 */

/** @param {string} message @returns {Read} */
const wrong = (message) => ({ ok: false, problems: [{ path: "", message }] });

/** What some messages have in place of the position: the ten letters before it, and ten from it on. */
const EXCERPT = / \.\.\."(.{10})(.+)"(\.\.\.)? is not valid JSON$/s;

/** @param {string} message @param {string} text @returns {number} Where the fault is; -1 where that isn't known. */
function positionIn(message, text) {
  const [, position] = / at position (\d+)/.exec(message) ?? [];
  if (position) return Number(position);
  const [, before, after] = EXCERPT.exec(message) ?? [];
  const found = before && after ? text.indexOf(before + after) : -1;
  const isOne = found >= 0 && text.lastIndexOf(`${before}${after}`) === found;
  return isOne ? found + 10 : -1;
}

/** @param {string} before @param {string} after The fault. @returns {string} */
function remedyFor(before, after) {
  if (/^\/[/*]/.test(after)) return ": JSON has no comments";
  const isComma = /,\s*$/.test(before) && /^[}\]]/.test(after);
  return isComma ? ": take away the comma before it" : "";
}

/** @param {unknown} error @param {string} text @returns {string} One line, with the line of the fault where it is known. */
function placed(error, text) {
  const raw = error instanceof Error ? error.message : `${error}`;
  const message = raw.replace(/\s+/g, " ");
  const position = positionIn(raw, text);
  // Of a fault at the beginning it isn't said where.
  if (position < 0) return message + remedyFor("", text.trimStart());
  const before = text.slice(0, position);
  const line = message.includes("(line ") ? "" : ` (line ${before.split("\n").length})`;
  return `${message}${line}${remedyFor(before, text.slice(position))}`;
}

/** @param {unknown} json @returns {Problem[]} What is nested too deeply, found without nested calls. */
function tooDeep(json) {
  /** @type {{ value: unknown, path: string, level: number }[]} */
  const left = [{ value: json, path: "", level: 0 }];
  for (let one = left.pop(); one; one = left.pop()) {
    const { value, path, level } = one;
    if (level > MAX_LEVELS) {
      return [
        { path: `${path}…`, message: `is nested too deeply, in more than ${MAX_LEVELS} levels` },
      ];
    }
    if (typeof value !== "object" || !value) continue;
    for (const [key, inner] of Object.entries(value)) {
      const name = Array.isArray(value) ? `[${key}]` : `${path && "."}${key}`;
      const at = level < SHOWN_LEVELS ? path + name : path;
      left.push({ value: inner, path: at, level: level + 1 });
    }
  }
  return [];
}

/** @param {Uint8Array} bytes @returns {Read} */
export function readPlaybook(bytes) {
  if (bytes.length > MAX_BYTES) return wrong(`${bytes.length} bytes are more than ${MAX_BYTES}`);
  let text = "";
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (text.startsWith("\uFEFF")) {
      return wrong("begins with a byte order mark: save it as UTF-8 without one");
    }
    const json = JSON.parse(text);
    const answer = /** @type {Read} */ (validatePlaybook(json));
    const problems = answer.ok ? tooDeep(json) : answer.problems;
    return problems.length > 0 ? { ok: false, problems, json } : answer;
  } catch (error) {
    return wrong(`not JSON in UTF-8: ${placed(error, text)}`);
  }
}

/** Whose pattern says little to who reads it. */
const DATE = /\.schedule\.(from|until)$/;
const DATED = `must be a date or a time in UTC, such as "2026-11-30" or "2026-11-30T12:00:00Z"`;
const HANDLE = "must match ^[a-z][a-z0-9_]{0,63}$";

/** @param {Problem} problem @returns {string} One line. */
export function problemLine({ path, message }) {
  const isOfDate = DATE.test(path) && message.startsWith("must match");
  const how =
    message === HANDLE ? " (a letter, then letters, digits and _, all in lower case)" : "";
  return `${path || "(the whole)"}: ${isOfDate ? DATED : message}${how}`;
}

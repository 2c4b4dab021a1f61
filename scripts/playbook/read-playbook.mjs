// @ts-check
/** A Playbook from its bytes, or everything that is wrong with it. */
import { validatePlaybook } from "../../dist/decision.mjs";

/** What the SDK accepts at most. */
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {{ path: string, message: string }} Problem
 * @typedef {{ ok: true, playbook: Playbook } | { ok: false, problems: readonly Problem[] }} Read
 */

/** @param {string} message @returns {Read} */
const wrong = (message) => ({ ok: false, problems: [{ path: "", message }] });

/** @param {unknown} error @param {string} text @returns {string} One line, with the line of the fault where it is known. */
function placed(error, text) {
  const message = `${error instanceof Error ? error.message : error}`.replace(/\s+/g, " ");
  const [, position] = / at position (\d+)/.exec(message) ?? [];
  if (!position || message.includes("(line ")) return message;
  return `${message} (line ${text.slice(0, Number(position)).split("\n").length})`;
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
    return /** @type {Read} */ (validatePlaybook(JSON.parse(text)));
  } catch (error) {
    return wrong(`not JSON in UTF-8: ${placed(error, text)}`);
  }
}

/** @param {Problem} problem @returns {string} One line. */
export const problemLine = ({ path, message }) => `${path || "(the whole)"}: ${message}`;

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

/** @param {Uint8Array} bytes @returns {Read} */
export function readPlaybook(bytes) {
  if (bytes.length > MAX_BYTES) return wrong(`${bytes.length} bytes are more than ${MAX_BYTES}`);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return /** @type {Read} */ (validatePlaybook(JSON.parse(text)));
  } catch (error) {
    return wrong(`not JSON in UTF-8: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {Problem} problem @returns {string} One line. */
export const problemLine = ({ path, message }) => `${path || "(the whole)"}: ${message}`;

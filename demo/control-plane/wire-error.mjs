// @ts-check
/** A refusal as the wire says it: `{ "error": { "code", "message" } }`. */

export class WireError extends Error {
  /**
   * @param {400 | 401 | 403 | 404 | 413 | 429 | 500} status
   * @param {string} code
   * @param {string} message What is wrong, and where.
   * @param {Record<string, string>} [headers]
   */
  constructor(status, code, message, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** PostgreSQL's class of what a value can't be: too long ago, not storable as text. */
const isDataFault = (/** @type {unknown} */ error) =>
  error instanceof Error && "code" in error && /^(22|23)/.test(String(error.code));

/** @param {unknown} error @returns {WireError} */
export function asWireError(error) {
  if (error instanceof WireError) return error;
  if (isDataFault(error)) {
    return new WireError(400, "invalid_value", "A value can't be stored.");
  }
  console.error("control plane:", error);
  return new WireError(500, "internal", "The control plane failed; see its log.");
}

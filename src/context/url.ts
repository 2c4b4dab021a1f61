/** Removes from addresses what must not leave the page: secrets, credentials, and the hash unless it is a route. */
import { attempt } from "../decision/index";

/** Names of parameters and properties whose values are secret. Spares `author`; takes `promo_code` for one. */
export const SECRET_NAME =
  /token|secret|[cx]srf|pass(w|phrase)|auth(?!or(?!i))|sess(ion|_?id)|signature|jwt|hmac|bearer|credential|access_?key|keys?$|(?<!(country|currency|error|language|postal|status|zip)_?)code$|^(sig|sid|t?otp|mfa|pin|pwd|pass|nonce|cv[cv]|samlre(quest|sponse)|(set.)?cookies?)$/i;
/**
 * `name=value` in a text or an address, `"name": "value"` in a text, and both as they are written
 * within another address. In groups: what comes before the name, the name, what joins the two
 * (and, within that, how often it is escaped), the value.
 */
const PAIRS = [
  /()([\w.%-]{1,64})(=())([^\s&#"';]+)/g,
  /()([\w.%-]{1,64})(\\?"\s?:\s?\\?"?())((?:\\.|[^"\\])+)/g,
  /((?:%(?:25)*[\da-f]{2})?)([\w.-]{1,64})(%((?:25)*)(?:3d|22(?::|%\4?3a)%\4?22))((?:[^\s&#"';%]|%(?!\4?2[26]))+)/gi,
];
/** Addresses, or texts, within one another that are looked into. */
const MAX_INNER = 3;
/**
 * A JWT, a key or token of the service (also after an escape such as `%20`) or of others whose keys
 * are known by how they begin, what follows `Bearer` or `Authorization: Basic`, a private key, or any
 * opaque word of 32 characters or more. Spares long handles, which are lower-case words joined by underscores,
 * and words joined by hyphens, as an article's address has them, unless capitals and digits are within words.
 */
const SECRET_VALUE =
  /(?<![a-z])(svc_|[rs]k[_-](live|test|ant|proj)[_-](?=[\w-]{0,64}[\dA-Z])|(eyJ|AKIA|AIza|xox\w-|glpat-)[\w.-]{7})[\w.-]+|(?<=([Bb]earer|ization: Basic)( |\+|%(25)*20))[\w.~+/=-]{8,}|(?<![a-z])whsec_[\w+/=-]+|-----BEGIN [A-Z ]*KEY[\s\S]*?(-----END[^-]*-----|$)|(?<![\w-])(?=[\w-]*\d[A-Za-z])(?=[\w-]*[a-z][A-Z])[\w-]{32,}|\b(?=\w*\d)(?=\w*[A-Z])\w{32,}|(?<![^\W_])(?=[^\W_]*\d)[^\W_]{32,}/g;
/** `#/route` and `#!/route`, less its query. */
const HASH_ROUTE = /^#!?\/[^?&=#]*/;

export const cleanSecrets = (text = "") => text.replace(SECRET_VALUE, "redacted");

/** The values of names such as `token` become "redacted". */
export const cleanPairs = (text: string, inner = MAX_INNER): string =>
  PAIRS.reduce(
    (cleaned, pattern) =>
      cleaned.replace(pattern, (pair, start, name, equals, _level, value) => {
        if (SECRET_NAME.test(name)) return `${start}${name}${equals}redacted`;
        // It may hold others.
        return inner ? start + name + equals + cleanPairs(value, inner - 1) : pair;
      }),
    text,
  );

/** The address without its secrets; `undefined` if it can't be parsed. */
export function parseCleanUrl(address?: string, base?: string): URL | undefined {
  if (!address) return undefined;
  return attempt(() => {
    // By `globalThis`: a page's own `const URL` hides the other.
    const url = new globalThis.URL(address.replace(/^data:.*/is, "data:,"), base);
    const pairs = [...url.searchParams];
    const kept = pairs.filter(([name]) => !SECRET_NAME.test(name));
    // All at once: each that is deleted by itself writes the whole query anew.
    if (kept.length < pairs.length) url.search = `${new URLSearchParams(kept)}`;
    return Object.assign(url, {
      username: "",
      password: "",
      pathname: cleanSecrets(url.pathname),
      search: cleanSecrets(cleanPairs(url.search)),
      hash: cleanSecrets(HASH_ROUTE.exec(url.hash)?.[0]),
    });
  });
}

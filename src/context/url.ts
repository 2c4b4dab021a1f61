/** Removes from addresses what must not leave the page: secrets, credentials, and the hash unless it is a route. */
import { attempt } from "./attempt";

/** Names of parameters and properties whose values are secret. Spares `author`; takes `promo_code` for one. */
export const SECRET_NAME =
  /token|secret|passw|auth(?!or(?!i))|sess(ion|_?id)|signature|jwt|credential|key$|(?<!(country|currency|error|language|postal|status|zip)_?)code$|^(sig|sid|otp|pin|pwd|pass)$/i;
/** In a text or an address, as it is and as it is written within another address. */
const PAIR = /([\w.%-]{1,64})=[^\s&#"';]+/g;
const ENCODED_PAIR =
  /((?:%(?:25)*[\da-f]{2})?)([\w.-]{1,64})(%((?:25)*)3d)((?:[^\s&#"';%]|%(?!\4?26))+)/gi;
/** Addresses within one another that are looked into. */
const MAX_INNER = 3;
/**
 * A JWT, a key or token of the service (also after an escape such as `%20`) or of others whose keys
 * are known by how they begin, what follows `Bearer`, a private key, or any opaque word of 32
 * characters or more. Spares long handles, which are lower-case words joined by underscores.
 */
const SECRET_VALUE =
  /(?<![a-z])(eyJ|svc_|AKIA|AIza|xox\w-)[\w.-]{8,}|(?<=[Bb]earer( |\+|%(25)*20))[\w.~+/=-]{8,}|-----BEGIN [A-Z ]*KEY[\s\S]*?(-----END[^-]*-----|$)|\b(?=\w*\d)(?=\w*[A-Z])\w{32,}|(?<![^\W_])(?=[^\W_]*\d)[^\W_]{32,}/g;
/** `#/route` and `#!/route`, less its query. */
const HASH_ROUTE = /^#!?\/[^?&=#]*/;

export const cleanSecrets = (text = "") => text.replace(SECRET_VALUE, "redacted");

const cleanEncodedPairs = (text: string, inner = MAX_INNER): string =>
  text.replace(ENCODED_PAIR, (pair, start, name, equals, _level, value) => {
    if (SECRET_NAME.test(name)) return `${start}${name}${equals}redacted`;
    // It may be an address with others in it.
    return inner ? start + name + equals + cleanEncodedPairs(value, inner - 1) : pair;
  });

/** The values of names such as `token` become "redacted". */
export const cleanPairs = (text: string) =>
  cleanEncodedPairs(
    text.replace(PAIR, (pair, name) => (SECRET_NAME.test(name) ? `${name}=redacted` : pair)),
  );

/** The address without its secrets; `undefined` if it can't be parsed. */
export function parseCleanUrl(address?: string, base?: string): URL | undefined {
  if (!address) return undefined;
  return attempt(() => {
    const url = new URL(address, base);
    for (const name of [...url.searchParams.keys()]) {
      if (SECRET_NAME.test(name)) url.searchParams.delete(name);
    }
    return Object.assign(url, {
      username: "",
      password: "",
      pathname: cleanSecrets(url.pathname),
      search: cleanSecrets(cleanPairs(url.search)),
      hash: cleanSecrets(HASH_ROUTE.exec(url.hash)?.[0]),
    });
  });
}

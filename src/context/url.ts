/** Removes from addresses what must not leave the page: secrets, credentials, and the hash unless it is a route. */
import { attempt } from "./attempt";

/** Names of parameters and properties whose values are secret. Spares `author`; takes `promo_code` for one. */
export const SECRET_NAME =
  /token|secret|passw|auth(?!or(?!i))|sess(ion|_?id)|signature|jwt|credential|key$|(?<!(country|currency|error|language|postal|status|zip)_?)code$|^(sig|sid|otp|pin|pwd|pass)$/i;
/**
 * A JWT, a key or token of the service (also after an escape such as `%20`), or any opaque word of
 * 32 characters or more. Spares long handles, which are lower-case words joined by underscores.
 */
const SECRET_VALUE =
  /(?<![a-z])(eyJ|svc_)[\w.-]{8,}|\b(?=\w*\d)(?=\w*[A-Z])\w{32,}|(?<![^\W_])(?=[^\W_]*\d)[^\W_]{32,}/g;
/** `#/route` and `#!/route`, less its query. */
const HASH_ROUTE = /^#!?\/[^?&=#]*/;

export const cleanSecrets = (text = "") => text.replace(SECRET_VALUE, "redacted");

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
      search: cleanSecrets(url.search),
      hash: cleanSecrets(HASH_ROUTE.exec(url.hash)?.[0]),
    });
  });
}

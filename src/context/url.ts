/** Addresses without what must not be known: secrets, credentials, the hash unless it is a route. */
import { attempt } from "./attempt";

/** Names of query parameters. `author` is none; `promo_code` is taken for one. */
const SECRET_NAME =
  /token|secret|passw|auth(?!or(?!i))|sess(ion|_?id)|signature|jwt|credential|(key|code)$|^(sig|sid|otp|pin|pwd|pass)$/i;
/** A JWT, a key or token of the service, and any opaque word of 32 characters or more. */
const SECRET_VALUE = /\beyJ[\w-]*\.[\w.-]+|\bsvc_[\w.-]+|\b(?=\w*\d)\w{32,}/g;
/** `#/route` and `#!/route`, less its query. */
const HASH_ROUTE = /^#!?\/[^?&=#]*/;

const clean = (text: string) => text.replace(SECRET_VALUE, "redacted");

/** Undefined for what is no address. */
export function parseCleanUrl(address = "", base?: string): URL | undefined {
  return attempt(() => {
    const url = new URL(address, base);
    url.username = "";
    url.password = "";
    url.pathname = clean(url.pathname);
    for (const [name, value] of [...url.searchParams]) {
      const said = `${name} ${value}`;
      if (SECRET_NAME.test(name) || clean(said) !== said) url.searchParams.delete(name);
    }
    url.hash = clean(HASH_ROUTE.exec(url.hash)?.[0] ?? "");
    return url;
  });
}

/** The version in package.json; the build and the unit tests put it in. */
declare const __SERVICE_VERSION__: string;
/** The hosted control plane's address. */
declare const __SERVICE_BASE_URL__: string;

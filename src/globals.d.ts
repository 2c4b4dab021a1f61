/** The version in package.json; the build and the unit tests put it in. */
declare const __SERVICE_VERSION__: string;

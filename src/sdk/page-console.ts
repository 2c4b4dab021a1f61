/**
 * The page's console, looked up at each call. A page may have taken its methods away, or made them
 * throw, as tests do: then nobody is told, and all else goes on.
 */
import { attempt } from "../decision/index";

const say =
  (level: "debug" | "error" | "warn") =>
  (...words: unknown[]): void =>
    attempt(() => globalThis.console[level](...words));

export const pageConsole = { debug: say("debug"), error: say("error"), warn: say("warn") };

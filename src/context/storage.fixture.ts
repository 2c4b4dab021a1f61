/** Stand-ins for the browser's storage. */
import type { ServiceStorage } from "../options/index";
import { type JsonStorage, openStorage } from "./storage";

/** Its keys are its own enumerable properties, as in a browser. */
export function fakeStorage(initial: Readonly<Record<string, string>> = {}) {
  const content: Record<string, string> = { ...initial };
  const methods: ServiceStorage = {
    getItem: (key) => content[key] ?? null,
    setItem: (key, value) => {
      content[key] = `${value}`;
    },
    removeItem: (key) => {
      delete content[key];
    },
  };
  const store: ServiceStorage = new Proxy(methods, {
    ownKeys: () => Object.keys(content),
    getOwnPropertyDescriptor: (_, key) => ({
      value: content[String(key)],
      enumerable: true,
      configurable: true,
    }),
  });
  return { content, store };
}

export const open = (store: ServiceStorage, enabled = true): JsonStorage =>
  openStorage({ native: () => store, prefix: "service", enabled });

/** Grants one request after the other, as a browser does across tabs, and gives up at its signal. */
export function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve();
  const names: string[] = [];
  function request(name: string, ...rest: unknown[]): Promise<never> {
    const turn = rest.at(-1);
    names.push(name);
    const result: Promise<never> = last.then<never>(() =>
      typeof turn === "function" ? turn(null) : undefined,
    );
    last = result.catch(() => {});
    return result;
  }
  return { names, request };
}

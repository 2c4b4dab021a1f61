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

/** Grants one request of a name after the other, as a browser does across tabs; shared ones at once. */
export function fakeLocks() {
  const last = new Map<string, Promise<unknown>>();
  const names: string[] = [];
  const held: { name: string }[] = [];
  function request(name: string, ...rest: unknown[]): Promise<never> {
    const work = rest.at(-1);
    const isShared = rest.length > 1;
    const grant = async () => {
      const lock = { name };
      held.push(lock);
      const answer = typeof work === "function" ? await work(lock) : undefined;
      held.splice(held.indexOf(lock), 1);
      return answer as never;
    };
    if (!isShared) names.push(name);
    const result = isShared ? grant() : (last.get(name) ?? Promise.resolve()).then(grant);
    if (!isShared)
      last.set(
        name,
        result.catch(() => {}),
      );
    return result;
  }
  return { names, held, request, query: async () => ({ held: [...held] }) };
}

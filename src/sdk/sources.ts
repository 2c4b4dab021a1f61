/** The application's own sources of answers, in the order in which they are asked (README, "Sources"). */
import { copyOf, withinTime } from "../context/index";
import {
  hasMethod,
  type Method,
  mayAnswer,
  type ServiceInitOptions,
  type Source,
  sourcesOf,
} from "../options/index";
import type { Notifier } from "./notifier";
import { readObject } from "./read-answers";

/** Where an answer comes from. */
export interface Origin {
  readonly method: Method;
  readonly source: "resolver" | "provider";
}
export interface Answer<T> {
  /** Absent if no source answered. */
  readonly value?: T;
  /** A source was asked and failed. */
  readonly failed?: boolean;
}

const TIMEOUT_MS = 3000;
/** With more questions under way than this, a source asks the SDK the very question that it is asked: a loop without end. */
const MOST_AT_ONCE = 1000;

/** Checks an answer: throws if it is unsound; `undefined` passes the question on. */
type Read<T> = (answer: unknown, origin: Origin) => T | undefined;

function createSource(options: ServiceInitOptions, listed: Source) {
  const [name, given] = listed;
  const source: Origin["source"] = name === "resolvers" ? "resolver" : "provider";
  let made: Promise<object> | undefined;
  return {
    name,
    source,
    mayAnswer: (method: Method) => mayAnswer(listed, method),
    /** A factory is called when its provider is first needed, and again after it has failed. */
    async open() {
      if (typeof given !== "function") return given;
      made ??= (async () => readObject(await given(options)))();
      return made.catch((error) => {
        made = undefined;
        throw error;
      });
    },
  };
}

export function createSources(options: ServiceInitOptions, fail: Notifier["fail"]) {
  const sources = sourcesOf(options).map((source) => createSource(options, source));
  /** How many questions are under way. */
  let asking = 0;
  return {
    has: (...methods: readonly Method[]) =>
      sources.some((source) => methods.some(source.mayAnswer)),
    /**
     * The first sound answer of any source. Never rejects.
     * @param read also gets answers that come too late
     */
    async ask<T>(
      methods: readonly Method[],
      args: readonly unknown[],
      read: Read<T>,
    ): Promise<Answer<T>> {
      let failed = false;
      for (const { name, source, mayAnswer, open } of sources) {
        let isOpen = false;
        for (const method of methods.filter(mayAnswer)) {
          /** Its method hasn't settled yet. After a failure: it is late, or could not even be asked. */
          let isStuck = true;
          const answering = async () => {
            const provider = Object(await open());
            isOpen = true;
            if (asking > MOST_AT_ONCE) throw new Error("it asks itself");
            let answer: unknown;
            try {
              if (hasMethod(provider, method)) answer = await provider[method](...copyOf(args));
            } finally {
              isStuck = false;
            }
            return answer === undefined ? answer : read(answer, { method, source });
          };
          asking++;
          try {
            const value = await withinTime(answering(), TIMEOUT_MS);
            if (value !== undefined) return { value };
          } catch (error) {
            failed = true;
            fail(`${name}${isOpen ? `.${method}` : ""} failed`, error);
            // Then its other methods need not be asked either.
            if (isStuck) break;
          } finally {
            asking--;
          }
        }
      }
      return { failed };
    },
  };
}
export type Sources = ReturnType<typeof createSources>;

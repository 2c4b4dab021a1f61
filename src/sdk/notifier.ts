/** Emits the SDK's events, and keeps errors inside: each is reported once, to listeners and the console. */
import { cleanSecrets, copyOf, redact } from "../context/index";
import type { Service, ServiceEvents } from "./types";

export interface Notifier {
  on: Service["on"];
  emit<K extends keyof ServiceEvents>(event: K, detail: ServiceEvents[K]): void;
  /** Reports a failure to the `error` listeners and the console; once for each message. */
  fail(message: string, error?: unknown): void;
  /** Writes a warning to the console, once for each message; nothing has failed. */
  warn(message: string): void;
  /** Whether it is a function, as the SDK's method of that name needs; warns if not. */
  isFunction(given: unknown, method: string): boolean;
  /** Runs `action`; what it throws is reported by `fail`, and the result is then `undefined`. */
  guard<T>(action: () => T): T | undefined;
  /** Calls a function of the page's: what it throws, or its promise rejects with, is reported, by `fail` unless said otherwise. */
  call(action: () => unknown, report?: (error: unknown) => void): void;
}

/** The names of `ServiceEvents`. */
const EVENTS = "ready, playbook, context, decision, impression, dismiss, cta, route, error";

/** What was thrown, as the console may have it: an error's stack, or a copy, without what is secret in it. */
function cleaned(error: unknown): unknown {
  const { stack, message } = Object(error);
  if (typeof stack !== "string") return error === undefined ? error : redact(error);
  // Not every browser's stack begins with the message.
  return redact(stack.includes(message) ? stack : `${message}\n${stack}`);
}

export function createNotifier(console: Pick<Console, "error" | "warn">): Notifier {
  /** Each checks for itself whether it listens to the event. */
  const listeners = new Set<(event?: string, detail?: unknown) => void>();
  const told = new Set<string>();
  let isReady = false;

  const tell = (error: unknown) =>
    notifier.fail(`${redact(Object(error).message ?? error)}`, error);
  const notifier: Notifier = {
    on(event, listener) {
      const hear = (name = "ready", detail?: unknown) => {
        // Taken off meanwhile, it hears not even what is on its way.
        const isHeard = name === event && listeners.has(hear);
        if (!isHeard) return;
        // One that fails at each error would be told of its own.
        const report = event === "error" ? () => notifier.warn("an error listener failed") : tell;
        notifier.call(() => Reflect.apply(listener, undefined, [copyOf(detail)]), report);
      };
      notifier.guard(() => {
        const name = String(event);
        const isKnown = EVENTS.split(", ").includes(name);
        if (!isKnown) notifier.warn(`on("${name}"): the events are ${EVENTS}`);
      });
      if (notifier.isFunction(listener, "on")) listeners.add(hear);
      // A listener that comes late hears of it all the same.
      if (isReady) queueMicrotask(hear);
      return () => void listeners.delete(hear);
    },
    emit(event, detail) {
      isReady ||= event === "ready";
      for (const hear of [...listeners]) hear(event, detail);
    },
    warn(message) {
      if (!told.has(message)) console.warn(`[Service] ${cleanSecrets(message)}`);
      told.add(message);
    },
    fail(message, error) {
      if (!told.has(message)) {
        told.add(message);
        console.error(
          ...[`[Service] ${cleanSecrets(message)}`, cleaned(error)].filter(
            (one) => one !== undefined,
          ),
        );
        notifier.emit("error", { message, error });
      }
    },
    isFunction(given, method) {
      const isOne = typeof given === "function";
      if (!isOne) notifier.warn(`${method} needs a function`);
      return isOne;
    },
    guard(action) {
      try {
        return action();
      } catch (error) {
        tell(error);
        return undefined;
      }
    },
    call(action, report = tell) {
      (async () => action())().catch(report);
    },
  };
  return notifier;
}

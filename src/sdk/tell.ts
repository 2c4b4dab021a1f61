/** Who listens is told; what goes wrong is told once and goes no further. */
import type { Service, ServiceEvents } from "./types";

export interface Teller {
  on: Service["on"];
  emit<K extends keyof ServiceEvents>(event: K, detail: ServiceEvents[K]): void;
  /** Once for each message: tells the listeners, and the console. */
  fail(message: string, error?: unknown): void;
  /** Tells the console once; nothing has failed. */
  warn(message: string): void;
  /** Runs it inside the fence: what it throws is told, and the answer is none. */
  guard<T>(action: () => T): T | undefined;
}

export function createTeller(console: Pick<Console, "error" | "warn">): Teller {
  /** Each knows what it listens to. */
  const listeners = new Set<(event: string, detail: unknown) => void>();
  const told = new Set<string>();

  const teller: Teller = {
    on(event, listener) {
      const hear = (name: string, detail: unknown) => {
        if (name === event) teller.guard(() => Reflect.apply(listener, undefined, [detail]));
      };
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    emit(event, detail) {
      for (const hear of [...listeners]) hear(event, detail);
    },
    warn(message) {
      if (!told.has(message)) console.warn(`[Service] ${message}`);
      told.add(message);
    },
    fail(message, error) {
      if (!told.has(message)) {
        told.add(message);
        console.error(...[`[Service] ${message}`, error].filter((one) => one !== undefined));
        teller.emit("error", { message, error });
      }
    },
    guard(action) {
      try {
        return action();
      } catch (error) {
        teller.fail(error instanceof Error ? error.message : `${error}`, error);
        return undefined;
      }
    },
  };
  return teller;
}

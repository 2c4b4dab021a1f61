/** Who listens is told; what goes wrong is told once and goes no further. */
import type { ServiceEvents } from "./types";

type Listener<K extends keyof ServiceEvents> = (detail: ServiceEvents[K]) => void;
type Listeners = { [K in keyof ServiceEvents]?: Set<Listener<K>> };

export interface Teller {
  on<K extends keyof ServiceEvents>(event: K, listener: Listener<K>): () => void;
  emit<K extends keyof ServiceEvents>(event: K, detail: ServiceEvents[K]): void;
  /** Tells listeners, and the console once for each message. */
  fail(message: string, error?: unknown): void;
  /** Tells the console once; nothing has failed. */
  warn(message: string): void;
  /** Runs it inside the fence: what it throws is told, and the answer is none. */
  guard<T>(action: () => T): T | undefined;
}

export function createTeller(console: Pick<Console, "error" | "warn">): Teller {
  const listeners: Listeners = {};
  const told = new Set<string>();

  const teller: Teller = {
    on(event, listener) {
      const set: Set<typeof listener> = listeners[event] ?? new Set<typeof listener>();
      Object.assign(listeners, { [event]: set });
      set.add(listener);
      return () => void set.delete(listener);
    },
    emit(event, detail) {
      for (const listener of [...(listeners[event] ?? [])]) {
        teller.guard(() => listener(detail));
      }
    },
    warn(message) {
      if (!told.has(message)) console.warn(`[Service] ${message}`);
      told.add(message);
    },
    fail(message, error) {
      if (!told.has(message)) {
        told.add(message);
        console.error(`[Service] ${message}`, ...(error === undefined ? [] : [error]));
        teller.emit("error", { message, ...(error !== undefined && { error }) });
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

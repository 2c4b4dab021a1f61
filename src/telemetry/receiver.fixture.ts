/** What receives telemetry: answers as told, counts ids, and watches over how it is asked. */
import type { TelemetryAnswer, TelemetryCall } from "./types";

export interface Answer {
  /** 0: none. */
  readonly status: number;
  readonly retryAfter?: string | undefined;
  /** It was taken, but the answer is lost. */
  readonly isLost?: boolean | undefined;
  /** Until the answer; infinite: never. */
  readonly ms?: number | undefined;
}
export interface Sent {
  readonly at: number;
  readonly page: number;
  readonly call: TelemetryCall;
  readonly body: string;
  readonly keepalive: boolean;
  readonly ids: readonly string[];
}

export const bytesOf = (text: string) => new TextEncoder().encode(text).length;

function idsOf(body: string): string[] {
  const parsed: Record<string, { event_id?: string }[]> = JSON.parse(body);
  return ["events", "interactions", "slots", "types"].flatMap((kind) =>
    (parsed[kind] ?? []).map(({ event_id }) => event_id ?? ""),
  );
}

export function createReceiver() {
  const receiver = {
    sent: [] as Sent[],
    /** How often each id was taken. */
    counted: new Map<string, number>(),
    respond: (_: Sent): Answer => ({ status: 202 }),
    /** Told to pages by `Retry-After`. */
    silences: [] as { readonly page: number; readonly at: number; readonly until: number }[],
    /** A page that dies at the moment of the answer has told nobody. */
    forget(page: number) {
      receiver.silences = receiver.silences.filter((o) => o.page !== page || o.at < Date.now());
    },
    /** What must never be. */
    violations: [] as string[],
    async receive(request: Omit<Sent, "at" | "ids">, isAlive: () => boolean) {
      const one: Sent = { ...request, at: Date.now(), ids: idsOf(request.body) };
      const { sent, counted, violations } = receiver;
      sent.push(one);
      const silentUntil = Math.max(0, ...receiver.silences.map(({ until }) => until));
      if (one.at < silentUntil) violations.push(`sent before ${silentUntil}`);
      const { status, retryAfter, isLost, ms = 50 } = receiver.respond(one);
      if (ms === Number.POSITIVE_INFINITY) return new Promise<never>(() => {});
      await new Promise((resolve) => setTimeout(resolve, ms));
      // A page takes along what it was sending, unless it has asked for `keepalive`.
      const isTaken = (isLost || (status >= 200 && status < 300)) && (one.keepalive || isAlive());
      if (isTaken) for (const id of one.ids) counted.set(id, (counted.get(id) ?? 0) + 1);
      if (!isAlive()) return new Promise<never>(() => {});
      if (!status || isLost) throw new TypeError("Failed to fetch");
      const now = Date.now();
      const until = now + Number(retryAfter) * 1000;
      if (until > now) receiver.silences.push({ page: one.page, at: now, until });
      const headers = {
        get: (name: string) => (name === "Retry-After" ? (retryAfter ?? null) : null),
      };
      return { status, headers } satisfies TelemetryAnswer;
    },
  };
  return receiver;
}

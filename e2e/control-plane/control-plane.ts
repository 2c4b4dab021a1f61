/** Asking a control plane as an SDK or a backend would, over HTTP, from Node. */
import { randomBytes } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import { type ControlPlane, startControlPlane } from "../../demo/control-plane/index.mjs";

export { expect };

/** What a page sends with every request to another origin. */
export const ORIGIN = { origin: "https://acme.example" };

/** One control plane for all the tests of a worker. */
export const test = base.extend<object, { plane: ControlPlane }>({
  plane: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
    async ({}, use) => {
      const plane = await startControlPlane({ maxBodyBytes: 10_000 });
      await use(plane);
      await plane.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed, where it is JSON. */
  readonly body: unknown;
  readonly text: string;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON in `text/plain`, as the SDK does. */
  readonly body?: unknown;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export async function ask(
  url: string,
  { method, headers = {}, body }: Asked = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(body !== undefined && { "content-type": "text/plain;charset=UTF-8" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text), text };
}

/** A UUIDv7 of its own. */
export function eventId(): string {
  const hex = `${Date.now().toString(16).padStart(12, "0")}7${randomBytes(10).toString("hex")}`;
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join("-");
}

/** What the SDK puts into every GET and every body. */
export function credentialsOf({ tenantId, publicKey }: ControlPlane) {
  return {
    query: `tenant_id=${tenantId}&key=${publicKey}`,
    fields: { tenant_id: tenantId, public_key: publicKey },
  };
}

export const trackedEvent = (more: object = {}) => ({
  event_id: eventId(),
  name: "export_finished",
  occurred_at: "2026-11-21T09:00:00.000Z",
  anonymous_id: "anonymous_1",
  session_id: "session_1",
  page: { path: "/editor" },
  properties: { format: "csv" },
  ...more,
});

export const interaction = (more: object = {}) => ({
  event_id: eventId(),
  type: "impression",
  placement: "upgrade_button",
  payload: "default",
  surface: "button",
  occurred_at: "2026-11-21T09:00:00.000Z",
  ...more,
});

/** The body of a refusal. */
export const refusal = (code: string, message = /./) => ({
  error: { code, message: expect.stringMatching(message) },
});

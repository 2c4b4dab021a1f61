import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ServiceInitOptions } from "../options/index";
import { createWire } from "./wire";

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly authorization: string | null;
}

function open(options: Partial<ServiceInitOptions>, response = new Response("{}")) {
  const sent: Sent[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    sent.push({
      url: `${url}`,
      init,
      authorization: new Headers(init.headers).get("authorization"),
    });
    return response;
  };
  const wire = createWire(
    { tenantId: "acme", publicKey: "svc_public", endpoint: "https://cp.example", ...options },
    fetch as typeof globalThis.fetch,
  );
  return { wire, sent };
}
const reroute = (endpointOverrides: NonNullable<ServiceInitOptions["endpointOverrides"]>) =>
  ({ runtimeMode: "custom_endpoints", endpointOverrides }) as const;

describe("an address", () => {
  // https://developer.mozilla.org/docs/Web/API/URL/canParse_static#browser_compatibility
  test("is found in Chrome 114 too, which has no `URL.canParse`", async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(URL, "canParse").mockImplementation(() => {
      throw new TypeError("URL.canParse is not a function");
    });
    const { wire, sent } = open({});
    await wire.get("/api/sdk/bootstrap");
    expect(sent[0]?.url).toContain("https://cp.example/api/sdk/bootstrap");
  });
  test.each([
    ["https://cp.example", "/api/sdk/bootstrap", "https://cp.example/api/sdk/bootstrap"],
    ["https://cp.example/", "api/sdk/bootstrap", "https://cp.example/api/sdk/bootstrap"],
    ["https://cp.example/base//", "//m/1", "https://cp.example/base/m/1"],
    ["https://cp.example/base/?a=1#b", "/m/1", "https://cp.example/base/m/1"],
    ["/cp", "/api/sdk/bootstrap", "/cp/api/sdk/bootstrap"],
    ["https://cp.example", "constructor", "https://cp.example/constructor"],
  ])("%s and %s are joined by one slash", async (endpoint, path, url) => {
    const { wire, sent } = open({ endpoint });
    await wire.get(path);
    expect(sent[0]?.url).toBe(`${url}?tenant_id=acme&key=svc_public`);
  });

  test("of somewhere else is asked as it is, for nobody", async () => {
    const { wire, sent } = open({ apiKey: "svc_server" });
    await wire.get("https://cdn.example/m?v=1");
    expect(sent[0]).toMatchObject({ url: "https://cdn.example/m?v=1", authorization: null });
  });

  test("below the endpoint is asked by its whole URL as by its path", async () => {
    const page = open({ endpoint: "https://cp.example/base/" });
    await page.wire.get("https://cp.example/base/m?v=1");
    expect(page.sent[0]?.url).toBe("https://cp.example/base/m?v=1&tenant_id=acme&key=svc_public");
    const server = open({ publicKey: "", apiKey: "svc_server" });
    await server.wire.get("https://cp.example/m");
    await server.wire.get("https://cp.example.net/m");
    const [own, other] = server.sent;
    expect(own).toMatchObject({
      url: "https://cp.example/m?tenant_id=acme",
      authorization: "Bearer svc_server",
    });
    expect(other).toMatchObject({ url: "https://cp.example.net/m", authorization: null });
  });

  test.each([
    ["trialStatus", "/api/sdk/trial-status"],
    ["userContext", "/api/sdk/user-context"],
    ["clientContext", "/api/sdk/client-context"],
  ] as const)("of %s is %s", async (call, path) => {
    const { wire, sent } = open({});
    await wire.get(call, { query: { user_id: "u 1" } });
    expect(sent[0]?.url).toBe(
      `https://cp.example${path}?tenant_id=acme&key=svc_public&user_id=u+1`,
    );
  });

  test.each([
    ["ingestEvents", "/api/track"],
    ["touchpointTransition", "/api/events/interactions"],
    ["ingestSdkMeta", "/api/sdk/meta"],
    ["surfaceSlots", "/api/placements"],
    ["placementTypes", "/api/sdk/placement-types"],
  ] as const)("of %s is %s, posted as text", async (call, path) => {
    const { wire, sent } = open({});
    await wire.post(call, "{}", true);
    expect(sent[0]).toMatchObject({
      url: `https://cp.example${path}`,
      init: { method: "POST", body: "{}", keepalive: true, credentials: "omit" },
      authorization: null,
    });
  });
});

describe("what is posted is taken", () => {
  const html = { headers: { "content-type": "text/html; charset=utf-8" } };
  test.each([
    ["by an answer that a framework calls HTML", new Response("ok", html), 200],
    ["by an empty one", new Response("", html), 200],
    ["by one in JSON", new Response('{"accepted":1}', html), 200],
    ["by one in XML", new Response("<ok/>"), 200],
    ["by a page that says it is", new Response("<p>Accepted", { ...html, status: 202 }), 202],
    ["by no log-in page", new Response("\n<!doctype html><title>Log in", html), 0],
  ])("%s", async (_, response, status) => {
    const { wire } = open({}, response);
    expect((await wire.post("ingestEvents", "{}", true)).status).toBe(status);
  });
});

describe("an override", () => {
  test("that is relative is below the endpoint, one that is a URL replaces it", async () => {
    const { wire, sent } = open(
      reroute({ ingestEvents: "my/events", userContext: "https://app.example/me?x=1" }),
    );
    await wire.post("ingestEvents", "{}", false);
    await wire.get("userContext");
    expect(sent.map(({ url, init }) => [url, init.credentials])).toEqual([
      ["https://cp.example/my/events", "same-origin"],
      ["https://app.example/me?x=1&tenant_id=acme&key=svc_public", "same-origin"],
    ]);
  });

  test("counts in custom_endpoints only, and never for the Playbook", async () => {
    const { wire, sent } = open({ endpointOverrides: { ingestEvents: "/mine" } });
    await wire.post("ingestEvents", "{}", false);
    const other = open(reroute({ ...({ bootstrap: "/mine" } as object), ingestEvents: "/x" }));
    await other.wire.get("/api/sdk/bootstrap");
    expect(sent[0]?.url).toBe("https://cp.example/api/track");
    expect(other.sent[0]?.url).toMatch(/^https:\/\/cp.example\/api\/sdk\/bootstrap\?/);
  });
});

describe("who is asking", () => {
  test("does not say from which page", async () => {
    const { wire, sent } = open({});
    await wire.get("/api/sdk/bootstrap");
    await wire.post("ingestEvents", "{}", true);
    expect(sent.map(({ init }) => init.referrer)).toEqual(["", ""]);
  });

  test("is said by the token in a header, and nowhere else", async () => {
    const { wire, sent } = open({});
    await wire.get("clientContext", { token: "svc_client_1" });
    expect(sent[0]?.authorization).toBe("Bearer svc_client_1");
    expect(sent[0]?.url).not.toContain("svc_client_1");
  });

  test("is said by a server's key to the endpoint alone", async () => {
    const overrides = reroute({ trialStatus: "/mine", userContext: "https://app.example/me" });
    const { wire, sent } = open({ publicKey: "", apiKey: "svc_server_1", ...overrides });
    await wire.get("/api/sdk/bootstrap");
    await wire.post("ingestEvents", "{}", false);
    await wire.get("trialStatus");
    await wire.get("userContext");
    await wire.post("ingestSdkMeta", "{}", false);
    await wire.get("https://cdn.example/bundle");
    const key = "Bearer svc_server_1";
    expect(sent.map(({ authorization }) => authorization)).toEqual([
      key,
      key,
      key,
      null,
      null,
      null,
    ]);
    expect(sent.map(({ url }) => url).join()).not.toContain("svc_server_1");
  });
});

/** The HTTP calls (specification, "Endpoints"): where each goes, and with which credentials. */
import { attempt, textOf } from "../decision/index";
import { PATHS, type ServiceInitOptions } from "../options/index";

type Call = keyof typeof PATHS;

const TIMEOUT_MS = 10_000;

interface GetOptions {
  readonly query?: Readonly<Record<string, string>>;
  /** The client-session token; goes into a header, and nowhere else. */
  readonly token?: string | undefined;
  /** Default: the browser's own. */
  readonly cache?: RequestCache;
  /** How long it and its body may take. Default: ten seconds. */
  readonly ms?: number;
}
export interface Wire {
  readonly endpoint: string;
  /** Whether the application answers this call itself. */
  isRerouted(call: Call): boolean;
  /**
   * @param call the name of a call, or a path below the endpoint, or a URL
   * @returns any response; rejects when it and its body take too long
   */
  get(call: string, options?: GetOptions): Promise<Response>;
  /** @param body JSON */
  post(call: Call, body: string, keepalive: boolean): Promise<Response>;
}

const isUrl = (path: string) => /^https?:/i.test(path);

/** A relative address is that of the page as it is now, whatever route it goes to. */
const absolute = (address: string): string =>
  attempt(() => new globalThis.URL(address, globalThis.document?.baseURI).href) ?? address;

export function createWire(options: ServiceInitOptions, fetch: typeof globalThis.fetch): Wire {
  const { tenantId = "", publicKey, apiKey, runtimeMode } = options;
  const endpoint = absolute(options.endpoint ?? __SERVICE_BASE_URL__).replace(/\/*([?#].*)?$/, "");
  const overrides = runtimeMode === "custom_endpoints" && options.endpointOverrides;

  async function send(
    call: string,
    { token, ms = TIMEOUT_MS, ...init }: RequestInit & Pick<GetOptions, "token" | "ms">,
    query?: URLSearchParams,
  ): Promise<Response> {
    const rerouted = textOf(overrides, call);
    const path = rerouted ?? textOf(PATHS, call) ?? call;
    const url = isUrl(path) ? path : `${endpoint}/${path.replace(/^\/+/, "")}`;
    // A server key goes to the endpoint alone, and never with the anonymous beacon.
    const isForeign = isUrl(path) || call === "ingestSdkMeta";
    const bearer = token || (isForeign ? undefined : apiKey);
    return fetch(query ? `${url}${url.includes("?") ? "&" : "?"}${query}` : url, {
      ...init,
      ...(bearer && { headers: { authorization: `Bearer ${bearer}` } }),
      credentials: rerouted ? "same-origin" : "omit",
      // The page's address, and any secret in it, must not go along.
      referrer: "",
      signal: AbortSignal.timeout(ms),
    });
  }
  return {
    endpoint,
    isRerouted: (call) => !!textOf(overrides, call),
    get(address, { query, ...init } = {}) {
      // The endpoint may name itself in full: that is a path below it as any other.
      const call = address.startsWith(`${endpoint}/`) ? address.slice(endpoint.length) : address;
      return send(
        call,
        init,
        // A URL is somewhere else, such as on a CDN, where our key has no business.
        isUrl(call)
          ? undefined
          : new URLSearchParams({
              tenant_id: tenantId,
              ...(publicKey && { key: publicKey }),
              ...query,
            }),
      );
    },
    // Sent as text, so that no preflight is needed: at unload there is no time for one.
    async post(call, body, keepalive) {
      const response = await send(call, { method: "POST", body, keepalive });
      // The browser counts the body against its 64 KiB until the response has been read.
      const text = await response.text().catch(() => "");
      // A page instead of an answer: some networks want a log-in first. What its header says is no
      // sign of one: many frameworks call any answer HTML, "ok" and nothing at all too.
      const isPage = response.status === 200 && /^\s*<(!|html)/i.test(text);
      return isPage ? Response.error() : response;
    },
  };
}

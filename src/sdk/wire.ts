/** HTTP as the contract's "Wire" has it: where each call goes, and what says who is asking. */
import { textOf } from "../decision/index";
import { PATHS, type ServiceInitOptions } from "../options/index";

export type Call = keyof typeof PATHS;

const LIMIT_MS = 10_000;

export interface Question {
  readonly query?: Readonly<Record<string, string>>;
  /** Of the client session; goes into a header, and nowhere else. */
  readonly token?: string | undefined;
  /** Default: what the browser thinks best. */
  readonly cache?: RequestCache;
}
export interface Wire {
  readonly endpoint: string;
  /** Whether the application answers this call itself. */
  isRerouted(call: Call): boolean;
  /**
   * @param call one that may be rerouted, or a path below the endpoint, or a URL
   * @returns any response; it and its body have ten seconds, then both reject
   */
  get(call: string, question?: Question): Promise<Response>;
  /** @param body JSON */
  post(call: Call, body: string, keepalive: boolean): Promise<Response>;
}

const isUrl = (path: string) => /^https?:/i.test(path);

export function createWire(
  options: ServiceInitOptions,
  { fetch }: { readonly fetch: typeof globalThis.fetch },
): Wire {
  const { tenantId = "", publicKey, apiKey, runtimeMode } = options;
  const endpoint = (options.endpoint ?? __SERVICE_BASE_URL__).replace(/\/+$/, "");
  const overrides = runtimeMode === "custom_endpoints" && options.endpointOverrides;

  async function send(
    call: string,
    { token, ...init }: RequestInit & Pick<Question, "token">,
    query?: URLSearchParams,
  ): Promise<Response> {
    const rerouted = textOf(overrides, call);
    const path = rerouted ?? textOf(PATHS, call) ?? call;
    const url = isUrl(path) ? path : `${endpoint}/${path.replace(/^\/+/, "")}`;
    // A server's key is for the service alone, and the beacon is nobody's.
    const isForeign = rerouted || isUrl(path) || call === "ingestSdkMeta";
    const bearer = token ?? (isForeign ? undefined : apiKey);
    return fetch(query ? `${url}${url.includes("?") ? "&" : "?"}${query}` : url, {
      ...init,
      ...(bearer && { headers: { authorization: `Bearer ${bearer}` } }),
      credentials: rerouted ? "same-origin" : "omit",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
  }
  return {
    endpoint,
    isRerouted: (call) => !!textOf(overrides, call),
    get: (call, { query, ...init } = {}) =>
      send(
        call,
        init,
        // What lies elsewhere, as on a CDN, asks for nobody's key.
        isUrl(call)
          ? undefined
          : new URLSearchParams({
              tenant_id: tenantId,
              ...(publicKey && { key: publicKey }),
              ...query,
            }),
      ),
    // As text it owes no preflight, at unload least of all.
    async post(call, body, keepalive) {
      const response = await send(call, { method: "POST", body, keepalive });
      // Until it is read to its end, the browser counts what was sent among its 64 KiB.
      await response.text().catch(() => {});
      return response;
    },
  };
}

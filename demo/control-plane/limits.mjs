// @ts-check
/** So many requests in so many seconds, for each address and, where the URL or a header has one, each key; then 429 for a while. */
import { getConnInfo } from "@hono/node-server/conninfo";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { WireError } from "./wire-error.mjs";

/** @typedef {{ seconds: number, perAddress: number, perKey: number }} RateLimit */

/** @param {RateLimit} limit @returns {import("hono").MiddlewareHandler} */
export function limited({ seconds, perAddress, perKey }) {
  const addresses = new RateLimiterMemory({ points: perAddress, duration: seconds });
  const keys = new RateLimiterMemory({ points: perKey, duration: seconds });
  return async (c, next) => {
    try {
      await addresses.consume(getConnInfo(c).remote.address ?? "");
      const key = c.req.query("key") ?? c.req.header("authorization");
      if (key) await keys.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const wait = `${Math.max(1, Math.ceil(error.msBeforeNext / 1000))}`;
      const message = `Too many requests: wait ${wait} s.`;
      throw new WireError(429, "too_many_requests", message, { "Retry-After": wait });
    }
    await next();
  };
}

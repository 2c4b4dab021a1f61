// @ts-check
/** So many requests in so many seconds, for each address and for each key; then 429 for a while. */
import { getConnInfo } from "@hono/node-server/conninfo";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { WireError } from "./wire-error.mjs";

/** @typedef {{ seconds: number, perAddress: number, perKey: number }} RateLimit */

/** @param {RateLimit} limit */
export function createLimits({ seconds, perAddress, perKey }) {
  const addresses = new RateLimiterMemory({ points: perAddress, duration: seconds });
  const keys = new RateLimiterMemory({ points: perKey, duration: seconds });

  /** @param {RateLimiterMemory} limiter @param {string} whom */
  async function count(limiter, whom) {
    try {
      await limiter.consume(whom);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const wait = `${Math.max(1, Math.ceil(error.msBeforeNext / 1000))}`;
      const message = `Too many requests: wait ${wait} s.`;
      throw new WireError(429, "too_many_requests", message, { "Retry-After": wait });
    }
  }

  return {
    /**
     * By its address, and by the key that its URL or a header has.
     * @type {import("hono").MiddlewareHandler}
     */
    async countRequest(c, next) {
      await count(addresses, getConnInfo(c).remote.address ?? "");
      const key = c.req.query("key") ?? c.req.header("authorization");
      if (key) await count(keys, key);
      await next();
    },
    /** One that a POST has in its body. @param {string} key */
    countKey: (key) => count(keys, key),
  };
}

import { describe, expect, test } from "vitest";
import { inferPage, readPage } from "./page";
import { parseCleanUrl } from "./url";

const JWT = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln";
const clean = (address: string) => parseCleanUrl(address)?.href;

describe("an address", () => {
  test.each([
    ["https://a.example/b?c=d#section", "https://a.example/b?c=d"],
    ["https://a.example/#/cart", "https://a.example/#/cart"],
    ["https://a.example/#!/cart/2?step=3", "https://a.example/#!/cart/2"],
    ["https://a.example/#access_token=1", "https://a.example/"],
    ["https://a.example/#/access_token=1", "https://a.example/#/access_token"],
    ["https://me:pass@a.example/", "https://a.example/"],
  ])("%s becomes %s", (address, expected) => {
    expect(clean(address)).toBe(expected);
  });

  test.each(["data:text/html,<p>Ann</p>?a=b#/c", "data:text/html;base64,PHA+\nQW5u"])(
    "that is a document itself tells nothing of it: %j",
    (address) => {
      expect(clean(address)).toBe("data:,");
    },
  );

  test.each(["", "/relative", "https://", "no address"])("%j is none", (address) => {
    expect(clean(address)).toBeUndefined();
  });

  test.each([
    ...[
      "token",
      "access_token",
      "idToken",
      "api_key",
      "apikey",
      "key",
      "client_secret",
      "password",
    ],
    ...["code", "auth", "session", "session_id", "sid", "PHPSESSID", "sig", "X-Amz-Signature"],
    ...["jwt", "otp", "X-Amz-Credential", "pwd", "authorization"],
    ...["_csrf", "XSRF", "totp", "mfa"],
  ])("loses the parameter %s", (name) => {
    expect(clean(`https://a.example/?a=1&${name}=x&b=2`)).toBe("https://a.example/?a=1&b=2");
  });

  test.each([
    "utm_source",
    "author",
    "country_code",
    "statusCode",
    "keyword",
    "q",
    "tab",
    "plan",
    "page",
    "design",
    "codec",
  ])("keeps the parameter %s", (name) => {
    expect(clean(`https://a.example/?${name}=x`)).toBe(`https://a.example/?${name}=x`);
  });

  test.each([
    "F7fvtirSCkqNEw26VRzGw-6CV9Z9L8qN5FAW6NG6tj0",
    "57qqtTaee-Lku5pPPUKN1i05Fns_A0bL",
    "dqtktgLdI3MfKyZvTaokbf8HMOFpHtb-xpgOjfbltX5SuH7ks8yFLFIWqDCP3zPm",
  ])("loses the whole of a token in which there are hyphens: %s", (token) => {
    expect(clean(`https://a.example/reset/${token}`)).toBe("https://a.example/reset/redacted");
    expect(clean(`https://a.example/?to=%2Freset%2F${token}`)).not.toContain(token.slice(-9));
  });

  test.each([
    "Getting-started-with-JavaScript-in-2026-and-more",
    "How-to-print-a-large-model-in-3D-at-your-home",
    "550E8400-E29B-41D4-A716-446655440000",
  ])("keeps words joined by hyphens, and an id: %s", (words) => {
    expect(clean(`https://a.example/${words}`)).toBe(`https://a.example/${words}`);
  });

  test.each([
    JWT,
    "svc_live_1234",
    `svc_client_${JWT}`,
    "0123456789abcdef0123456789abcdef",
    "key_0123456789abcdef0123456789abcdef",
    "a_B3_c4d5e6f7g8h9i0j1k2l3m4n5o6p7",
    `before ${JWT}`,
  ])("loses the value %s wherever it is", (secret) => {
    const encoded = encodeURIComponent(secret);
    for (const part of [`?q=${encoded}`, `?${encoded}`, `reset/${secret}/x`, `#/reset/${secret}`]) {
      const found = clean(`https://a.example/${part}`);
      expect(found).toMatch(/^https:\/\/a\.example\//);
      expect(decodeURIComponent(found ?? "")).not.toContain(secret.replace("before ", ""));
    }
  });

  test.each([
    "projects/7f9c24e8-3b12-4f5a-9d0e-1a2b3c4d5e6f",
    "blog/10-ways-to-make-a-very-long-address-readable",
    "a_long_word_with_underscores_and_no_digit",
    "a_handle_of_a_placement_as_of_2026_or_later",
  ])("keeps the path /%s", (path) => {
    expect(clean(`https://a.example/${path}`)).toBe(`https://a.example/${path}`);
  });

  test.each([
    ["path", (length: number) => `${"a".repeat(length)}?q=${"b-".repeat(length / 2)}`],
    [
      "list of secrets",
      (length: number) => `?${Array.from({ length: length / 10 }, (_, i) => `${i}key`).join("&")}`,
    ],
    ["hash of beginnings of keys", (length: number) => `#/${"sk_live_".repeat(length / 8)}`],
  ])("with a long %s takes as much longer as it is longer", (_, rest) => {
    const timeOf = (address = "") => {
      const started = performance.now();
      clean(address);
      return performance.now() - started;
    };
    const [short, long] = [rest(10_000), rest(80_000)].map((one) => `https://a.example/${one}`);
    const best = { short: Infinity, long: Infinity };
    // In turns, since something else may take the processor for a while.
    for (let round = 0; round < 10; round++) {
      best.short = Math.min(best.short, timeOf(short));
      best.long = Math.min(best.long, timeOf(long));
    }
    // Eight times as long: were each character compared with all others, it would be 64 times.
    expect(best.long / best.short).toBeLessThan(24);
  });
});

describe("the page", () => {
  const window = {
    location: { href: "https://a.example/b?x=1&token=t#top" },
    document: { title: "B", referrer: `https://ref.example/?session=${JWT}&y=2` },
  };

  test("is inferred without its secrets", () => {
    expect(readPage(inferPage(window, window.location.href))).toEqual({
      url: "https://a.example/b?x=1",
      path: "/b",
      title: "B",
      referrer: "https://ref.example/?y=2",
      query: { x: "1" },
    });
  });

  test("is the one of another address, where one is given", () => {
    expect(readPage(inferPage(window, "https://a.example/c")).path).toBe("/c");
  });

  test("has no referrer when it was opened directly", () => {
    const direct = { ...window, document: { title: "B", referrer: "" } };
    expect(readPage(inferPage(direct, window.location.href))).not.toHaveProperty("referrer");
  });

  test("without an address that holds has none, rather than one that was not cleaned", () => {
    const page = readPage({ url: "/a?token=t", referrer: "?token=t", title: "A" });
    expect(page).toEqual({ title: "A" });
  });

  test("has the address's path, and the hash route in its url", () => {
    const page = readPage({ url: "https://a.example/app#/editor/7" });
    expect(page).toMatchObject({ path: "/app", url: "https://a.example/app#/editor/7" });
  });

  test("counts the first of a repeated query key, and no key pollutes", () => {
    const { query = {} } = readPage({
      url: "https://a.example/?a=1&a=2&__proto__=x&constructor=y",
    });
    expect(query.a).toBe("1");
    expect(Object.keys(query).sort()).toEqual(["__proto__", "a", "constructor"]);
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
    expect("x" in {}).toBe(false);
  });
});

test.each([
  [
    "?filter=%7B%22token%22%3A%22SEC7RET%22%2C%22tab%22:%22a%22%7D",
    "token%22%3A%22redacted%22%2C%22tab%22:%22a%22",
  ],
  ["?to=%252F%253Ff%253D%257B%2522otp%2522:%252212%2522%257D", "otp%2522:%2522redacted%2522%257D"],
])("%j has no secret of the JSON in it", (query, rest) => {
  const href = clean(`https://app.example/${query}`) ?? "";
  expect(href).toContain(rest);
  expect(href).not.toMatch(/SEC7RET|2212/);
});

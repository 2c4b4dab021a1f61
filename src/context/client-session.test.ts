import { describe, expect, test, vi } from "vitest";
import { createClientSession } from "./client-session";

const TOKEN = "svc_client_abc.def-1";

function open(mint?: () => string | Promise<string>) {
  const warnings: string[] = [];
  const session = createClientSession({ mint, warn: (message) => warnings.push(message) });
  return { session, warnings };
}

describe("a client-session token", () => {
  test("is asked for when first needed, once for all who need it", async () => {
    const mint = vi.fn(async () => TOKEN);
    const { session } = open(mint);
    expect(mint).not.toHaveBeenCalled();
    expect(await Promise.all([session.token(), session.token()])).toEqual([TOKEN, TOKEN]);
    expect(await session.token()).toBe(TOKEN);
    expect(mint).toHaveBeenCalledTimes(1);
  });

  test("is none where the application gives no way to have one", async () => {
    const { session, warnings } = open();
    expect(await session.token()).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  test("is asked for again when it has expired, but not for an older one's report", async () => {
    let count = 0;
    const { session } = open(() => `svc_client_${++count}`);
    expect(await session.token()).toBe("svc_client_1");
    session.expire("svc_client_1");
    expect(await session.token()).toBe("svc_client_2");
    session.expire("svc_client_1");
    expect(await session.token()).toBe("svc_client_2");
  });

  test("is known with blanks around it, as a text that a server wrote has them", async () => {
    const { session } = open(async () => `${TOKEN}\r\n`);
    expect(await session.token()).toBe(TOKEN);
  });

  test("that several calls are told has expired is replaced once, for all of them", async () => {
    let count = 0;
    const mint = vi.fn(async () => `svc_client_${++count}`);
    const { session } = open(mint);
    await session.token();
    const again = ["user", "trial", "client"].map(() => {
      session.expire("svc_client_1");
      return session.token();
    });
    expect(await Promise.all(again)).toEqual(again.map(() => "svc_client_2"));
    expect(mint).toHaveBeenCalledTimes(2);
  });

  test("of an earlier user is nobody's", async () => {
    let give = (_: string) => {};
    const answers = ["svc_client_late", "svc_client_b"];
    const { session } = open(
      () =>
        new Promise((resolve) => {
          give = () => resolve(answers.shift() ?? "");
        }),
    );
    const early = session.token();
    await Promise.resolve();
    await Promise.resolve();
    const giveFirst = give;
    session.renew(true);
    const late = session.token();
    await Promise.resolve();
    await Promise.resolve();
    giveFirst("");
    give("");
    expect(await early).toBeUndefined();
    expect(await late).toBe("svc_client_b");
  });

  test("is not asked for when nobody is there, until somebody is", async () => {
    const mint = vi.fn(() => TOKEN);
    const { session } = open(mint);
    session.renew(false);
    expect(await session.token()).toBeUndefined();
    expect(mint).not.toHaveBeenCalled();
    session.renew(true);
    expect(await session.token()).toBe(TOKEN);
  });
});

describe("a minter that fails", () => {
  const secret = "svc_server_secret";
  test.each<[string, string | undefined, () => string | Promise<string>]>([
    [
      "throws",
      "",
      () => {
        throw new Error(secret);
      },
    ],
    ["rejects", "", () => Promise.reject(new Error(secret))],
    ["gives another key", "", () => secret],
    ["gives a header's breaking", "", () => "svc_client_a\r\nx-other: 1"],
    ["gives nothing", undefined, () => ""],
  ])(
    "%s: is asked again when a token is needed again, and told without what it said",
    async (_, answer, mint) => {
      const spy = vi.fn(mint);
      const { session, warnings } = open(spy);
      for (let i = 0; i < 5; i++) expect(await session.token()).toBe(answer);
      expect(spy).toHaveBeenCalledTimes(5);
      expect(warnings.join()).toMatch(/clientSession/);
      expect(warnings.join()).not.toContain(secret);
    },
  );

  test("hangs: is given ten seconds", async () => {
    vi.useFakeTimers();
    const { session, warnings } = open(() => new Promise(() => {}));
    const token = session.token();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await token).toBe("");
    expect(warnings).toEqual(["clientSession failed"]);
    vi.useRealTimers();
  });
});

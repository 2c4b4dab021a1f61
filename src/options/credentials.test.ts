/** Keys and other credentials: which are taken where, which are refused, and that none is echoed. */
import { describe, expect, test } from "vitest";
import { readOptions } from "./read-options";

const account = { tenantId: "acme", publicKey: "svc_public_1" };
const playbook = { format_version: 1, playbook_id: "p", version: 1 };
const local = { runtimeMode: "local_only", localRuntime: { playbook } };

const read = (input: unknown) => readOptions(input, { browser: true });
const readOnServer = (input: unknown) => readOptions(input, { browser: false });
const fatal = ({ faults }: ReturnType<typeof read>) =>
  faults.filter((fault) => fault.fatal).map(({ option, code }) => `${option} ${code}`);

describe("credentials that are refused", () => {
  test.each([
    ["a server key as apiKey", { ...account, apiKey: "svc_server_hush" }],
    ["any apiKey, local_only too", { ...local, apiKey: "svc_hush" }],
    ["an apiKey without its prefix", { ...account, apiKey: "hush" }],
    ["a server key as publicKey", { ...account, publicKey: "svc_server_hush" }],
    ["a secret key as publicKey", { ...account, publicKey: "svc_sk_hush" }],
    ["a client-session token as publicKey", { ...account, publicKey: "svc_client_hush" }],
  ])("in a browser: %s, never echoed", (_, input) => {
    const { options, faults } = read(input);
    expect(faults[0]).toMatchObject({ code: "refused", fatal: true });
    expect(JSON.stringify({ options, faults })).not.toContain("hush");
  });

  test("say what the key is", () => {
    expect(read({ ...account, apiKey: "svc_1" }).faults[0]?.message).toContain("server key");
    expect(read({ ...account, publicKey: "svc_client_1" }).faults[0]?.message).toContain(
      "client-session token",
    );
  });

  test("on a server: a client-session token as apiKey", () => {
    expect(fatal(readOnServer({ tenantId: "acme", apiKey: "svc_client_1" }))).toEqual([
      "apiKey refused",
    ]);
  });

  test("an apiKey of undefined is none", () => {
    expect(read({ ...account, apiKey: undefined }).faults).toEqual([]);
  });

  test.each([
    ["", account],
    [" \n", local],
    [null, account],
    [0, local],
  ] as const)(
    "an apiKey of %j, as a build without it may leave, is no key: left out and told",
    (apiKey, rest) => {
      const { options, faults } = read({ ...rest, apiKey });
      expect(faults).toMatchObject([{ option: "apiKey", code: "type", fatal: false }]);
      expect(options).toEqual(rest);
    },
  );

  test("are known with blanks around them, too", () => {
    expect(fatal(read({ ...account, publicKey: " svc_client_1" }))).toEqual(["publicKey refused"]);
    expect(fatal(read({ ...local, apiKey: "\tlocal\n" }))).toEqual(["apiKey earlier_shape"]);
  });

  test("of an endpoint: its user and password, never echoed", () => {
    for (const endpoint of ["https://ada:hush@cp.example", "HTTPS://hush@cp.example/"]) {
      for (const { options, faults } of [
        read({ ...account, endpoint }),
        readOnServer({ tenantId: "acme", apiKey: "svc_server_1", endpoint }),
      ]) {
        expect(faults).toMatchObject([{ option: "endpoint", code: "type", fatal: false }]);
        expect(JSON.stringify({ options, faults })).not.toContain("hush");
      }
    }
    const endpoint = "https://cp.example/@acme";
    expect(read({ ...account, endpoint }).options.endpoint).toBe(endpoint);
  });
});

test("a key is taken without the blanks around it", () => {
  for (const publicKey of ["svc_1\n", " svc_1", "\tsvc_1 "]) {
    expect(read({ tenantId: "acme", publicKey })).toEqual({
      options: { tenantId: "acme", publicKey: "svc_1" },
      faults: [],
    });
  }
  const { options } = readOnServer({ tenantId: "acme", apiKey: "\nsvc_server_1\n" });
  expect(options.apiKey).toBe("svc_server_1");
});

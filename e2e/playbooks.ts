/** Playbooks of the browser tests: a valid base, and whatever a test wants of its own. */
type Part = Readonly<Record<string, unknown>>;

/** A card in the slot of the same name, for everybody; `payload` is laid over its only payload. */
export function placement(
  handle: string,
  { payload, ...overrides }: Part & { readonly payload?: Part } = {},
): Part {
  return {
    handle,
    category: "fixed",
    slot: handle,
    payloads: [
      { handle: "only", surface: "card", content: { title: `Title of ${handle}` }, ...payload },
    ],
    ...overrides,
  };
}

/** Plans `free` and `pro`; `export` is a feature of `pro`, `seats` are 3 on `free`. */
export function playbook(overrides: Part = {}): Part {
  return {
    format_version: 1,
    playbook_id: "test",
    version: 1,
    plans: [
      { handle: "free", name: "Free", rank: 0 },
      {
        handle: "pro",
        name: "Pro",
        rank: 10,
        price: { amount: 2900, currency: "EUR", interval: "month" },
      },
    ],
    entitlements: [
      { handle: "export", name: "Export", type: "feature", grants: [{ plans: ["pro"] }] },
      {
        handle: "seats",
        name: "Seats",
        type: "seats",
        grants: [
          { plans: ["free"], limit: 3 },
          { plans: ["pro"], limit: null },
        ],
      },
    ],
    ...overrides,
  };
}

/** Options of `local_only` with that Playbook. */
export function localConfig(book: Part = playbook(), options: Part = {}): Part {
  return { runtimeMode: "local_only", localRuntime: { playbook: book }, ...options };
}

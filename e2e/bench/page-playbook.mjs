// @ts-check
/** The page of the bench: five slots, twenty placements for them, and modals. */

const SLOT_COUNT = 5;
const PER_SLOT = 4;

const ctas = [
  { label: "Upgrade", action: "open_url", params: { url: "/plans" } },
  { label: "Not now", action: "dismiss" },
];

/** Of four in each slot, the third is the first that this user meets. @param {number} slot @param {number} index */
const placement = (slot, index) => ({
  handle: `slot_${slot}_${index}`,
  ...{ category: "fixed", slot: `slot_${slot}`, priority: 10 - index },
  payloads: [
    {
      handle: "default",
      target: {
        plans: index === 0 ? ["team"] : ["free", "pro"],
        condition: {
          "usage.exports": { $gte: index === 1 ? 90 : 10 },
          country: { $in: ["DE", "FR"] },
        },
      },
      surface: "card",
      content: { title: `Offer ${slot}`, body: "More exports, and seats for everybody." },
      ctas,
    },
  ],
});

/** One for each time that one is shown: what was dismissed stays away. */
export const MODALS = Array.from({ length: 7 }, (_, index) => `offer_${index}`);

const modal = (/** @type {string} */ handle) => ({
  handle,
  category: "conversion",
  trigger: { type: "event", name: "asked" },
  payloads: [
    {
      handle: "default",
      surface: "modal",
      content: { title: "Export your data", body: "As often as you like, with Pro." },
      ctas,
    },
  ],
});

export const CONFIG = {
  runtimeMode: "local_only",
  user: { id: "user_1", plan_handle: "free", country: "DE", usage: { exports: 40 } },
  localRuntime: {
    playbook: {
      ...{ format_version: 1, playbook_id: "bench", version: 1 },
      plans: ["free", "pro", "team"].map((handle, rank) => ({ handle, name: handle, rank })),
      placements: [
        ...Array.from({ length: SLOT_COUNT * PER_SLOT }, (_, index) =>
          placement(Math.floor(index / PER_SLOT), index % PER_SLOT),
        ),
        ...MODALS.map(modal),
      ],
    },
  },
};

export const SLOTS = Array.from(
  { length: SLOT_COUNT },
  (_, slot) => `<div data-service-slot="slot_${slot}"></div>`,
).join("");

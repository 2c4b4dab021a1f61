/** What the gallery shows: the words of each surface, and the states that each is seen in. */

const BUTTONS = [
  { label: "Upgrade to Pro", action: "wait" },
  { label: "Later", action: "remind_later" },
  { label: "No thanks", action: "dismiss" },
];
const METER = { entitlement: "exports" };

/** Surface → its words and buttons. */
export const SURFACES = {
  banner: {
    content: {
      title: "Your trial ends in 3 days",
      body: "Keep brand kits and unlimited exports with Pro.",
    },
    ctas: BUTTONS.slice(0, 2),
  },
  card: {
    content: {
      title: "Every export on brand",
      body: "Upload your colours and fonts once. Pro applies them to everything your team makes.",
    },
    ctas: BUTTONS.slice(0, 2),
  },
  button: { content: { title: "Go unlimited" }, ctas: BUTTONS.slice(0, 1) },
  usage_meter: {
    content: { title: "Exports this month", body: "Resets on 1 March.", meter: METER },
    ctas: BUTTONS.slice(0, 1),
  },
  gate: {
    content: {
      title: "Brand kits are part of Pro",
      body: "Keep colours, fonts and logos in one place.",
      dismissible: false,
    },
    ctas: BUTTONS.slice(0, 2),
  },
  modal: {
    content: {
      title: "You have used all 20 exports",
      body: "Your next ones arrive on 1 March. With Pro there is no limit.",
    },
    ctas: BUTTONS,
  },
  full_page: {
    content: {
      title: "Before you go",
      body: "Stay, and the next three months cost half. Or go back to Free: your projects stay yours either way.",
    },
    ctas: BUTTONS,
  },
  toast: {
    content: {
      title: "Your export is ready",
      body: "8 of 20 left this month.",
      duration_ms: 3_600_000,
    },
    ctas: BUTTONS.slice(0, 1),
  },
  tooltip: {
    content: { title: "New: remove backgrounds", body: "One click, one credit.", anchor: "spot" },
    ctas: [{ label: "Got it", action: "dismiss" }],
  },
  bar: {
    content: { title: "Two months free", body: "when you pay for a year of Pro." },
    ctas: [{ label: "Switch to yearly", action: "wait" }],
  },
};
export const PAGE_LEVEL = ["modal", "full_page", "toast", "tooltip", "bar"];

const WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenknopf";
const SENTENCES =
  "Colours, fonts and logos are kept in one place, and applied to whatever your team makes, from the first sketch to the last print. ";

/**
 * State → what is different then. Of the Playbook: `content`, `ctas`, `branding`; of the user:
 * `used`, `plan`; of the page: `dir`, `lang`, `width`, `zoom`; `pressed`: the first button was, and
 * its action isn't done yet, or is `completed` and the service doesn't know of it yet.
 */
export const STATES = {
  plain: {},
  image: { content: { image: { url: "picture.svg", alt: "A poster with a hill and a sun" } } },
  long_words: {
    content: { title: `${WORD} ${WORD}`, body: `${SENTENCES}${WORD}${WORD}\n${SENTENCES}` },
    ctas: BUTTONS.map(({ label, ...cta }) => ({ ...cta, label: `${label} ${WORD}` })),
  },
  no_body: { content: { body: undefined } },
  no_buttons: { ctas: [] },
  many_buttons: {
    ctas: ["Upgrade", "Compare plans", "Talk to us", "Remind me", "Not now", "Never again"].map(
      (label) => ({ label, action: "wait" }),
    ),
  },
  busy: { pressed: "waits" },
  confirming: { pressed: "completed" },
  not_dismissible: { content: { dismissible: false } },
  meter_empty: { used: 0, content: { meter: METER } },
  meter_half: { used: 10, content: { meter: METER } },
  meter_near: { used: 19, content: { meter: METER } },
  meter_full: { used: 20, content: { meter: METER } },
  meter_over: { used: 1234, content: { meter: METER } },
  meter_unlimited: { plan: "pro", content: { meter: METER } },
  right_to_left: {
    dir: "rtl",
    lang: "ar",
    content: {
      title: "تنتهي فترتك التجريبية خلال 3 أيام!",
      body: "احتفظ بأدوات العلامة التجارية والتصدير غير المحدود مع Pro.",
    },
    ctas: [
      { label: "الترقية إلى Pro", action: "wait" },
      { label: "لاحقًا", action: "remind_later" },
    ],
  },
  large_text: { zoom: 2 },
  narrow: { width: "13rem" },
  brand_light: {
    branding: {
      workspace_name: "Acme",
      logo_url: "logo.svg",
      theme: {
        colors: { primary: "#ffd23f", surface: "#fffaf0", text: "#3b2f14" },
        radius: "1.25em",
        font_family: "'DejaVu Serif', Georgia, serif",
      },
    },
  },
  brand_dark: {
    branding: {
      workspace_name: "Acme",
      logo_url: "logo.svg",
      theme: { colors: { primary: "#7ee0c3", surface: "#10243a" }, radius: "0" },
    },
  },
  /** Each pair of text and ground that is named here can't be read: all three are corrected. */
  brand_clashing: {
    branding: {
      theme: {
        colors: { primary: "#ff8a00", on_primary: "#ffffff", surface: "#7fd6ff", text: "#f04fd0" },
      },
    },
  },
};

/** The states of one surface; not those that it would look the same in. */
export function statesOf(surface) {
  const { content, ctas } = SURFACES[surface];
  const isFullWidth = ["modal", "full_page", "toast", "bar"].includes(surface);
  return Object.keys(STATES).filter((state) => {
    if (state === "no_body") return content.body;
    if (state === "no_buttons") return surface !== "button";
    if (state === "not_dismissible") return content.dismissible ?? true;
    if (STATES[state].pressed) return ctas[0].action === "wait";
    if (state === "narrow") return !isFullWidth && surface !== "tooltip";
    if (state === "image" || state.startsWith("meter")) return surface !== "button";
    return true;
  });
}

/** `ServiceConfig` of a page that shows one surface in one state, and nothing else. */
export function configOf(surface, state) {
  const {
    content,
    ctas = SURFACES[surface].ctas,
    branding,
    used = 12,
    plan = "free",
    pressed,
  } = STATES[state];
  const isPageLevel = PAGE_LEVEL.includes(surface);
  const isCompleted = pressed === "completed";
  const forever = () => new Promise(() => {});
  const playbook = {
    format_version: 1,
    playbook_id: "gallery",
    version: 1,
    plans: [
      { handle: "free", name: "Free", rank: 0 },
      { handle: "pro", name: "Pro", rank: 10 },
    ],
    entitlements: [
      {
        handle: "exports",
        type: "usage_limit",
        grants: [
          { plans: ["free"], limit: 20 },
          { plans: ["pro"], limit: null },
        ],
      },
    ],
    placements: [
      {
        handle: "specimen",
        category: "fixed",
        ...(isPageLevel ? { trigger: { type: "page_view" } } : { slot: "specimen" }),
        payloads: [
          {
            handle: "only",
            surface,
            content: JSON.parse(JSON.stringify({ ...SURFACES[surface].content, ...content })),
            ctas,
            cooldown_hours: 0,
          },
        ],
      },
    ],
    ...(branding && { branding }),
  };
  return {
    runtimeMode: "local_only",
    // Nothing is kept: what was dismissed is there again on the next visit.
    consent: "denied",
    user: { id: "user_ann", plan_handle: plan, usage: { exports: used } },
    uiPathResolvers: { wait: isCompleted ? async () => "completed" : forever },
    localRuntime: { playbook },
    // A service that is waited for, and never asked: no token for it ever comes.
    ...(isCompleted && {
      runtimeMode: "service_server",
      tenantId: "gallery",
      publicKey: "svc_gallery",
      configProvider: { getPlaybook: () => playbook },
      clientSession: forever,
    }),
  };
}

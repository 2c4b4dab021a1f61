/*! Service 0.11.21 | MIT | licenses.txt */

// src/options/faults.ts
function describeFaults(faults) {
  const [worst] = faults;
  const outcome = worst?.fatal ? "The SDK did not start" : "Options left out";
  const shape = worst?.code === "earlier_shape" ? ", these options have their earlier shape" : "";
  return [`${outcome}${shape}:`, ...faults.map((f2) => `${f2.option} ${f2.message}`)].join("\n- ");
}
var ServiceConfigError = class extends Error {
  name = "ServiceConfigError";
  /** Of the worst fault. */
  code;
  /** Of the worst fault. */
  option;
  constructor({ code, option }, message) {
    super(message);
    this.code = code;
    this.option = option;
  }
};

// src/options/notation.ts
function fieldOf(notation) {
  if (typeof notation !== "string") {
    return "length" in notation ? { type: "array", items: fieldOf(notation[0]) } : notation;
  }
  const values = notation.split("|");
  return values[1] ? { enum: values } : { type: notation };
}
function table(fields) {
  const properties = Object.entries(fields).flatMap(
    ([names, notation]) => names.split(" ").map((name) => [name, fieldOf(notation)])
  );
  return { type: "object", properties: Object.fromEntries(properties) };
}
var record = (notation) => ({
  type: "object",
  additionalProperties: fieldOf(notation)
});

// src/options/fields.ts
var address = {
  type: "string",
  pattern: "^(https?://.|[^:/]*/|[^:/]+$)",
  description: "a path or an http(s) URL"
};
var instance = (field) => ({
  ...field,
  required: Object.keys(field.properties ?? {})
});
var userFields = table({
  "id plan_handle name email locale country timezone created_at": "string",
  // Usage may be any: the core denies what it cannot count.
  "traits usage": "object",
  segments: ["string"],
  entitlements: record("boolean")
});
var pageFields = table({ "url title referrer": "string", tags: ["string"] });
var trialFields = table({
  "trial_handle plan_handle started_at ends_at": "string",
  "day_number days_remaining": "number",
  "in_trial converted": "boolean",
  kind: "free|reverse"
});
var ANSWERS = "getPlacementDecision getPlacement checkEntitlement fetchUserContext getTrialStatus ";
var provider = {
  ...table({ [`${ANSWERS}getPlaybook identify onEvent`]: "function" }),
  type: ["object", "function"]
};
var OVERRIDES = "clientContext userContext trialStatus ingestEvents touchpointTransition ingestSdkMeta surfaceSlots placementTypes";
var GONE = new Map([
  ["ingestPublicKey", ["was removed; use publicKey", "removed"]],
  ["exportedConfig", ["is now localRuntime.playbook", "earlier_shape"]],
  ["resolveExportedConfig", ["is now resolvers.resolvePlaybook", "earlier_shape"]],
  [
    "entitlementByHandle",
    ["is now the Playbook's grants or resolvers.checkEntitlement", "earlier_shape"]
  ],
  ["placementsByLookupKey", ["is ignored; use the Playbook or resolvers.getPlacement", "retired"]],
  ...["decide", "decideContext", "bootstrapContext", "getPlacement", "checkEntitlement"].map(
    (name) => [name, ["is never read: the SDK decides by itself", "retired"]]
  )
]);
var SERVER_KEY = ["is a server key, never for a browser; use publicKey", "refused"];
var EARLIER_KEY = [
  "is now publicKey in a browser, a new server key on a server, nothing in local_only",
  "earlier_shape"
];
var key = (type, ...refused) => ({
  type: "string",
  pattern: "^svc_.",
  description: `a key of type ${type}, svc_\u2026`,
  refused: [
    [/^svc_client_/, ["is a client-session token; use clientSession", "refused"]],
    ...refused
  ]
});
var optionFields = (browser) => table({
  tenantId: "string",
  publicKey: key("public", [/^svc_(server|secret|sk)_/, SERVER_KEY]),
  apiKey: key(
    "server",
    [/^(svc_(live|test)_|local$)/, EARLIER_KEY],
    // In a browser any value; on a server none.
    [browser ? /^/ : /$^/, SERVER_KEY]
  ),
  runtimeMode: "service_server|custom_endpoints|local_only",
  endpoint: browser ? address : { type: "string", pattern: "^https?://." },
  mode: "react|snippet|iframe",
  endpointOverrides: {
    ...table({ [OVERRIDES]: address }),
    description: `one or more of ${OVERRIDES}`
  },
  configProvider: instance(table({ getPlaybook: "function" })),
  localRuntime: table({
    playbook: "object",
    placements: ["object"],
    initialData: table({
      placementDecisionsByPlacementId: "object",
      userContextByUserId: record(userFields),
      trialStatus: trialFields
    }),
    resolvers: table({ [`${ANSWERS}resolvePlaybook`]: "function" }),
    storageKey: "string",
    getContext: "function"
  }),
  provider,
  providerFallbacks: [provider],
  domainProviders: [
    instance(
      table({ domain: "playbook|placements|entitlements|context|trial|analytics", provider })
    )
  ],
  providerFailureSlotBehavior: "placeholder|invisible",
  uiPathResolvers: record("function"),
  branding: table({ "workspace_name logo_url": "string", theme: "object" }),
  user: userFields,
  page: pageFields,
  contextPolicy: table({ "inferUser inferPage routerAutoTrack": "boolean" }),
  placementBehavior: table({
    "enableClientCapsEnforcement enableAutoGatedPlacement enableTrialAutoTriggers": "boolean"
  }),
  "persistentStorage sessionStorage": instance(
    table({ "getItem setItem removeItem": "function" })
  ),
  clientSession: "function",
  trustedKeys: ["object"],
  consent: "granted|pending|denied",
  debug: "boolean"
});

// src/decision/bucket.ts
function fnv1a(text) {
  let hash2 = 2166136261;
  for (let i2 = 0; i2 < text.length; i2++) {
    hash2 = Math.imul(hash2 ^ text.charCodeAt(i2), 16777619);
  }
  return hash2 >>> 0;
}
function bucket(seed, id) {
  return fnv1a(`${fnv1a(seed + id)}`) % 1e4 / 1e4;
}
function chooseByWeight(weights, position) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let upTo = 0;
  return weights.findIndex((weight) => {
    upTo += weight;
    return position * total < upTo;
  });
}

// src/decision/types.ts
var ENTITLEMENT_TYPES = ["feature", "usage_limit", "credits", "seats", "tier"];
var CATEGORIES = ["fixed", "gated", "usage", "trials", "conversion", "retention"];
var CAP_PERIODS = ["session", "day", "week", "month", "lifetime"];
var TRIAL_STAGES = ["started", "midpoint", "ending", "ended"];
var IN_FLOW_SURFACES = ["banner", "card", "button", "usage_meter", "gate"];
var PAGE_LEVEL_SURFACES = ["modal", "toast", "full_page", "tooltip", "bar"];

// src/decision/playbook-schema.ts
var string = { type: "string" };
var number = { type: "number" };
var boolean = { type: "boolean" };
var positive = { type: "number", minimum: 0 };
var percent = { type: "number", minimum: 0, maximum: 100 };
var time = {
  type: "string",
  pattern: "^\\d{4}-(0\\d|1[0-2])-[0-3]\\d(T[0-2]\\d:[0-5]\\d[\\d:.]*Z)?$"
};
var handle = { type: "string", pattern: "^[a-z][a-z0-9_]{0,63}$" };
var anyObject = { type: "object" };
var oneOf = (values) => ({ enum: values });
var list = (items) => ({ type: "array", items });
var mapOf = (additionalProperties) => ({ type: "object", additionalProperties });
var object = (required, properties) => ({
  type: "object",
  ...required && { required: required.split(" ") },
  properties
});
var handles = list(handle);
var plan = { ...handle, refers: "plans" };
var plans = list(plan);
var entitlement = { ...handle, refers: "entitlements" };
var condition = { type: "object" };
var trigger = (type, required = "", properties = {}) => object(`type ${required}`.trim(), { type: { const: type }, ...properties });
var content = (required) => object(required, {
  title: string,
  body: string,
  image: object("url", { url: string, alt: string }),
  dismissible: boolean,
  meter: object("entitlement", { entitlement }),
  position: oneOf(["top", "bottom"]),
  duration_ms: positive,
  anchor: handle
});
var cta = (required) => object(required, { label: string, action: string, params: anyObject });
var words = { content: content(""), ctas: list(cta("")) };
var locales = mapOf(object("", words));
var payload = object("handle surface content", {
  handle,
  target: object("", { plans, segments: handles, condition }),
  schedule: object("", { from: time, until: time }),
  rollout_percent: percent,
  surface: handle,
  content: content("title"),
  ctas: list(cta("label action")),
  variants: list(object("handle weight", { handle, weight: positive, locales, ...words })),
  caps: list(object("count period", { count: positive, period: oneOf(CAP_PERIODS) })),
  cooldown_hours: positive,
  remind_later_hours: positive,
  locales
});
var grant = object("", {
  plans,
  segments: handles,
  limit: { type: ["number", "null"], minimum: 0 },
  enforcement: oneOf(["hard", "soft"]),
  tier: string
});
var playbookSchema = object("format_version playbook_id version", {
  format_version: oneOf([1]),
  playbook_id: string,
  version: number,
  plans: list(
    object("handle", {
      handle,
      name: string,
      rank: number,
      price: object("amount currency", {
        amount: number,
        currency: { type: "string", pattern: "^[A-Z]{3}$" },
        interval: string
      })
    })
  ),
  segments: list(object("handle condition", { handle, condition })),
  entitlements: list(
    object("handle type grants", {
      handle,
      name: string,
      type: oneOf(ENTITLEMENT_TYPES),
      unit: string,
      period: string,
      warn_at_percent: percent,
      tiers: list(string),
      grants: list(grant)
    })
  ),
  trials: list(
    object("handle plan days", {
      handle,
      plan,
      days: positive,
      kind: oneOf(["free", "reverse"])
    })
  ),
  placements: list(
    object("handle category payloads", {
      handle,
      name: string,
      category: oneOf(CATEGORIES),
      slot: handle,
      priority: number,
      holdout_percent: percent,
      trigger: {
        type: "object",
        oneOf: [
          trigger("slot_render"),
          trigger("entitlement_denied", "entitlement", { entitlement }),
          trigger("usage_threshold", "entitlement percent", {
            entitlement,
            percent: positive
          }),
          trigger("trial_stage", "stage", {
            stage: oneOf(TRIAL_STAGES),
            days_before_end: positive
          }),
          trigger("event", "name", { name: string, condition }),
          trigger("page_view", "", { condition })
        ]
      },
      payloads: list(payload)
    })
  ),
  branding: object("", {
    workspace_name: string,
    logo_url: string,
    theme: object("", { colors: mapOf(string) })
  })
});

// src/decision/schema.ts
function joinPath(path, key2) {
  if (typeof key2 === "number") return `${path}[${key2}]`;
  return path ? `${path}.${key2}` : key2;
}
function typeOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && !Number.isFinite(value) ? `${value}` : typeof value;
}
function isObject(value) {
  return typeOf(value) === "object";
}
function own(object2, key2) {
  return isObject(object2) && Object.hasOwn(object2, key2) ? object2[key2] : void 0;
}
function textOf(object2, key2) {
  const value = own(object2, key2);
  return typeof value === "string" && value ? value : void 0;
}
function listOf(object2, key2) {
  const value = own(object2, key2);
  return Array.isArray(value) ? value : [];
}
function faultOf(schema, value) {
  const { type, pattern, minimum, maximum } = schema;
  const types = type ? [type].flat() : [typeOf(value)];
  if (!types.includes(typeOf(value))) return `must be ${types.join(" or ")}`;
  if (schema.enum && !schema.enum.includes(value))
    return `must be one of ${schema.enum.join(", ")}`;
  if (pattern && !new RegExp(pattern).test(`${value}`)) return `must match ${pattern}`;
  if (typeof value === "number") {
    if (minimum !== void 0 && value < minimum) return `must be at least ${minimum}`;
    if (maximum !== void 0 && value > maximum) return `must be at most ${maximum}`;
  }
  return void 0;
}
function check(schema, value, path, report, visit) {
  if (value === void 0) return;
  const { required = [], properties = {}, items, additionalProperties, oneOf: oneOf2 } = schema;
  const fault = faultOf(schema, value);
  if (fault) return report(path, fault);
  visit?.(schema, value, path);
  if (Array.isArray(value)) {
    if (items) value.forEach((item, i2) => void check(items, item, joinPath(path, i2), report, visit));
    return;
  }
  if (!isObject(value)) return;
  if (oneOf2) {
    const typeIn = (one) => one.properties?.type?.const;
    const choice = oneOf2.find((one) => typeIn(one) === value.type);
    if (choice) return check(choice, value, path, report, visit);
    return report(joinPath(path, "type"), `must be one of ${oneOf2.map(typeIn).join(", ")}`);
  }
  for (const key2 of required) {
    if (value[key2] === void 0) report(joinPath(path, key2), "is required");
  }
  const keys = additionalProperties ? Object.keys(value) : Object.keys(properties);
  for (const key2 of keys) {
    const property = Object.hasOwn(properties, key2) ? properties[key2] : additionalProperties;
    if (property) check(property, value[key2], joinPath(path, key2), report, visit);
  }
}
function problemsOf(schema, value, path = "") {
  const problems = [];
  check(schema, value, path, (where, message) => problems.push({ path: where, message }));
  return problems;
}

// src/decision/pattern.ts
var LONGEST_PATTERN = 256;
var LONGEST_INPUT = 1024;
function canExplode(pattern) {
  const bare = pattern.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  const risky = [];
  let closed = false;
  for (let i2 = 0; i2 < bare.length; i2++) {
    const character = bare[i2] ?? "";
    const quantifier = /[*+?]|\{\d*,?\d*\}/y;
    quantifier.lastIndex = i2;
    const opensGroup = bare[i2 - 1] === "(";
    if (character === "(") {
      risky.push(false);
      closed = false;
    } else if (character === ")") {
      closed = risky.pop() ?? false;
      if (closed && risky.length) risky[risky.length - 1] = true;
    } else if (character === "|" || !opensGroup && quantifier.test(bare)) {
      if (closed && character !== "|" && bare[i2 - 1] === ")") return true;
      if (risky.length) risky[risky.length - 1] = true;
    }
  }
  return false;
}
function compilePattern(pattern, flags) {
  if (typeof pattern !== "string") return "must be a pattern";
  if (pattern.length > LONGEST_PATTERN) {
    return `pattern is refused: longer than ${LONGEST_PATTERN} characters`;
  }
  if (canExplode(pattern)) {
    return "pattern is refused: a quantified group holds a quantifier or an alternation";
  }
  try {
    return new RegExp(pattern, flags);
  } catch {
    return "is not a valid pattern";
  }
}

// src/decision/condition-problems.ts
var OPERATORS = [
  [/^\$(eq|ne|exists|size|not)$/],
  [/^\$(n?ini?|alli?)$/, "array"],
  [/^\$[gl]te?$/, "string or number or boolean"],
  [/^\$(type|regexi?|v(eq|ne|[gl]te?)|inSegment|notInSegment)$/, "string"],
  [/^\$elemMatch$/, "object"]
];
var operator = (key2) => OPERATORS.find(([names]) => names.test(key2));
var isLogical = (key2) => /^\$(and|n?or|not)$/.test(key2);
var isOperators = (value) => isObject(value) && Object.keys(value).some((key2) => key2.startsWith("$"));
var isOnElement = (operand) => isOperators(operand) && Object.keys(operand).some((key2) => operator(key2));
var each = (visitor) => (list2, path, visit) => {
  if (!Array.isArray(list2)) return visit.report(path, "must be array");
  list2.forEach((one, i2) => void visitor(one, joinPath(path, i2), visit));
};
var visitValue = (wanted, path, visit) => {
  if (!isOperators(wanted)) return;
  for (const key2 of Object.keys(wanted)) {
    const at = joinPath(path, key2);
    const operand = wanted[key2];
    const [, types] = operator(key2) ?? [];
    if (!operator(key2)) {
      visit.report(at, "is not an operator");
    } else if (types && !types.split(" or ").includes(typeOf(operand))) {
      visit.report(at, `must be ${types}`);
    } else if (key2.startsWith("$regex")) {
      const flags = key2.slice(6);
      const pattern = compilePattern(`${operand}`, flags);
      if (typeof pattern === "string") visit.report(at, pattern);
      else visit.patterns.set(flags + operand, pattern);
    } else if (key2 === "$elemMatch") {
      (isOnElement(operand) ? visitValue : visitCondition)(operand, at, visit);
    } else if (/^\$(not|size|all)/.test(key2)) {
      (Array.isArray(operand) ? each(visitValue) : visitValue)(operand, at, visit);
    }
  }
};
var visitCondition = (condition2, path, visit) => {
  if (!isObject(condition2)) return visit.report(path, "must be object");
  for (const key2 of Object.keys(condition2)) {
    const at = joinPath(path, key2);
    let visitor = visitValue;
    if (key2 === "$not") visitor = visitCondition;
    else if (isLogical(key2)) visitor = each(visitCondition);
    else if (operator(key2)) visit.report(at, "is an operator where a path is wanted");
    visitor(condition2[key2], at, visit);
  }
};
function conditionProblems(condition2, path, report) {
  const patterns = /* @__PURE__ */ new Map();
  try {
    visitCondition(condition2, path, { report, patterns });
  } catch {
    report(path, "is nested too deeply");
  }
  return patterns;
}

// src/decision/validate.ts
function grantFault(grant2, entitlement2) {
  const type = own(entitlement2, "type");
  if (!own(grant2, "plans") && !own(grant2, "segments")) return ["", "must name plans or segments"];
  if (type === "tier" && !listOf(entitlement2, "tiers").includes(own(grant2, "tier"))) {
    return [".tier", "must be one of the entitlement's tiers"];
  }
  if (!/^(feature|tier)$/.test(`${type}`) && own(grant2, "limit") === void 0) {
    return [".limit", "is required; null is unlimited"];
  }
  return void 0;
}
function playbookProblems(playbook) {
  const problems = [];
  const report = (path, message) => void problems.push({ path, message });
  const isIn2 = (list2, handle2) => listOf(playbook, list2).some((part) => own(part, "handle") === handle2);
  check(playbookSchema, playbook ?? null, "", report, (schema, value, path) => {
    const { refers, items } = schema;
    if (schema === condition) conditionProblems(value, path, report);
    if (refers && !isIn2(refers, value)) report(path, `names nothing in ${refers}`);
    if (Array.isArray(value) && items?.properties?.handle) {
      const seen = /* @__PURE__ */ new Set();
      value.forEach((part, i2) => {
        const handle2 = own(part, "handle");
        if (seen.has(handle2)) report(joinPath(joinPath(path, i2), "handle"), "is used twice");
        seen.add(handle2);
      });
    }
    listOf(value, "grants").forEach((grant2, i2) => {
      const [key2, message] = grantFault(grant2, value) ?? [];
      if (message) report(`${path}.grants[${i2}]${key2}`, message);
    });
    const named = own(own(value, "params"), "placement");
    if (own(value, "action") === "open_placement" && !isIn2("placements", named)) {
      report(joinPath(path, "params.placement"), "names nothing in placements");
    }
  });
  return problems;
}

// src/decision/compile.ts
var ITEM = /^(grants|payloads)\[(\d+)\]/;
function soundPart(list2, value) {
  const bad = {};
  let sound = isObject(value);
  const { items: item, ...whole } = playbookSchema.properties?.[list2] ?? {};
  check(item ?? whole, value, "", (path) => {
    const [, items, index] = ITEM.exec(path) ?? [];
    if (items && index) (bad[items] ??= /* @__PURE__ */ new Set()).add(index);
    else sound = false;
  });
  if (!sound || !isObject(value)) return void 0;
  const kept = Object.entries(bad).map(([items, indexes]) => [
    items,
    listOf(value, items).filter((_2, i2) => !indexes.has(`${i2}`))
  ]);
  return kept.length ? { ...value, ...Object.fromEntries(kept) } : value;
}
var priorityOf = (placement) => Number(own(placement, "priority")) || 0;
var slotOf = (placement) => own(placement, "slot");
var triggerOf = (placement) => own(own(placement, "trigger"), "type") ?? "slot_render";
var handleOf = (part) => own(part, "handle");
function compilePlaybook(playbook) {
  const usable = own(playbook, "format_version") === 1;
  const known2 = /* @__PURE__ */ new Map();
  function once(key2, find2) {
    if (!known2.has(key2)) known2.set(key2, find2());
    return known2.get(key2);
  }
  const sound = (list2, part) => once(part, () => soundPart(list2, part));
  const find = (list2, keyOf, key2) => once(`${list2} ${keyOf.name}`, () => {
    const index = /* @__PURE__ */ new Map();
    for (const part of usable ? listOf(playbook, list2) : []) {
      const parts = index.get(keyOf(part)) ?? [];
      index.set(keyOf(part), parts);
      parts.push(part);
    }
    return index;
  }).get(key2) ?? [];
  const placements = (keyOf, key2) => {
    const found = find("placements", keyOf, key2);
    return once(
      found,
      () => found.toSorted((a2, b) => priorityOf(b) - priorityOf(a2)).map((part) => sound("placements", part)).filter((part) => part !== void 0)
    );
  };
  return {
    usable,
    version: Number(own(playbook, "version")) || 0,
    get branding() {
      return sound("branding", usable && own(playbook, "branding"));
    },
    get problems() {
      return once("problems", () => playbookProblems(playbook));
    },
    part: (list2, handle2) => sound(list2, find(list2, handleOf, handle2)[0]),
    placementsIn: (slot) => placements(slotOf, slot),
    placementsOn: (type) => placements(triggerOf, type)
  };
}

// src/decision/versions.ts
function partsOf(version) {
  const parts = version.replace(/^v|\+.*$/g, "").split(/[-.]/);
  return parts.length === 3 ? [...parts, "~"] : parts;
}
function compareParts(a2, b) {
  if (a2 === b) return 0;
  if (a2 === void 0 || b === void 0) return a2 === void 0 ? -1 : 1;
  const numeric = [a2, b].map((part) => /^\d+$/.test(part));
  if (numeric[0] && numeric[1]) return Number(a2) - Number(b);
  if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1;
  return a2 < b ? -1 : 1;
}
function compareVersions(a2, b) {
  const left = partsOf(a2);
  const right = partsOf(b);
  for (let i2 = 0; i2 < Math.max(left.length, right.length); i2++) {
    const order = compareParts(left[i2], right[i2]);
    if (order) return order;
  }
  return 0;
}

// src/decision/conditions.ts
var isPrimitive = (value) => /^(string|number|boolean)$/.test(typeof value);
function isEqual(a2, b) {
  if (typeof a2 !== "object" || typeOf(a2) !== typeOf(b) || !a2 || !b) return a2 === b;
  const keys = Object.keys(a2);
  return keys.length === Object.keys(b).length && keys.every((key2) => Object.hasOwn(b, key2) && isEqual(Reflect.get(a2, key2), Reflect.get(b, key2)));
}
function isLooselyEqual(actual, wanted) {
  if (actual === null || !isPrimitive(wanted)) return isEqual(actual, wanted);
  if (typeof wanted === "boolean") return !!actual === wanted;
  if (!isPrimitive(actual)) return false;
  return typeof wanted === "number" ? Number(actual) === wanted : `${actual}` === wanted;
}
function valueAt(scope, path) {
  let value = scope;
  for (const key2 of path.split(".")) {
    if (typeof value !== "object" || !value || !Object.hasOwn(value, key2)) return null;
    value = Reflect.get(value, key2);
  }
  return value ?? null;
}
var fold = (value) => typeof value === "string" ? value.toLowerCase() : Array.isArray(value) ? value.map(fold) : value;
var isIn = (actual, list2) => [actual].flat().some((one) => Array.isArray(list2) && list2.includes(one));
var hasAll = (actual, list2, run) => Array.isArray(actual) && Array.isArray(list2) && list2.every((wanted) => actual.some((one) => valueMatches(one, wanted, run, void 0)));
var fits = (flags) => (actual, operand, run) => {
  if (!isPrimitive(actual)) return false;
  if (`${actual}`.length > LONGEST_INPUT) run.refused = true;
  return !run.refused && !!run.patterns.get(flags + operand)?.test(`${actual}`);
};
var not = (operator2) => (...args) => !operator2(...args);
var folded = (operator2) => (actual, operand, run, trace) => operator2(fold(actual), fold(operand), run, trace);
var compare = (holds) => (actual, operand) => isPrimitive(actual) && isPrimitive(operand) && holds(actual, operand);
var byVersion = (operator2) => (actual, operand, run, trace) => typeof actual === "string" && operator2(compareVersions(actual, `${operand}`), 0, run, trace);
var inSegment = (actual, segment, run) => isIn(actual, run.membersOf(`${segment}`), run, void 0);
var gt = compare((a2, b) => a2 > b);
var gte = compare((a2, b) => a2 >= b);
var lt = compare((a2, b) => a2 < b);
var lte = compare((a2, b) => a2 <= b);
var OPERATORS2 = {
  $eq: isEqual,
  $ne: not(isEqual),
  $in: isIn,
  $nin: not(isIn),
  $ini: folded(isIn),
  $nini: not(folded(isIn)),
  $gt: gt,
  $gte: gte,
  $lt: lt,
  $lte: lte,
  $veq: byVersion(isEqual),
  $vne: byVersion(not(isEqual)),
  $vgt: byVersion(gt),
  $vgte: byVersion(gte),
  $vlt: byVersion(lt),
  $vlte: byVersion(lte),
  $exists: (actual, operand) => actual !== null === !!operand,
  $type: (actual, operand) => typeOf(actual) === operand,
  $size: (actual, operand, run, trace) => Array.isArray(actual) && valueMatches(actual.length, operand, run, trace),
  $elemMatch: (actual, operand, run) => {
    const holds = isOnElement(operand) ? valueMatches : objectMatches;
    return Array.isArray(actual) && actual.filter((one) => holds(one, operand, run, void 0)).length > 0;
  },
  $all: hasAll,
  $alli: folded(hasAll),
  $not: not(valueMatches),
  $regex: fits(""),
  $regexi: fits("i"),
  $inSegment: inSegment,
  $notInSegment: not(inSegment)
};
function record2(trace, gate, children) {
  trace?.push(children?.length ? { ...gate, children } : gate);
  return gate.passed;
}
function every(parts, { thorough }, holds) {
  return thorough ? parts.filter(holds).length === parts.length : parts.every(holds);
}
function valueMatches(actual, wanted, run, trace) {
  if (!isOperators(wanted)) return isLooselyEqual(actual, wanted);
  return every(Object.keys(wanted), run, (gate) => {
    const expected = wanted[gate];
    const children = trace && [];
    const passed = !!OPERATORS2[gate]?.(actual, expected, run, children);
    return record2(trace, { gate, passed, actual, expected }, children);
  });
}
var LOGICAL = {
  $not: not(objectMatches),
  $and: (scope, parts, run, trace) => every(listOf({ parts }, "parts"), run, (part) => objectMatches(scope, part, run, trace)),
  $nor: (scope, parts, run, trace) => every(listOf({ parts }, "parts"), run, (part) => !objectMatches(scope, part, run, trace)),
  // An empty one asks for nothing.
  $or: (scope, parts, run, trace) => isEqual(parts, []) || !LOGICAL.$nor?.(scope, parts, run, trace)
};
function objectMatches(scope, condition2, run, trace) {
  if (!isObject(condition2)) return false;
  return every(Object.keys(condition2), run, (gate) => {
    const expected = condition2[gate];
    const children = trace && [];
    if (isLogical(gate)) {
      const passed2 = !!LOGICAL[gate]?.(scope, expected, run, children);
      return record2(trace, { gate, passed: passed2 }, children);
    }
    const actual = valueAt(scope, gate);
    const passed = valueMatches(actual, expected, run, children);
    return record2(trace, { gate, passed, actual, expected }, children);
  });
}
var prepared = /* @__PURE__ */ new WeakMap();
function prepare(condition2) {
  if (!prepared.has(condition2)) {
    let valid = true;
    const patterns = conditionProblems(condition2, "", () => {
      valid = false;
    });
    prepared.set(condition2, valid ? patterns : void 0);
  }
  return prepared.get(condition2);
}
function matches(condition2, context, { membersOf, trace }) {
  const patterns = isObject(condition2) && prepare(condition2);
  if (!patterns) return false;
  const thorough = patterns.size > 0 || !!trace;
  const run = { membersOf, patterns, thorough, refused: false };
  try {
    return objectMatches(context, condition2, run, trace) && !run.refused;
  } catch {
    return false;
  }
}

// src/decision/trial.ts
var DAY = 864e5;
var ENDING_DAYS = 3;
var numberOf = (value) => Number.isFinite(value) ? Number(value) : void 0;
var timeOf = (value) => numberOf(typeof value === "string" ? Date.parse(value) : void 0);
var textOf2 = (value) => typeof value === "string" ? value : void 0;
function trialState(playbook, trial, now) {
  if (!isObject(trial)) return void 0;
  const { in_trial, converted, started_at, ends_at, day_number, days_remaining } = trial;
  const authored = playbook.part("trials", textOf2(trial.trial_handle));
  const days = numberOf(day_number);
  const left = numberOf(days_remaining);
  let startedAt = timeOf(started_at) ?? (days && now - (days - 1) * DAY);
  const endsAt = timeOf(ends_at) ?? (left === void 0 ? authored && startedAt && startedAt + authored.days * DAY : now + left * DAY);
  startedAt ??= authored && endsAt && endsAt - authored.days * DAY;
  const over = endsAt !== void 0 && now >= endsAt;
  const active = in_trial === true && converted !== true && !over;
  const daysRemaining = left ?? (endsAt && Math.max(0, Math.ceil((endsAt - now) / DAY)));
  return {
    active,
    plan: playbook.part("plans", textOf2(trial.plan_handle) ?? authored?.plan),
    startedAt,
    endsAt,
    dayNumber: days ?? (startedAt && Math.max(1, Math.floor((now - startedAt) / DAY) + 1)),
    daysRemaining,
    nextDay: endsAt && daysRemaining && endsAt - (daysRemaining - 1) * DAY,
    stage(daysBeforeEnd = ENDING_DAYS) {
      if (converted === true) return void 0;
      if (!active) return over || in_trial === false && authored ? "ended" : void 0;
      if (endsAt !== void 0) {
        if (now >= endsAt - daysBeforeEnd * DAY) return "ending";
        if (startedAt !== void 0 && now >= (startedAt + endsAt) / 2) return "midpoint";
      }
      return "started";
    },
    nextStage(daysBeforeEnd = ENDING_DAYS) {
      if (endsAt === void 0) return void 0;
      const turns = [((startedAt ?? endsAt) + endsAt) / 2, endsAt - daysBeforeEnd * DAY, endsAt];
      return Math.min(...turns.filter((turn) => turn > now));
    }
  };
}

// src/decision/subject.ts
function createSubject(playbook, given, now) {
  const context = isObject(given) ? given : {};
  const text = (key2) => {
    const value = own(context, key2);
    return typeof value === "string" && value ? value : void 0;
  };
  const members = /* @__PURE__ */ new Map();
  const underWay = [];
  let due = Number.POSITIVE_INFINITY;
  const subject = {
    playbook,
    context,
    now,
    id: text("id") ?? text("anonymous_id"),
    plan: playbook.part("plans", text("plan_handle")),
    trial: trialState(playbook, own(context, "trial"), now),
    entitlements: /* @__PURE__ */ new Map(),
    meets: (condition2, trace) => matches(condition2, context, {
      trace,
      // The one member anybody knows of is the user decided about.
      membersOf: (segment) => subject.isIn(segment) ? [text("id") ?? text("anonymous_id"), text("anonymous_id")] : []
    }),
    isIn(segment) {
      const said = own(context, "segments");
      if (Array.isArray(said) && said.includes(segment)) return true;
      const known2 = members.get(segment);
      if (known2 !== void 0) return known2;
      const circle = underWay.indexOf(segment);
      if (circle >= 0) {
        for (const one of underWay.slice(circle)) members.set(one, false);
        return false;
      }
      underWay.push(segment);
      const authored = playbook.part("segments", segment);
      const isMember = !!authored && subject.meets(authored.condition);
      underWay.pop();
      const answer2 = members.get(segment) ?? isMember;
      members.set(segment, answer2);
      return answer2;
    },
    note(time2) {
      if (time2 !== void 0 && time2 > now) due = Math.min(due, time2);
    },
    get due() {
      return due;
    }
  };
  return subject;
}

// src/decision/entitlements.ts
function grantedBy(subject, { plans: plans2, segments }) {
  if (segments && !segments.some(subject.isIn)) return void 0;
  if (!plans2) return segments && "granted_by_segment";
  if (subject.plan && plans2.includes(subject.plan.handle)) return "granted_by_plan";
  const { trial } = subject;
  if (!trial?.active || !trial.plan || !plans2.includes(trial.plan.handle)) return void 0;
  subject.note(trial.endsAt);
  return "granted_by_trial";
}
function generosityOf({ type, tiers }, grant2) {
  if (type === "feature") return [0, 0];
  if (type === "tier") {
    const tier = (tiers ?? []).indexOf(grant2.tier ?? "");
    return tier < 0 ? void 0 : [0, tier];
  }
  if (grant2.limit === null) return [2, 0];
  if (grant2.limit === void 0) return void 0;
  return [grant2.enforcement === "soft" ? 1 : 0, grant2.limit];
}
var isMore = (a2, b) => a2[0] - b[0] || a2[1] - b[1];
function bestGrant(subject, entitlement2) {
  let best;
  for (const grant2 of entitlement2.grants) {
    const generosity = generosityOf(entitlement2, grant2);
    const reason = generosity && grantedBy(subject, grant2);
    if (reason && (!best || isMore(generosity, best.generosity) > 0)) {
      best = { grant: grant2, reason, generosity };
    }
  }
  return best;
}
var denied = (reason) => ({
  allowed: false,
  status: "denied",
  reason
});
function metered(subject, { handle: handle2, warn_at_percent }, best) {
  const { grant: grant2, reason } = best;
  const used = own(subject.context.usage, handle2) ?? 0;
  if (typeof used !== "number" || !Number.isFinite(used) || used < 0)
    return denied("usage_invalid");
  const limit = grant2.limit ?? null;
  if (limit === null) {
    return { allowed: true, status: "granted", reason, limit, used, remaining: null };
  }
  const amounts = { limit, used, remaining: Math.max(0, limit - used) };
  if (used >= limit) {
    return grant2.enforcement === "soft" ? { allowed: true, status: "limited", reason: "over_soft_limit", ...amounts } : { ...denied("limit_reached"), ...amounts };
  }
  const near = warn_at_percent !== void 0 && used * 100 >= warn_at_percent * limit;
  return near ? { allowed: true, status: "limited", reason: "near_limit", ...amounts } : { allowed: true, status: "granted", reason, ...amounts };
}
function answer(subject, handle2) {
  if (!subject.playbook.usable) return denied("playbook_unavailable");
  const said = own(subject.context.entitlements, handle2);
  if (said === true) return { allowed: true, status: "granted", reason: "granted_by_server" };
  if (said === false) return denied("denied_by_server");
  const entitlement2 = subject.playbook.part("entitlements", handle2);
  if (!entitlement2) return denied("entitlement_unknown");
  const best = bestGrant(subject, entitlement2);
  if (!best) return denied(subject.plan ? "not_in_plan" : "plan_unknown");
  if (/^(feature|tier)$/.test(entitlement2.type)) {
    const { tier } = best.grant;
    return {
      allowed: true,
      status: "granted",
      reason: best.reason,
      ...entitlement2.type === "tier" && tier !== void 0 && { tier }
    };
  }
  return metered(subject, entitlement2, best);
}
function entitlementOf(subject, handle2) {
  let result = subject.entitlements.get(handle2);
  if (!result) {
    const source = subject.playbook.usable ? "playbook" : "none";
    result = { handle: handle2, ...answer(subject, handle2), source };
    subject.entitlements.set(handle2, result);
  }
  return result;
}
function decideEntitlement(playbook, handle2, { context, now }) {
  return entitlementOf(createSubject(playbook, context, now), handle2);
}

// src/decision/frequency.ts
var HOUR = DAY / 24;
var REMIND_HOURS = 24;
var WINDOWS = { day: DAY, week: 7 * DAY, month: 30 * DAY };
var NEVER = Number.NEGATIVE_INFINITY;
var orNull = (at) => at > NEVER ? at : null;
var timeIn = (record3, key2) => {
  const at = own(record3, key2);
  return typeof at === "number" && Number.isFinite(at) ? at : NEVER;
};
function frequencyOf(subject, key2, {
  payload: payload2,
  history,
  query
}) {
  const { now } = subject;
  const {
    caps = [],
    cooldown_hours: cooldown,
    remind_later_hours: remind = REMIND_HOURS
  } = payload2;
  const enforced = query.enforceCaps !== false;
  const isAnswer = query.requested || query.trigger?.type === "entitlement_denied";
  const onDisplay = !!query.displaying?.includes(key2);
  const sessionStart = timeIn(history, "session_started_at");
  const inSession = (at) => at > NEVER && at >= sessionStart;
  const restsInSession = (at) => !isAnswer && inSession(at);
  const timeOf2 = (record3) => timeIn(own(history, record3), key2);
  const displays = listOf(history, "displays").filter((display) => own(display, "key") === key2).map((display) => timeIn(display, "at"));
  const isOver = (from, hours) => {
    const until = from + hours * HOUR;
    if (from > now || until <= now) return true;
    subject.note(until);
    return false;
  };
  const countFor = ({ period, count }) => {
    const length = WINDOWS[period];
    const counting = displays.filter((at) => {
      if (length) return at <= now && at > now - length;
      return at > NEVER && (period === "lifetime" || at >= sessionStart);
    });
    const first = counting.sort((a2, b) => a2 - b).at(-count);
    if (length && first) subject.note(first + length);
    return counting.length;
  };
  return {
    remindLater() {
      const at = timeOf2("reminded");
      return [enforced ? isOver(at, remind) : !restsInSession(at), orNull(at), remind];
    },
    cooldown() {
      const waits = enforced && cooldown !== void 0;
      const dismissed = timeOf2("dismissed");
      const starts = waits && !onDisplay ? [dismissed, ...displays] : [dismissed];
      const isFree = (at) => waits ? isOver(at, cooldown) : !restsInSession(at);
      return [starts.every(isFree), orNull(Math.max(...starts)), waits ? cooldown : "session"];
    },
    caps() {
      const counts = caps.map(countFor);
      const hasRoom = caps.every(({ count }, i2) => (counts[i2] ?? 0) < count);
      return [!enforced || onDisplay || hasRoom, counts.length > 1 ? counts : counts[0], caps];
    }
  };
}

// src/decision/tokens.ts
var TOKEN = /\{\{([a-z_][a-z0-9_.]*)(?:\|([^{}]*))?\}\}/g;
function priceFor({ playbook, plan: plan2 }, ctas) {
  const named = ctas.map((cta2) => own(cta2.params, "plan")).find((name) => name);
  return (named ? playbook.part("plans", `${named}`) : plan2)?.price;
}
function usagePercent(limit, used = 0) {
  if (typeof limit !== "number") return void 0;
  return limit > 0 ? used * 100 / limit : 100;
}
function valueOf(name, { subject, meter, price, locale, formatPrice: formatPrice2 }) {
  const { plan: plan2, trial, context, playbook } = subject;
  if (name.startsWith("traits.")) {
    return name.split(".").reduce((value, key2) => own(value, key2), context);
  }
  if (name.startsWith("day")) subject.note(trial?.nextDay);
  const { used, limit, remaining } = meter && entitlementOf(subject, meter) || {};
  const percent2 = usagePercent(limit, used);
  const values = {
    plan_name: plan2?.name ?? plan2?.handle,
    trial_plan_name: trial?.plan?.name ?? trial?.plan?.handle,
    days_remaining: trial?.daysRemaining,
    day_number: trial?.dayNumber,
    usage_used: used,
    usage_limit: limit,
    usage_remaining: remaining,
    usage_percent: percent2 && Math.floor(percent2),
    workspace_name: own(playbook.branding, "workspace_name"),
    user_name: own(context, "name"),
    price: price && (formatPrice2 ? formatPrice2(price, locale) : "{{price}}")
  };
  return own(values, name);
}
function expandTokens(value, scope, key2) {
  if (typeof value === "string") {
    return value.replace(TOKEN, (_2, name, fallback) => {
      const found = valueOf(name, scope);
      const isText = /^(string|number|boolean)$/.test(typeof found) && found !== "";
      const text = isText ? `${found}` : fallback;
      if (text === void 0) scope.missing(name);
      return key2 === "url" ? encodeURIComponent(text ?? "") : text ?? "";
    });
  }
  if (Array.isArray(value)) return value.map((item) => expandTokens(item, scope));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, expandTokens(item, scope, name)])
  );
}

// src/decision/outputs.ts
function wordsIn(locales2, locale) {
  for (let tag = locale; tag; tag = tag.replace(/(^|-)[^-]*$/, "")) {
    if (locales2 && Object.hasOwn(locales2, tag)) return locales2[tag];
  }
  return void 0;
}
function outputOf(subject, { placement, payload: payload2 }, { query, input }) {
  const { variants = [], locales: locales2, surface } = payload2;
  const locale = textOf(query, "locale") ?? textOf(subject.context, "locale");
  const seed = `${placement.handle}/${payload2.handle}:variant`;
  const weights = variants.map(({ weight }) => weight);
  const variant = variants[chooseByWeight(weights, bucket(seed, subject.id ?? ""))];
  let content2 = payload2.content;
  let ctas = payload2.ctas ?? [];
  for (const words2 of [wordsIn(locales2, locale), variant, wordsIn(variant?.locales, locale)]) {
    content2 = { ...content2, ...words2?.content };
    ctas = ctas.map((cta2, i2) => ({ ...cta2, ...words2?.ctas?.[i2] }));
  }
  const { trigger: trigger2 } = placement;
  const missing = [];
  const scope = {
    subject,
    locale,
    meter: content2.meter?.entitlement ?? (trigger2 && "entitlement" in trigger2 && trigger2.entitlement),
    price: priceFor(subject, ctas),
    formatPrice: input.formatPrice,
    missing: (token) => void missing.push(token)
  };
  const slot = query.slot ?? placement.slot;
  const output = {
    placement: placement.handle,
    payload: payload2.handle,
    ...variant && { variant: variant.handle },
    ...slot && { slot },
    surface,
    content: expandTokens(content2, scope),
    ctas: expandTokens(ctas, scope),
    playbook_version: subject.playbook.version
  };
  return { output, missing };
}

// src/decision/placements.ts
function draw({ id }, seed, percent2) {
  const position = id === void 0 ? null : bucket(seed, id) * 100;
  return [percent2 >= 100 || position !== null && position < percent2, position, percent2];
}
var meets = (subject, condition2, children) => condition2 === void 0 || subject.meets(condition2, children);
function triggerAsked({ subject, query, placement, trigger: trigger2 }, children) {
  let actual;
  const { inactive = [] } = query;
  if ([trigger2.type, placement.category].some((one) => inactive.includes(one))) {
    return [false, "switched off", trigger2];
  }
  switch (trigger2.type) {
    case "usage_threshold": {
      const { limit, used } = entitlementOf(subject, trigger2.entitlement);
      const percent2 = usagePercent(limit, used);
      return [percent2 !== void 0 && percent2 >= trigger2.percent, percent2, trigger2];
    }
    case "trial_stage": {
      const { trial } = subject;
      subject.note(trial?.nextStage(trigger2.days_before_end));
      actual = trial?.stage(trigger2.days_before_end);
      return [actual === trigger2.stage, actual, trigger2];
    }
    case "event":
      actual = own(subject.context.event, "name");
      return [
        actual === trigger2.name && meets(subject, trigger2.condition, children),
        actual,
        trigger2
      ];
    case "page_view":
      actual = own(subject.context.page, "path");
      return [meets(subject, trigger2.condition, children), actual, trigger2];
    default:
      return [true, actual, trigger2];
  }
}
var PLACEMENT_GATES = [
  [
    "entitlement",
    "entitled",
    ({ subject, trigger: trigger2, query }) => {
      if (query.requested || trigger2.type !== "entitlement_denied") return void 0;
      const { allowed, reason } = entitlementOf(subject, trigger2.entitlement);
      return [!allowed, reason, "denied"];
    }
  ],
  [
    "trigger",
    "trigger_not_met",
    (of, children) => !of.query.requested && triggerAsked(of, children)
  ],
  [
    "holdout",
    "holdout",
    ({ subject, placement: { handle: handle2, holdout_percent: percent2 } }) => {
      if (!percent2) return void 0;
      const [drawn, position] = draw(subject, `${handle2}:holdout`, percent2);
      return [!drawn, position, percent2];
    }
  ]
];
var known = ({ registered = [] }) => [
  ...IN_FLOW_SURFACES,
  ...registered,
  ...PAGE_LEVEL_SURFACES
];
var isPageLevel = (surface) => PAGE_LEVEL_SURFACES.some((pageLevel) => pageLevel === surface);
var PAYLOAD_GATES = [
  [
    "plan",
    "plan_mismatch",
    ({ subject: { plan: plan2 }, payload: { target } }) => target?.plans && [!!plan2 && target.plans.includes(plan2.handle), plan2?.handle, target.plans]
  ],
  [
    "segment",
    "segment_mismatch",
    ({ subject, payload: { target } }) => {
      const wanted = target?.segments;
      const member = wanted?.filter(subject.isIn);
      return member && [member.length > 0, member, wanted];
    }
  ],
  [
    "condition",
    "condition_mismatch",
    ({ subject, payload: { target } }, children) => target?.condition && [subject.meets(target.condition, children), void 0, target.condition]
  ],
  [
    "schedule",
    "outside_schedule",
    ({ subject, payload: { schedule } }) => {
      if (!schedule) return void 0;
      const { now } = subject;
      const from = schedule.from === void 0 ? now : Date.parse(schedule.from);
      const until = schedule.until === void 0 ? now + 1 : Date.parse(schedule.until);
      subject.note(now < from ? from : until);
      return [from <= now && now < until, now, schedule];
    }
  ],
  [
    "rollout",
    "rollout_excluded",
    ({ subject, key: key2, payload: { rollout_percent: percent2 } }) => percent2 !== void 0 && draw(subject, `${key2}:rollout`, percent2)
  ],
  [
    "surface_known",
    "surface_unknown",
    ({ query, payload: { surface } }) => [known(query).includes(surface), surface, "registered"]
  ],
  [
    "surface_accepted",
    "surface_not_accepted",
    ({ query: { slot, surfaces }, payload: { surface } }) => {
      const byDefault = slot === void 0 || !isPageLevel(surface);
      return [surfaces ? surfaces.includes(surface) : byDefault, surface, surfaces ?? "in flow"];
    }
  ],
  ["remind_later", "reminded_later", ({ frequency }) => frequency.remindLater()],
  ["cooldown", "cooling_down", ({ frequency }) => frequency.cooldown()],
  ["caps", "cap_reached", ({ frequency }) => frequency.caps()],
  ["tokens", "token_missing", ({ made }) => [!made().missing.length, made().missing, []]]
];
var ENDING = [
  "cap_reached",
  "cooling_down",
  "reminded_later"
];
function firstFailed(rows, of, trace) {
  for (const [gate, reason, ask] of rows) {
    const children = trace && [];
    const asked = ask(of, children);
    if (!asked) continue;
    const [passed, actual, expected] = asked;
    if (!record2(trace, { gate, passed, actual, expected }, children)) return reason;
  }
  return void 0;
}
function evaluatePlacement(of, traced, tell) {
  const { subject, query, input, placement } = of;
  const gates = traced ? [] : void 0;
  const unmet = firstFailed(PLACEMENT_GATES, of, gates);
  if (unmet) return tell(unmet, placement, { gates });
  for (const payload2 of placement.payloads) {
    const key2 = `${placement.handle}/${payload2.handle}`;
    let output;
    const made = () => {
      output ??= outputOf(subject, { placement, payload: payload2 }, { query, input });
      return output;
    };
    const frequency = frequencyOf(subject, key2, { payload: payload2, history: input.history, query });
    const trace = gates && [...gates];
    const reason = firstFailed(PAYLOAD_GATES, { ...of, payload: payload2, key: key2, frequency, made }, trace);
    tell(reason ?? made().output, placement, { payload: payload2, gates: trace });
    if (!reason || ENDING.includes(reason)) return;
  }
}
function candidatesFor(playbook, { placement, slot, trigger: trigger2 }) {
  if (placement !== void 0) {
    const named = playbook.part("placements", placement);
    return named ? [named] : [];
  }
  if (slot !== void 0) return playbook.placementsIn(slot);
  if (trigger2) {
    const isSame = (one, key2) => own(trigger2, key2) === void 0 || own(trigger2, key2) === own(one.trigger, key2);
    return playbook.placementsOn(trigger2.type).filter((one) => ["entitlement", "name", "stage"].every((key2) => isSame(one, key2)));
  }
  return playbook.placementsIn(void 0).filter((one) => !/^e/.test(one.trigger?.type ?? ""));
}
function evaluate(subject, query, { input, candidates }) {
  const { playbook } = subject;
  if (!playbook.usable) return { visible: false, reasons: ["playbook_unavailable"] };
  const reasons = /* @__PURE__ */ new Set();
  let output;
  const tell = (verdict, { handle: handle2 }, { payload: payload2, gates = [] }) => {
    let reason = output ? "lower_priority" : "shown";
    if (typeof verdict === "string") reason = verdict;
    else output ??= verdict;
    reasons.add(reason);
    candidates?.push({
      placement: handle2,
      ...payload2 && { payload: payload2.handle },
      reason,
      gates
    });
  };
  for (const placement of candidatesFor(playbook, query ?? {})) {
    const { trigger: trigger2 = { type: "slot_render" } } = placement;
    try {
      evaluatePlacement({ subject, query, input, placement, trigger: trigger2 }, !!candidates, tell);
    } catch {
    }
    if (output && !candidates) break;
  }
  if (output) return { visible: true, reasons: ["shown"], output };
  return { visible: false, reasons: reasons.size ? [...reasons] : ["no_placement"] };
}
function subjectFor(playbook, query, { context, now }) {
  const { trigger: trigger2 } = query ?? {};
  if (trigger2?.type !== "event") return createSubject(playbook, context, now);
  const { name, properties = {} } = trigger2;
  return createSubject(playbook, { ...context, event: { name, properties } }, now);
}
function decidePlacement(playbook, query, input) {
  return evaluate(subjectFor(playbook, query, input), query, { input });
}
function explainPlacement(playbook, query, input) {
  const candidates = [];
  const subject = subjectFor(playbook, query, input);
  const { visible, reasons } = evaluate(subject, query, { input, candidates });
  return { visible, reasons, candidates };
}

// src/options/take.ts
function take(field, read2, path, report) {
  const { properties = {}, additionalProperties, refused = [], description, ...whole } = field;
  const isTable = whole.type === "object" && !whole.required && (field.properties ?? additionalProperties);
  const isSound = (value) => {
    const fault = refused.find(([pattern]) => pattern.test(`${value}`))?.[1];
    if (fault) report(path, ...fault);
    if (fault) return false;
    const problems = problemsOf(isTable ? whole : field, value, path);
    for (const { path: at, message } of problems) {
      const told = description ? `must be ${description}` : message;
      report(at, at === path ? `${told} (got ${typeOf(value)})` : told);
    }
    return !problems.length;
  };
  try {
    const sound = read2().filter((value) => value !== void 0 && isSound(value));
    if (!isTable) return sound[0];
    const objects = sound.filter(isObject);
    const entries = [];
    for (const name of new Set([properties, ...objects].flatMap(Object.keys))) {
      const at = joinPath(path, name);
      const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (inner) {
        const value = take(inner, () => objects.map((object2) => object2[name]), at, report);
        if (value !== void 0) entries.push([name, value]);
      } else {
        const hint = properties.traits ? "; free values go under traits" : "";
        report(at, ...GONE.get(name) ?? [`is unknown${hint}`, "unknown"]);
      }
    }
    return entries.length ? Object.fromEntries(entries) : void 0;
  } catch {
    return report(path, "cannot be read");
  }
}

// src/options/read-options.ts
function readOptions(input, environment) {
  const { browser, attributes } = environment;
  const told = [];
  const report = (option, message, code = "type") => void told.push({ option: option || "options", message, code });
  const fields = optionFields(browser);
  const options = read(fields, [attributes, input], "", report);
  const { runtimeMode = "service_server" } = options;
  const missing = missingOptions(options, browser);
  for (const option of missing) {
    if (told.some((fault) => fault.option === option)) continue;
    const { description } = fields.properties?.[option] ?? {};
    const isEarlier = told.some((f2) => f2.code === "retired" && f2.option.startsWith(option));
    report(
      option,
      `is required in ${runtimeMode}${description ? `: ${description}` : ""}`,
      isEarlier ? "earlier_shape" : "required"
    );
  }
  const faults = told.map((fault) => ({
    ...fault,
    fatal: missing.includes(fault.option) || ["refused", "earlier_shape"].includes(fault.code)
  }));
  return { options, faults: faults.sort((a2, b) => Number(b.fatal) - Number(a2.fatal)) };
}
function cleanUser(value, report) {
  return read(userFields, [value], "user", report);
}
function cleanPage(value, report) {
  return read(pageFields, [value], "page", report);
}
function cleanTrial(value, report) {
  return read(trialFields, [value], "trial", report);
}
function read(field, sources, path, report) {
  return take(field, () => sources, path, report) ?? {};
}
function missingOptions(options, browser) {
  const { runtimeMode } = options;
  if (runtimeMode === "local_only") return hasPlaybook(options) ? [] : ["localRuntime.playbook"];
  const required = ["tenantId", browser ? "publicKey" : "apiKey"];
  const overrides = runtimeMode === "custom_endpoints" ? ["endpointOverrides"] : [];
  return [...required, ...overrides].filter((option) => !options[option]);
}
function hasPlaybook(options) {
  const { localRuntime, configProvider, provider: provider2, providerFallbacks, domainProviders } = options;
  const { playbook, resolvers } = localRuntime ?? {};
  const domains = domainProviders?.map((one) => one.provider);
  const sources = [
    resolvers?.resolvePlaybook,
    configProvider,
    provider2,
    providerFallbacks,
    domains
  ];
  return !!playbook || sources.flat().some((one) => typeof one === "function" || one && "getPlaybook" in one);
}

// src/sdk/instance.ts
var KEY = /* @__PURE__ */ Symbol.for("service.sdk");
function findInstance(window2) {
  return window2 && Reflect.get(window2, KEY);
}
function keepInstance(window2, service) {
  if (!window2) return;
  Reflect.set(window2, KEY, service);
  const { destroy } = service;
  service.destroy = () => {
    if (findInstance(window2) === service) Reflect.deleteProperty(window2, KEY);
    destroy();
  };
}

// src/context/consent.ts
function initialConsent(option, navigator) {
  return option ?? (navigator?.globalPrivacyControl ? "denied" : "granted");
}

// src/context/attempt.ts
function attempt(action) {
  try {
    return action();
  } catch {
    return void 0;
  }
}

// src/context/storage.ts
var LIMIT_BYTES = 2 ** 20;
function readMatches(storage, name, pattern) {
  const value = storage.read(name);
  return typeof value === "string" && value.match(pattern) || [];
}
function openStorage({ adapter, native, prefix, ...options }) {
  let { enabled } = options;
  const memory = /* @__PURE__ */ new Map();
  const keyOf = (name) => `${prefix}:${name}`;
  const fits2 = (text) => new Blob([text]).size <= LIMIT_BYTES;
  const ask = (question) => attempt(() => {
    const answer2 = question(adapter ?? native());
    Promise.resolve(answer2).catch(() => {
    });
    return answer2;
  });
  const erase = (key2) => ask((store) => store.removeItem(key2));
  function load2(key2) {
    const text = ask((store) => store.getItem(key2));
    if (typeof text !== "string" || !fits2(text)) return void 0;
    memory.set(key2, text);
    return text;
  }
  function save(key2, text) {
    if (enabled) {
      if (fits2(text)) ask((store) => store.setItem(key2, text));
      if (load2(key2) !== text) erase(key2);
    }
    memory.set(key2, text);
  }
  return {
    keyOf,
    read(name) {
      const key2 = keyOf(name);
      return attempt(() => JSON.parse(enabled && load2(key2) || memory.get(key2) || ""));
    },
    write(name, value) {
      attempt(() => save(keyOf(name), JSON.stringify(value)));
    },
    remove(name) {
      const key2 = keyOf(name);
      memory.delete(key2);
      if (enabled) erase(key2);
    },
    enable(on2) {
      enabled = on2;
      for (const [key2, text] of memory) {
        if (!on2) erase(key2);
        else if (!load2(key2)) save(key2, text);
      }
      if (!on2) {
        ask(
          (store) => Object.keys(store).filter((key2) => key2.startsWith(keyOf(""))).map(erase)
        );
      }
    }
  };
}

// src/context/turns.ts
var PATIENCE_MS = 1e3;
var SPREAD_MS = 30;
function createTurns(locks, name) {
  const jobs = [];
  const turn = async () => {
    for (const job of jobs.splice(0)) job();
    await new Promise((resolve) => setTimeout(resolve, SPREAD_MS));
  };
  const request = async () => {
    if (locks) await locks.request(name, { signal: AbortSignal.timeout(PATIENCE_MS) }, turn);
    else await turn();
  };
  return (job) => {
    if (jobs.push(job) === 1) request().catch(turn);
  };
}

// src/context/history.ts
var NAME = "history";
var LIMIT_BYTES2 = 32 * 1024;
var ENTRY = /[\d.]+ (?:displays|dismissed|reminded) \w+\/\w+ \d{1,15};/g;
var hash = (id) => `${bucket("user", id)}${bucket(NAME, id)} `;
function createHistory(options) {
  const { storage, locks, window: window2, onChange } = options;
  const name = storage.keyOf(NAME);
  const takeTurn = createTurns(locks, name);
  const entries = () => readMatches(storage, NAME, ENTRY);
  const write = (all) => storage.write(NAME, all.join("").slice(0, LIMIT_BYTES2 - 2));
  function read2(userKey) {
    const displays = [];
    const times = { dismissed: {}, reminded: {} };
    for (const entry of entries().reverse()) {
      const [, kind = "", key2 = "", end = ""] = entry.split(" ");
      const at = Number.parseInt(end, 10);
      const kept = times[kind];
      if (!entry.startsWith(hash(userKey))) continue;
      if (kept) kept[key2] = at;
      else displays.push({ key: key2, at });
    }
    return { displays, ...times };
  }
  const onStorage = (event) => {
    if ("key" in event && (event.key === name || event.key === null)) attempt(onChange);
  };
  attempt(() => window2.addEventListener("storage", onStorage));
  return {
    read: read2,
    update: (userKey, change) => takeTurn(() => {
      const added = attempt(() => change(read2(userKey)));
      if (added) write([.../* @__PURE__ */ new Set([`${hash(userKey)}${added.join(" ")};`, ...entries()])]);
      attempt(onChange);
    }),
    forget: (userKey) => takeTurn(() => write(entries().filter((entry) => !entry.startsWith(hash(userKey))))),
    stop: () => attempt(() => window2.removeEventListener("storage", onStorage))
  };
}

// src/context/identity.ts
var SESSION_IDLE_MS = 30 * 6e4;
function readAnonymousId(storage, newId) {
  const [id = newId()] = readMatches(storage, "anonymous_id", /^[\da-f-]{36}$/);
  storage.write("anonymous_id", id);
  return id;
}
function touchSession(storage, now, newId) {
  const stored = readMatches(storage, "session", /^([\da-f-]{36}) (\d{1,15}) (\d{1,15})$/);
  const isIdle = !(Math.abs(now - Number(stored[3])) < SESSION_IDLE_MS);
  const [, id = "", start = ""] = isIdle ? ["", newId(), `${now}`] : stored;
  storage.write("session", `${id} ${start} ${now}`);
  return { id, started_at: Number(start) };
}

// src/context/overlay.ts
function overlay(...layers) {
  const entries = layers.flatMap((layer) => Object.entries(layer ?? {}));
  return Object.fromEntries(entries.filter(([, value]) => value !== void 0));
}

// src/context/url.ts
var SECRET_NAME = /token|secret|passw|auth(?!or(?!i))|sess(ion|_?id)|signature|jwt|credential|(key|code)$|^(sig|sid|otp|pin|pwd|pass)$/i;
var SECRET_VALUE = /(?<![a-z])(eyJ|svc_)[\w.-]{8,}|\b(?=\w*\d)\w{32,}/g;
var HASH_ROUTE = /^#!?\/[^?&=#]*/;
var clean = (text = "") => text.replace(SECRET_VALUE, "redacted");
function parseCleanUrl(address2 = "", base) {
  return attempt(() => {
    const url = new URL(address2, base);
    for (const name of [...url.searchParams.keys()]) {
      if (SECRET_NAME.test(name)) url.searchParams.delete(name);
    }
    return Object.assign(url, {
      username: "",
      password: "",
      pathname: clean(url.pathname),
      search: clean(url.search),
      hash: clean(HASH_ROUTE.exec(url.hash)?.[0])
    });
  });
}

// src/context/page.ts
function readPage(page, base) {
  const address2 = parseCleanUrl(page.url, base);
  return overlay({
    ...page,
    url: address2?.href,
    path: address2?.pathname,
    referrer: parseCleanUrl(page.referrer)?.href,
    query: address2 && Object.fromEntries([...address2.searchParams].reverse())
  });
}
function inferPage(window2, href = window2.location.href) {
  const { document: document2 } = window2;
  return {
    url: href,
    title: document2.title,
    referrer: attempt(() => document2.referrer) ?? ""
  };
}

// src/context/routes.ts
var TITLE_MS = 100;
var ANCHOR = /#(?!!?\/).*/;
function watchRoutes({ window: window2, onAddress, onRoute }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const read2 = () => window2.location.href.replace(ANCHOR, "");
  let current = read2();
  let timer;
  let settle = () => {
  };
  function detect(event) {
    const href = read2();
    const restored = !!event && "persisted" in event && event.persisted === true;
    if (href === current && !restored) return;
    current = href;
    settle();
    const tell = (listener) => {
      if (!signal.aborted) attempt(() => listener({ href, restored }));
    };
    settle = () => {
      clearTimeout(timer);
      settle = () => {
      };
      tell(onRoute);
    };
    queueMicrotask(() => tell(onAddress));
    timer = setTimeout(settle, TITLE_MS);
  }
  const listen = (target, type) => attempt(() => target.addEventListener(type, detect, { signal }));
  function patch(name) {
    const { history } = window2;
    const original = history[name];
    const patched = new Proxy(original, {
      apply(...call) {
        const result = Reflect.apply(...call);
        detect();
        return result;
      }
    });
    history[name] = patched;
    signal.addEventListener("abort", () => {
      if (history[name] === patched) history[name] = original;
    });
  }
  for (const type of ["popstate", "hashchange", "pageshow"]) listen(window2, type);
  const navigation = attempt(
    () => window2.navigation?.currentEntry ? window2.navigation : void 0
  );
  if (navigation) listen(navigation, "currententrychange");
  else {
    for (const name of ["pushState", "replaceState"]) attempt(() => patch(name));
  }
  return () => stopping.abort();
}

// src/context/targeting-context.ts
function mergeUsers(...users) {
  return {
    ...overlay(...users),
    traits: overlay(...users.map((user) => user?.traits)),
    usage: overlay(...users.map((user) => user?.usage))
  };
}
function buildTargetingContext(parts) {
  const { inferred, given, userContext, clientContext, usageUpdates = {}, ...others } = parts;
  const { inferredPage, givenPage, anonymousId: anonymous_id, ...said } = others;
  const { as_of = "", trial, ...told } = clientContext ?? {};
  const merged = mergeUsers(inferred, given, userContext, told);
  const { email = "", entitlements, usage, ...user } = merged;
  const answered = Date.parse(as_of);
  const updates = Object.entries(usageUpdates).flatMap(
    ([handle2, { value, at }]) => at < answered ? [] : [[handle2, value]]
  );
  return overlay(user, said, {
    anonymous_id,
    email_domain: /@([^@\s]+)$/.exec(email)?.[1]?.toLowerCase(),
    usage: overlay(usage, Object.fromEntries(updates)),
    trial,
    entitlements: told.entitlements,
    page: readPage(overlay(inferredPage, givenPage), inferredPage?.url)
  });
}

// src/context/user.ts
function inferUser(window2) {
  return overlay({
    locale: attempt(() => window2.navigator.language),
    timezone: attempt(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    device: attempt(() => {
      if (!window2.matchMedia("(pointer: coarse)").matches) return "desktop";
      return Math.min(window2.screen.width, window2.screen.height) < 600 ? "mobile" : "tablet";
    })
  });
}

// src/playbook/local.ts
function complete(playbook, { localRuntime, branding }) {
  const { placements = [] } = localRuntime ?? {};
  if (!isObject(playbook) || !(placements.length || branding)) return playbook;
  const authored = own(playbook, "branding");
  const theme = own(authored, "theme");
  const colors = own(theme, "colors");
  return {
    ...playbook,
    placements: [...listOf(playbook, "placements"), ...placements],
    branding: {
      ...isObject(authored) && authored,
      ...branding,
      theme: {
        ...isObject(theme) && theme,
        ...branding?.theme,
        colors: { ...isObject(colors) && colors, ...branding?.theme?.colors }
      }
    }
  };
}
function loadLocal(options) {
  const { playbook, resolvers } = options.localRuntime ?? {};
  if (playbook) return complete(playbook, options);
  const asked = resolvers?.resolvePlaybook?.() ?? options.configProvider?.getPlaybook();
  return Promise.resolve(asked).then((answer2) => complete(answer2, options));
}

// src/telemetry/event-id.ts
function createEventId(now, fill) {
  const bytes = new Uint8Array(16);
  fill(bytes);
  const time2 = now.toString(16).padStart(12, "0");
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab"[Number.parseInt(random[3] ?? "0", 16) % 4];
  const parts = [time2.slice(0, 8), time2.slice(8), `7${random.slice(0, 3)}`];
  return [...parts, `${variant}${random.slice(4, 7)}`, random.slice(8, 20)].join("-");
}

// node_modules/nanostores/atom/index.js
var listenerQueue = [];
var lqIndex = 0;
var batchSeen = null;
var QUEUE_ITEMS_PER_LISTENER = 4;
var nanostoresGlobal = { epoch: 0 };
var drainQueue = () => {
  let thrown;
  let i2;
  while (lqIndex < listenerQueue.length) {
    i2 = lqIndex;
    lqIndex += QUEUE_ITEMS_PER_LISTENER;
    let pendingStores = batchSeen?.get(listenerQueue[i2]);
    if (pendingStores) {
      if (!pendingStores.has(listenerQueue[i2 + 1])) continue;
      pendingStores.clear();
    }
    try {
      listenerQueue[i2](
        listenerQueue[i2 + 1].value,
        listenerQueue[i2 + 2],
        listenerQueue[i2 + 3]
      );
    } catch (e2) {
      thrown = e2;
    }
  }
  listenerQueue.length = lqIndex = 0;
  if (thrown) throw thrown;
};
var atom = /* @__NO_SIDE_EFFECTS__ */ (initialValue) => {
  let listeners = [];
  let $atom = {
    eq: Object.is,
    get() {
      if (!$atom.lc) {
        $atom.listen(() => {
        })();
      }
      return $atom.value;
    },
    init: initialValue,
    lc: 0,
    listen(listener) {
      $atom.lc = listeners.push(listener);
      return () => {
        batchSeen?.get(listener)?.delete($atom);
        for (let i2 = lqIndex; i2 < listenerQueue.length; ) {
          if (listenerQueue[i2] === listener && listenerQueue[i2 + 1] === $atom) {
            listenerQueue.splice(i2, QUEUE_ITEMS_PER_LISTENER);
          } else {
            i2 += QUEUE_ITEMS_PER_LISTENER;
          }
        }
        let index = listeners.indexOf(listener);
        if (~index) {
          listeners.splice(index, 1);
          if (!--$atom.lc) $atom.off();
        }
      };
    },
    notify(oldValue, changedKey) {
      nanostoresGlobal.epoch++;
      let runListenerQueue = !listenerQueue.length && !batchSeen;
      for (let listener of listeners) {
        if (batchSeen) {
          let pendingStores = batchSeen.get(listener);
          if (!pendingStores) {
            batchSeen.set(listener, pendingStores = /* @__PURE__ */ new Set());
          }
          if (pendingStores.has($atom)) continue;
          pendingStores.add($atom);
        }
        listenerQueue.push(
          listener,
          $atom,
          oldValue,
          batchSeen ? void 0 : changedKey
        );
      }
      if (runListenerQueue) {
        drainQueue();
      }
    },
    /* It will be called on last listener unsubscribing.
       We will redefine it in onMount and onStop. */
    off() {
    },
    set(newValue) {
      let oldValue = $atom.value;
      if (!$atom.eq(oldValue, newValue)) {
        $atom.value = newValue;
        $atom.notify(oldValue);
      }
    },
    subscribe(listener) {
      let unbind = $atom.listen(listener);
      listener($atom.value);
      return unbind;
    },
    value: initialValue
  };
  if (false) {
    $atom[clean] = () => {
      listeners = [];
      $atom.lc = 0;
      $atom.off();
    };
  }
  return $atom;
};

// node_modules/nanostores/lifecycle/index.js
var MOUNT = 5;
var UNMOUNT = 6;
var REVERT_MUTATION = 10;
var on = (object2, listener, eventKey, mutateStore) => {
  object2.events = object2.events || {};
  if (!object2.events[eventKey + REVERT_MUTATION]) {
    object2.events[eventKey + REVERT_MUTATION] = mutateStore((eventProps) => {
      object2.events[eventKey].reduceRight((event, l2) => (l2(event), event), {
        shared: {},
        ...eventProps
      });
    });
  }
  object2.events[eventKey] = object2.events[eventKey] || [];
  object2.events[eventKey].push(listener);
  return () => {
    let currentListeners = object2.events[eventKey];
    let index = currentListeners.indexOf(listener);
    if (~index) {
      currentListeners.splice(index, 1);
      if (!currentListeners.length) {
        object2.events[eventKey + REVERT_MUTATION]();
        delete object2.events[eventKey + REVERT_MUTATION];
      }
    }
  };
};
var STORE_UNMOUNT_DELAY = 1e3;
var onMount = ($store, initialize) => {
  let listener = (payload2) => {
    let destroy = initialize(payload2);
    if (destroy) $store.events[UNMOUNT].push(destroy);
  };
  return on($store, listener, MOUNT, (runListeners) => {
    let originListen = $store.listen;
    $store.listen = (...args) => {
      if (!$store.lc && !$store.active) {
        $store.active = true;
        runListeners();
      }
      return originListen(...args);
    };
    let originOff = $store.off;
    $store.events[UNMOUNT] = [];
    $store.off = () => {
      originOff();
      setTimeout(() => {
        if ($store.active && !$store.lc) {
          $store.active = false;
          for (let destroy of $store.events[UNMOUNT]) destroy();
          $store.events[UNMOUNT] = [];
        }
      }, STORE_UNMOUNT_DELAY);
    };
    if (false) {
      let originClean = $store[clean];
      $store[clean] = () => {
        for (let destroy of $store.events[UNMOUNT]) destroy();
        $store.events[UNMOUNT] = [];
        $store.active = false;
        originClean();
      };
    }
    return () => {
      $store.listen = originListen;
      $store.off = originOff;
    };
  });
};

// node_modules/nanostores/computed/index.js
var computedStore = (stores, cb, batched2) => {
  if (!Array.isArray(stores)) stores = [stores];
  let previousArgs;
  let currentEpoch;
  let set = () => {
    if (currentEpoch === nanostoresGlobal.epoch) return;
    currentEpoch = nanostoresGlobal.epoch;
    let args = stores.map(($store) => $store.get());
    if (!previousArgs?.every((arg, i2) => stores[i2].eq(arg, args[i2]))) {
      previousArgs = args;
      let value = cb(...args);
      if (value && value.then && value.t) {
        if (false) {
          warn(
            "Use @nanostores/async for async computed. We will remove Promise support in computed() in Nano Stores 2.0"
          );
        }
        value.then((asyncValue) => {
          if (previousArgs === args) {
            $computed.set(asyncValue);
          }
        });
      } else {
        $computed.set(value);
        currentEpoch = nanostoresGlobal.epoch;
      }
    }
  };
  let $computed = atom();
  let get = $computed.get;
  $computed.get = () => {
    set();
    return get();
  };
  if (false) {
    let cleanComputed = $computed[clean];
    $computed[clean] = () => {
      previousArgs = void 0;
      currentEpoch = void 0;
      $computed.value = void 0;
      cleanComputed();
    };
  }
  let timer;
  let run = batched2 ? () => {
    clearTimeout(timer);
    timer = setTimeout(set);
  } : set;
  onMount($computed, () => {
    let unbinds = stores.map(($store) => $store.listen(run));
    set();
    return () => {
      for (let unbind of unbinds) unbind();
    };
  });
  return $computed;
};
var computed = /* @__NO_SIDE_EFFECTS__ */ (stores, fn) => computedStore(stores, fn);
var batched = /* @__NO_SIDE_EFFECTS__ */ (stores, fn) => computedStore(stores, fn, true);

// src/sdk/decisions.ts
var slotKey = ({ handle: handle2, surfaces }) => `${handle2} ${surfaces ?? ""}`;
function queryAt(moment, query) {
  const { registered, shown, flags = {} } = moment;
  const inactive = [
    ...flags.enableAutoGatedPlacement === false ? ["gated", "entitlement_denied"] : [],
    ...flags.enableTrialAutoTriggers === false ? ["trial_stage"] : []
  ];
  const displaying = [...shown.values()].map(({ key: key2 }) => key2);
  const enforceCaps = flags.enableClientCapsEnforcement !== false;
  return { registered, displaying, inactive, enforceCaps, ...query };
}
function decideAll(moment) {
  const { playbook, context, now, occasions, registered } = moment;
  const subject = createSubject(playbook, context, now);
  let { due } = subject;
  const ask = (query) => {
    const about = query.trigger ? subjectFor(playbook, query, moment) : subject;
    const decision = evaluate(about, queryAt(moment, query), { input: moment });
    due = Math.min(due, about.due);
    return decision;
  };
  const latest = occasions.toReversed();
  const answers = (query) => latest.map((occasion) => ({ occasion, decision: ask({ ...query, ...occasion.query }) })).filter(
    ({ occasion, decision: { output } }) => output && !occasion?.done.includes(output.placement)
  );
  const slots = /* @__PURE__ */ new Map();
  for (const slot of moment.slots) {
    const surfaces2 = slot.surfaces ?? [...IN_FLOW_SURFACES, ...registered];
    const query = { slot: slot.handle, surfaces: surfaces2 };
    const answer2 = answers(query).find(
      ({ decision: { output } }) => playbook.part("placements", output?.placement)?.trigger?.type === "event"
    );
    slots.set(slotKey(slot), answer2 ?? { decision: ask(query) });
  }
  const surfaces = [...PAGE_LEVEL_SURFACES, ...registered];
  const page = /* @__PURE__ */ new Map();
  for (const answer2 of answers({ surfaces })) {
    const placement = answer2.decision.output?.placement ?? "";
    if (!page.has(placement)) page.set(placement, { placement, ...answer2 });
  }
  for (const { handle: placement } of candidatesFor(playbook, {})) {
    if (!page.has(placement)) {
      page.set(placement, { placement, decision: ask({ placement, surfaces }) });
    }
  }
  return { subject, slots, page: takeTurns(moment, [...page.values()]), due };
}
var takesTurn = ({ decision: { output } }) => /^(modal|full_page|tooltip)$/.test(output?.surface ?? "");
var WAITING = { visible: false, reasons: ["waiting_turn"] };
function takeTurns({ open, isPageDialogOpen }, page) {
  const isOpen = ({ placement }) => placement === open;
  const isFree = (one) => isOpen(one) || one.occasion?.answersClick || !isPageDialogOpen;
  const wanting = page.filter(takesTurn);
  const turn = wanting.find(isOpen) ?? wanting.find(isFree);
  return page.map((one) => {
    const mayShow = takesTurn(one) ? one === turn : isFree(one);
    return mayShow || !one.decision.visible ? one : { ...one, decision: WAITING };
  });
}

// src/sdk/stores.ts
function createStores(rules, now, guard) {
  const $playbook = atom({ compiled: compilePlaybook(null), source: "none" });
  const $parts = atom({});
  const $context = computed($parts, buildTargetingContext);
  const $history = atom({});
  const $occasions = atom([]);
  const $page = atom({ slots: [], registered: [], shown: /* @__PURE__ */ new Map() });
  const momentNow = () => ({
    ...rules,
    ...$page.get(),
    playbook: $playbook.get().compiled,
    context: $context.get(),
    history: $history.get(),
    occasions: $occasions.get(),
    now: now()
  });
  return {
    $playbook,
    $parts,
    $context,
    $history,
    $occasions,
    $page,
    /** Decided in a task of its own, once for all that has changed meanwhile. */
    $decisions: batched(
      [$playbook, $context, $history, $occasions, $page],
      () => guard(() => decideAll(momentNow()), void 0)
    ),
    momentNow,
    patchPage: (patch) => $page.set({ ...$page.get(), ...patch })
  };
}

// src/sdk/tell.ts
function createTeller(console2) {
  const listeners = {};
  const told = /* @__PURE__ */ new Set();
  const teller = {
    on(event, listener) {
      const set = listeners[event] ?? /* @__PURE__ */ new Set();
      Object.assign(listeners, { [event]: set });
      set.add(listener);
      return () => void set.delete(listener);
    },
    emit(event, detail) {
      for (const listener of [...listeners[event] ?? []]) {
        teller.guard(() => listener(detail), void 0);
      }
    },
    warn(message) {
      if (!told.has(message)) console2.warn(`[Service] ${message}`);
      told.add(message);
    },
    fail(message, error) {
      if (!told.has(message)) {
        told.add(message);
        console2.error(`[Service] ${message}`, ...error === void 0 ? [] : [error]);
        teller.emit("error", { message, ...error !== void 0 && { error } });
      }
    },
    guard(action, fallback) {
      try {
        return action();
      } catch (error) {
        teller.fail(error instanceof Error ? error.message : `${error}`, error);
        return fallback;
      }
    }
  };
  return teller;
}

// src/sdk/core.ts
function formatPrice({ amount, currency }, locale) {
  const style = { style: "currency", currency };
  const format = new Intl.NumberFormat(locale, style);
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  const value = amount / 10 ** digits;
  const minimumFractionDigits = Number.isInteger(value) ? 0 : digits;
  return new Intl.NumberFormat(locale, { ...style, minimumFractionDigits }).format(value);
}
function createCore(options, environment) {
  const { window: window2, console: console2, now } = environment;
  const teller = createTeller(console2);
  const scope = window2 ?? globalThis;
  const consent = initialConsent(options.consent, window2?.navigator);
  const open = (name, adapter) => openStorage({
    adapter,
    prefix: options.localRuntime?.storageKey ?? "service",
    enabled: consent === "granted",
    native: () => scope[name]
  });
  return {
    ...teller,
    ...environment,
    options,
    stores: createStores({ formatPrice, flags: options.placementBehavior }, now, teller.guard),
    persistent: open("localStorage", options.persistentStorage),
    session: open("sessionStorage", options.sessionStorage),
    newId: () => createEventId(now(), (bytes) => {
      try {
        scope.crypto.getRandomValues(bytes);
      } catch {
        bytes.set(bytes.map(() => Math.random() * 256));
      }
    }),
    undo: []
  };
}

// src/placements/clicks.ts
var GATE = "data-service-gate";
var EVENT = "data-service-event";
var PROPERTY = "data-service-prop-";
var NOT_CAPTURED = "input,select,textarea,[contenteditable]:not([contenteditable=false]),[data-service-no-capture]";
function propertiesOf({ attributes }) {
  return Object.fromEntries(
    [...attributes].filter(({ name }) => name.startsWith(PROPERTY)).map(({ name, value }) => [name.slice(PROPERTY.length).replaceAll("-", "_"), value])
  );
}
function watchClicks({ isAllowed, onStopped, onEvent }) {
  const listen = (event) => {
    if (event.button > 1) return;
    const path = event.composedPath().filter((node) => node instanceof Element);
    for (const element of path) {
      const entitlement2 = element.getAttribute(GATE);
      const allowed = entitlement2 === null || isAllowed(entitlement2);
      if (allowed) continue;
      event.preventDefault();
      event.stopImmediatePropagation();
      return onStopped(entitlement2, element, allowed);
    }
    const marked = path.find((element) => element.getAttribute(EVENT));
    if (marked && !path.some((element) => element.matches(NOT_CAPTURED))) {
      onEvent(marked.getAttribute(EVENT) ?? "", propertiesOf(marked));
    }
  };
  const stopping = new AbortController();
  for (const type of ["click", "auxclick"]) {
    window.addEventListener(type, listen, { capture: true, signal: stopping.signal });
  }
  return () => stopping.abort();
}

// src/placements/events.ts
function emit(target, type, detail, cancelable = false) {
  return target.dispatchEvent(
    new CustomEvent(type, { detail, cancelable, bubbles: true, composed: true })
  );
}

// src/placements/impression.ts
var LARGE_AREA = 242500;
var SHARE = 0.5;
var LARGE_SHARE = 0.3;
var DURATION_MS = 1e3;
function watchImpression(element, onImpression) {
  let observer;
  let inView = true;
  let timer;
  const seen = () => {
    stop();
    onImpression();
  };
  const update = () => {
    if (inView && !document.hidden) {
      timer ??= setTimeout(seen, DURATION_MS);
    } else {
      clearTimeout(timer);
      timer = void 0;
    }
  };
  const stop = () => {
    inView = false;
    update();
    observer?.disconnect();
    document.removeEventListener("visibilitychange", update);
  };
  try {
    observer = new IntersectionObserver(
      (entries) => {
        for (const { intersectionRatio, boundingClientRect } of entries) {
          const { width, height } = boundingClientRect;
          inView = intersectionRatio >= (width * height < LARGE_AREA ? SHARE : LARGE_SHARE);
        }
        update();
      },
      { threshold: [LARGE_SHARE, SHARE] }
    );
    observer.observe(element);
    inView = false;
  } catch {
  }
  document.addEventListener("visibilitychange", update);
  update();
  return stop;
}

// src/placements/roots.ts
var HOST = "service-host";
function openRoot(element) {
  const { shadowRoot } = element;
  if (shadowRoot) return shadowRoot.getElementById(HOST) ? shadowRoot : void 0;
  try {
    const root = element.attachShadow({ mode: "open" });
    const slot = document.createElement("slot");
    slot.id = HOST;
    root.append(slot);
    return root;
  } catch {
    return void 0;
  }
}
function openPageHost() {
  const found = document.querySelector(HOST);
  if (found) return found;
  const host = document.createElement(HOST);
  host.style.cssText = "all:unset!important;position:fixed!important";
  const tray = document.createElement("div");
  tray.className = "tray";
  tray.popover = "manual";
  openRoot(host)?.append(tray);
  document.body.append(host);
  return host;
}
function hasOpenDialog() {
  return [...document.querySelectorAll("dialog:modal,[aria-modal=true]")].some(
    (element) => element.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true })
  );
}

// src/placements/marks.ts
var KINDS = ["slot", "gate", "show-if", "hide-if"];
var attributeOf = (name) => `data-service-${name}`;
var ATTRIBUTES = [...KINDS, "surfaces"].map(attributeOf);
var SELECTOR = ATTRIBUTES.map((attribute) => `[${attribute}]`).join();
var HANDLE = /^[a-z][a-z0-9_]{0,63}$/;
var hide = ({ kind, element }, hidden) => kind.endsWith("if") && element.toggleAttribute("hidden", hidden);
var setAllowed = (mark, allowed) => hide(mark, mark.kind === "show-if" ? !allowed : allowed ?? mark.hidden);
var restore = (mark) => hide(mark, mark.hidden);
function watchMarks({ onChange, onError }) {
  const known2 = /* @__PURE__ */ new Map();
  const all = () => [...known2.values()].flat();
  const isServed = (kind, handle2, element) => {
    const isHandle = HANDLE.test(handle2);
    if (!isHandle) onError(`"${handle2}" is not a handle: <${element.localName}>`);
    if (kind !== "slot" || isHandle && openRoot(element)) return true;
    if (isHandle) onError(`<${element.localName}> cannot be a slot`);
    return false;
  };
  const visit = (element) => {
    const values = ATTRIBUTES.map((name) => element.isConnected && element.getAttribute(name));
    const before = known2.get(element) ?? [];
    const text = values.join("\n");
    if (before[0]?.text === text) return false;
    if (document.readyState !== "complete" && element.matches(":not(:defined)")) return false;
    before.forEach(restore);
    const hidden = element.hasAttribute("hidden");
    const surfaces = (values.at(-1) || void 0)?.split(/\s+/).filter(Boolean);
    const marks = KINDS.flatMap((kind, index) => {
      const handle2 = values[index];
      if (typeof handle2 !== "string" || !isServed(kind, handle2, element)) return [];
      return { kind, element, handle: handle2, surfaces, hidden, text };
    });
    known2.delete(element);
    if (marks[0]) known2.set(element, marks);
    return before[0] || marks[0];
  };
  const review = (elements) => {
    if ([...known2.keys(), ...elements].filter(visit)[0]) onChange(all());
  };
  const rescan = () => review(document.querySelectorAll(SELECTOR));
  let observer;
  try {
    observer = new MutationObserver((records) => {
      const touched = records.flatMap(({ target, addedNodes }) => [target, ...addedNodes]).filter((node) => node instanceof Element);
      review(touched.flatMap((element) => [element, ...element.querySelectorAll(SELECTOR)]));
    });
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ATTRIBUTES });
  } catch {
  }
  window.addEventListener("load", rescan);
  rescan();
  return {
    rescan,
    /** Looks no more, and puts every `hidden` back. */
    stop() {
      observer?.disconnect();
      window.removeEventListener("load", rescan);
      all().forEach(restore);
    }
  };
}

// node_modules/preact/dist/preact.mjs
var n;
var t;
var r;
var u;
var i;
var f;
var o;
var e;
var l;
var c;
var a;
var s;
var h = /* @__PURE__ */ Symbol.for("pv");
var p = {};
var y = [];
var v = /^m(i|n|o|s|text|space)$/;
var w = Array.isArray;
var d = y.slice;
var _ = Object.assign;
function g(n2) {
  n2 && n2.parentNode && n2.remove();
}
function k(n2, t2, r2) {
  var u2, i2, f2, o2 = {}, e2 = arguments.length;
  for (f2 in t2) "key" == f2 ? u2 = t2[f2] : "ref" == f2 && "function" != typeof n2 ? i2 = t2[f2] : o2[f2] = t2[f2];
  return e2 > 2 && (o2.children = e2 > 3 ? d.call(arguments, 2) : r2), m(n2, o2, u2, i2, null);
}
function m(r2, u2, i2, f2, o2) {
  var e2 = { type: r2, props: u2, key: i2, ref: f2, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o2 || ++t, __i: -1, __u: 0 };
  return !o2 && n.vnode && n.vnode(e2), e2;
}
function $(n2) {
  return n2.children;
}
function x(n2, t2) {
  this.props = n2, this.context = t2, this.__g = 0;
}
function S(n2, t2) {
  if (null == t2) return n2.__ && S(n2.__, n2.__i + 1);
  for (var r2; t2 < n2.__k.length; t2++) if ((r2 = n2.__k[t2]) && r2.__e) return r2.__e;
  return "function" != typeof n2.type || n2.props.__P ? null : S(n2);
}
function C(t2) {
  var r2, u2 = t2.__v, i2 = u2.__e, f2 = [], o2 = [], e2 = t2.__P;
  e2 && ((r2 = _({ constructor: h }, u2)).__v = u2.__v + 1, n.vnode && n.vnode(r2), z(e2, r2, u2, t2.__n, e2.namespaceURI, 32 & u2.__u ? [i2] : null, f2, i2 || S(u2), 32 & u2.__u, o2), r2.__v = u2.__v, r2.__.__k[r2.__i] = r2, E(f2, r2, o2), u2.__ = u2.__e = null, r2.__e != i2 && j(r2));
}
function j(n2) {
  if ((n2 = n2.__) && n2.__c && !n2.props.__P) return n2.__e = null, n2.__k.some(function(t2) {
    return t2 && (n2.__e = t2.__e);
  }), j(n2);
}
function L(t2) {
  (8 & t2.__g || (t2.__g |= 8, u.push(t2), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
}
function H() {
  try {
    for (var n2, t2 = 1; u.length; ) u.length > t2 && u.sort(o), n2 = u.shift(), t2 = u.length, 8 & n2.__g && C(n2);
  } finally {
    (f = u.length) && (i || queueMicrotask)(H);
  }
}
function I(n2, t2, r2, u2, i2, f2, o2, e2, l2, c2, a2) {
  var s2, h2, v2, w2, d2, _2, g2 = u2.__k || y, k2 = t2.length;
  for (l2 = q(r2, t2, g2, l2, k2), s2 = 0; s2 < k2; s2++) null != (v2 = r2.__k[s2]) && (h2 = ~v2.__i && g2[v2.__i] || p, v2.__i = s2, _2 = z(n2, v2, h2, i2, f2, o2, e2, l2, c2, a2), w2 = v2.__e, (h2.ref != v2.ref || 8 & h2.__u) && (h2.ref && G(h2.ref, null, v2, h2), v2.ref && a2.push(v2.ref, v2.__c || w2, v2)), d2 = d2 || w2, 4 & v2.__u ? (l2 = A(v2, l2, n2, !h2.__v), h2.__e && (h2.__e = null)) : "function" == typeof v2.type && void 0 !== _2 ? l2 = _2 : w2 && (l2 = w2.nextSibling), v2.__u &= -21);
  return r2.__e = d2, l2;
}
function q(n2, t2, r2, u2, i2) {
  var f2, o2, e2, l2, c2, a2, s2, p2, y2, v2 = r2.length, d2 = v2, _2 = 0, g2 = 0, k2 = n2.__k = Array(i2);
  for (f2 = 0; f2 < i2; f2++) null != (o2 = t2[f2]) && "boolean" != typeof o2 && "function" != typeof o2 ? ("object" != typeof o2 || o2.constructor === String ? o2 = k2[f2] = m(null, o2) : w(o2) ? o2 = k2[f2] = m($, { children: o2 }) : o2.constructor === h && o2.__b ? o2 = k2[f2] = m(o2.type, o2.props, o2.key, o2.ref, o2.__v) : k2[f2] = o2, l2 = f2 + _2, o2.__ = n2, o2.__b = n2.__b + 1, e2 = null, ~(c2 = o2.__i = P(o2, r2, l2, d2)) && (d2--, (e2 = r2[c2]) && (e2.__u |= 2)), e2 && e2.__v ? (o2.__u |= 16, c2 == l2 - 1 ? _2-- : c2 == l2 + 1 ? _2++ : c2 != l2 && (c2 > l2 ? _2-- : _2++, g2 = 1)) : (~c2 || (i2 > v2 ? _2-- : i2 < v2 && _2++), "function" != typeof o2.type && (o2.__u |= 4))) : k2[f2] = null;
  if (g2) {
    for (a2 = [], s2 = [], f2 = 0; f2 < i2; f2++) if ((o2 = k2[f2]) && 16 & o2.__u) {
      for (_2 = 0, p2 = a2.length; _2 < p2; ) a2[y2 = _2 + p2 >> 1] < o2.__i ? _2 = y2 + 1 : p2 = y2;
      a2[_2] = o2.__i, s2[f2] = _2 + 1;
    }
    for (_2 = a2.length; f2--; ) s2[f2] && (s2[f2] == _2 ? _2-- : k2[f2].__u |= 4);
  }
  if (d2) for (f2 = 0; f2 < v2; f2++) !(e2 = r2[f2]) || 2 & e2.__u || (e2.__e == u2 && (u2 = S(e2)), J(e2, e2));
  return u2;
}
function A(n2, t2, r2, u2) {
  var i2, f2, o2, e2;
  if ("function" == typeof n2.type) {
    if (n2.props.__P) return t2;
    if (i2 = n2.__k) for (f2 = 0; f2 < i2.length; f2++) i2[f2] && (i2[f2].__ = n2, t2 = A(i2[f2], t2, r2, false));
    return t2;
  }
  for (t2 && !t2.parentNode && (t2 = S(n2)) && !t2.parentNode && (t2 = null), o2 = n2.__e, e2 = t2; e2 && 8 == e2.nodeType; ) e2 = e2.nextSibling;
  for (o2 != e2 && (!u2 && r2.moveBefore && o2.parentNode ? r2.moveBefore(o2, t2) : r2.insertBefore(o2, t2 || null)), t2 = o2; (t2 = t2 && t2.nextSibling) && 8 == t2.nodeType && !t2.data.startsWith("$s"); ) ;
  return t2;
}
function P(n2, t2, r2, u2) {
  var i2, f2 = n2.key, o2 = n2.type, e2 = t2[r2], l2 = e2 && !(2 & e2.__u);
  if (null === e2 && null == f2 || l2 && f2 == e2.key && o2 == e2.type) return r2;
  if (u2 > (l2 ? 1 : 0)) {
    for (i2 = r2 - 1; i2 >= 0; i2--) if ((e2 = t2[i2]) && !(2 & e2.__u) && f2 == e2.key && o2 == e2.type) return i2;
    for (i2 = r2 + 1; i2 < t2.length; i2++) if ((e2 = t2[i2]) && !(2 & e2.__u) && f2 == e2.key && o2 == e2.type) return i2;
  }
  return -1;
}
function T(n2, t2, r2) {
  null == r2 && (r2 = ""), "-" == t2[0] ? n2.setProperty(t2, r2) : n2[t2] = r2;
}
function N(n2, t2, r2, u2, i2) {
  var f2, o2;
  if ("style" == t2) if ("string" == typeof r2) n2.style.cssText = r2;
  else {
    if ("string" == typeof u2 && (n2.style.cssText = u2 = ""), u2) for (t2 in u2) r2 && t2 in r2 || T(n2.style, t2);
    if (r2) for (t2 in r2) u2 && r2[t2] == u2[t2] || T(n2.style, t2, r2[t2]);
  }
  else if ("o" == t2[0] && "n" == t2[1]) "function" != typeof r2 && (r2 = null), "function" != typeof u2 && (u2 = null), (n2.__e || (n2.__e = {}))[t2] = r2, r2 && u2 || (o2 = a[t2] || (a[t2] = V(t2)), (n2.__a || (n2.__a = {}))[t2] = c, f2 = t2 != (t2 = t2.replace(l, "$1")), (t2 = t2.slice(2))[0] < "a" && (t2 = t2.toLowerCase()), r2 ? n2.addEventListener(t2, o2, f2) : n2.removeEventListener(t2, o2, f2));
  else {
    if ("http://www.w3.org/2000/svg" == i2) t2 = t2.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
    else if ("width" != t2 && "height" != t2 && "href" != t2 && "list" != t2 && "form" != t2 && "tabIndex" != t2 && "download" != t2 && "rowSpan" != t2 && "colSpan" != t2 && "role" != t2 && "popover" != t2 && t2 in n2) try {
      return void (n2[t2] = null == r2 ? "" : r2);
    } catch (n3) {
    }
    if ("function" == typeof r2) return;
    null == r2 || false === r2 && "-" != t2[4] ? n2.removeAttribute(t2) : n2.setAttribute(t2, "popover" == t2 && 1 == r2 ? "" : r2);
  }
}
function V(t2) {
  return function(r2) {
    var u2 = this.__e;
    if (u2) {
      if (u2 = u2[t2], null == r2[e]) r2[e] = c++;
      else if (r2[e] < this.__a[t2]) return;
      return u2(n.event ? n.event(r2) : r2);
    }
  };
}
function z(t2, r2, u2, i2, f2, o2, e2, l2, c2, a2) {
  var s2, p2, v2, d2, k2, b, m2, M, C2, j2, L2, H2, q2, A2, O, P2, T2, N2, V2 = r2.type;
  if (r2.constructor !== h) return null;
  128 & u2.__u && (c2 = 32 & u2.__u, s2 = u2.__c.__z) && (r2.__u |= c2, p2 = o2 = [], 8 == s2.nodeType ? l2 = B(s2, o2) : o2.push(s2), l2 = o2[0] || l2), (s2 = n.__b) && s2(r2);
  n: if ("function" == typeof V2) {
    v2 = e2.length;
    try {
      if (M = r2.props, C2 = (s2 = V2.prototype) && s2.render, j2 = (s2 = V2.contextType) && i2[s2.__c], L2 = s2 ? j2 ? j2.props.value : s2.__ : i2, (d2 = u2.__c) ? (r2.__c = d2, 2 & d2.__g && (d2.__g |= 1)) : (C2 ? r2.__c = d2 = new V2(M, L2) : (r2.__c = d2 = new x(M, L2), d2.constructor = V2, d2.render = K), j2 && j2.sub(d2), d2.state || (d2.state = {}), d2.__n = i2, d2.__g |= 8, d2.__h = [], d2.__k = []), C2 && (d2.__s || (d2.__s = d2.state), V2.getDerivedStateFromProps && (d2.__s == d2.state && (d2.__s = _({}, d2.__s)), _(d2.__s, V2.getDerivedStateFromProps(M, d2.__s)))), k2 = d2.props, b = d2.state, d2.__v = r2, u2.__c) {
        if (M !== k2 && C2 && !V2.getDerivedStateFromProps && d2.componentWillReceiveProps && d2.componentWillReceiveProps(M, L2), r2.__v == u2.__v && !(8 & d2.__g) || !(4 & d2.__g) && d2.shouldComponentUpdate && false === d2.shouldComponentUpdate(M, d2.__s, L2)) {
          r2.__v != u2.__v && (d2.props = M, d2.state = d2.__s, d2.__g &= -9), r2.__e = u2.__e, r2.__k = u2.__k, r2.__k.some(function(n2) {
            n2 && (n2.__ = r2);
          }), y.push.apply(d2.__h, d2.__k), d2.__k = [], d2.__h.length && e2.push(d2), l2 = S(u2);
          break n;
        }
        d2.componentWillUpdate && d2.componentWillUpdate(M, d2.__s, L2), C2 && d2.componentDidUpdate && d2.__h.push(function() {
          d2.componentDidUpdate(k2, b, m2);
        });
      } else C2 && !V2.getDerivedStateFromProps && d2.componentWillMount && d2.componentWillMount(), C2 && d2.componentDidMount && d2.__h.push(d2.componentDidMount);
      d2.context = L2, d2.props = M, d2.__P = t2, d2.__g &= -5, H2 = n.__r, q2 = C2 ? 25 : 0;
      do {
        d2.__g &= -9, H2 && H2(r2), s2 = d2.render(d2.props, d2.state = d2.__s, d2.context);
      } while (8 & d2.__g && ++q2 < 25);
      C2 && (y.push.apply(d2.__h, d2.__k), d2.__k = []), d2.state = d2.__s, d2.getChildContext && (i2 = _({}, i2, d2.getChildContext())), C2 && u2.__c && d2.getSnapshotBeforeUpdate && (m2 = d2.getSnapshotBeforeUpdate(k2, b)), A2 = s2 && s2.type === $ && null == s2.key ? s2.props.children : s2, M.__P && (s2 = l2, f2 = (t2 = M.__P).namespaceURI, c2 = o2 = null, u2.props && u2.props.__P != t2 && (u2.__k.some(function(n2) {
        n2 && J(n2, n2);
      }), u2.__k = null), l2 = u2.__k ? S(u2, 0) : null), l2 = I(t2, w(A2) ? A2 : [A2], r2, u2, i2, f2, o2, e2, l2, c2, a2), M.__P && (r2.__e = null, l2 = s2), r2.__u &= -161, p2 && p2.some(g), d2.__h.length && e2.push(d2), 1 & d2.__g && (d2.__g &= -4);
    } catch (t3) {
      if (e2.length = v2, r2.__v = null, c2 || o2) if (t3 && t3.then) {
        if (r2.__u |= 128 | c2, o2) {
          for (~(T2 = o2.indexOf(l2 || void 0)) || (T2 = o2.length); (N2 = o2[T2 - 1]) && 8 == N2.nodeType; ) T2--;
          for (; T2 < o2.length; T2++) if (N2 = o2[T2]) if (o2[T2] = null, O) {
            if (N2 == P2) break;
          } else {
            if (8 != N2.nodeType) break;
            N2.data.startsWith("$s") && (P2 = B(O = N2));
          }
        }
        if (!O) {
          for (; l2 && 8 == l2.nodeType && l2.nextSibling; ) l2 = l2.nextSibling;
          O = l2;
        }
        (s2 = B(O = r2.__c.__z || (r2.__c.__z = O))) ? (r2.__e = O, l2 = s2) : r2.__e = l2, l2 = l2 && l2.nextSibling;
      } else o2 && o2.some(g);
      else r2.__e = u2.__e;
      r2.__k || (r2.__k = u2.__k || []), t3 && t3.then || D(r2), n.__e(t3, r2, u2);
    }
  } else l2 = r2.__e = F(u2.__e, r2, u2, i2, f2, o2, e2, c2, a2, t2);
  return (s2 = n.diffed) && s2(r2), l2;
}
function B(n2, t2) {
  if (n2 && 8 == n2.nodeType && n2.data.startsWith("$s")) for (var r2 = 1; n2 = n2.nextSibling; ) {
    if (8 == n2.nodeType) {
      if (n2.data.startsWith("$s")) r2++;
      else if (n2.data.startsWith("/$s") && !--r2) return n2;
    }
    t2 && t2.push(n2);
  }
}
function D(n2) {
  n2 && (n2.__c && (n2.__c.__g |= 4), n2.__k && n2.__k.some(D));
}
function E(t2, r2, u2) {
  for (var i2 = 0; i2 < u2.length; ) G(u2[i2++], u2[i2++], u2[i2++]);
  n.__c && n.__c(r2, t2), t2.some(function(r3) {
    try {
      t2 = r3.__h, r3.__h = [], t2.some(function(n2) {
        n2.call(r3);
      });
    } catch (t3) {
      n.__e(t3, r3.__v);
    }
  });
}
function F(t2, r2, u2, i2, f2, o2, e2, l2, c2, a2) {
  var s2, h2, y2, _2, k2, b, m2, M, $2 = u2.props || p, x2 = r2.props, C2 = r2.type;
  if ("svg" == C2 ? f2 = "http://www.w3.org/2000/svg" : "math" == C2 ? f2 = "http://www.w3.org/1998/Math/MathML" : f2 || (f2 = "http://www.w3.org/1999/xhtml"), o2) {
    for (s2 = 0; s2 < o2.length; s2++) if ((k2 = o2[s2]) && (C2 ? k2.localName == C2 : 3 == k2.nodeType)) {
      t2 = k2, o2[s2] = null;
      break;
    }
  }
  if (!t2) {
    if (M = a2.ownerDocument || document, !C2) return M.createTextNode(x2);
    t2 = M.createElementNS(f2, C2, x2.is ? x2 : a2), l2 && (n.__m && n.__m(r2, o2), l2 = false), o2 = null;
  }
  if (C2) {
    if (a2 = "template" == C2 && t2.content || t2, o2 = "textarea" == C2 && null != x2.defaultValue ? null : o2 && d.call(a2.childNodes), !l2 && o2) for ($2 = {}, s2 = 0; s2 < t2.attributes.length; s2++) $2[(k2 = t2.attributes[s2]).name] = k2.value;
    for (s2 in $2) k2 = $2[s2], "dangerouslySetInnerHTML" == s2 ? y2 = k2 : "children" == s2 || s2 in x2 || "value" == s2 && "defaultValue" in x2 || "checked" == s2 && "defaultChecked" in x2 || N(t2, s2, null, k2, f2);
    for (s2 in x2) k2 = x2[s2], "children" == s2 ? _2 = k2 : "dangerouslySetInnerHTML" == s2 ? h2 = k2 : "value" == s2 ? b = k2 : "checked" == s2 ? m2 = k2 : l2 && "function" != typeof k2 || $2[s2] === k2 || N(t2, s2, k2, $2[s2], f2);
    h2 ? (l2 || y2 && (h2.__html == y2.__html || h2.__html == t2.innerHTML) || (t2.innerHTML = h2.__html), r2.__k = []) : (y2 && (t2.textContent = ""), ("foreignObject" == C2 || "http://www.w3.org/1998/Math/MathML" == f2 && v.test(C2)) && (f2 = "http://www.w3.org/1999/xhtml"), I(a2, w(_2) ? _2 : [_2], r2, u2, i2, f2, o2, e2, o2 ? o2[0] : u2.__k && S(u2, 0), l2, c2), o2 && o2.some(g)), l2 && "textarea" != C2 || (s2 = "value", "progress" == C2 && null == b ? t2.removeAttribute(s2) : null == b || b === t2[s2] && ("progress" != C2 || b) || N(t2, s2, b, $2[s2], f2), s2 = "checked", null != m2 && m2 != t2[s2] && N(t2, s2, m2, $2[s2], f2));
  } else $2 === x2 || l2 && t2.data == x2 || (t2.data = x2);
  return t2;
}
function G(t2, r2, u2, i2) {
  try {
    "function" == typeof t2 ? r2 ? r2.__x = t2(r2) || 1 : i2 && (i2 = i2.__c || i2.__e) && (r2 = i2.__x) && (i2.__x = null, "function" == typeof r2 ? r2() : t2(null)) : t2.current = r2;
  } catch (t3) {
    n.__e(t3, u2);
  }
}
function J(t2, r2, u2) {
  var i2, f2, o2, e2;
  if (n.unmount && n.unmount(t2), !(i2 = t2.ref) || i2.current && i2.current != t2.__e || G(i2, null, r2, t2), i2 = t2.__c) {
    if (i2.componentWillUnmount) try {
      i2.componentWillUnmount();
    } catch (t3) {
      n.__e(t3, r2);
    }
    i2.__P = i2.__n = null;
  }
  if (i2 = t2.__k) for (e2 = 0; e2 < i2.length; e2++) i2[e2] && J(i2[e2], r2, "function" != typeof t2.type || u2 && !t2.props.__P);
  !u2 && (i2 = t2.__c) && (i2 = i2.__z) && (f2 = B(i2, o2 = [])) && (i2 == t2.__e && o2.some(g), g(f2), g(i2)), u2 || g(t2.__e), t2.__e = t2.__c = t2.__ = null;
}
function K(n2, t2, r2) {
  return this.constructor(n2, r2);
}
function Q(t2, r2) {
  var u2, i2, f2, o2;
  n.__ && n.__(t2, r2), 9 == r2.nodeType && (r2 = r2.documentElement), i2 = (u2 = t2 && 32 & t2.__u) ? null : r2.__k, r2.__k = m($, { children: [t2] }), f2 = [], o2 = [], z(r2, r2.__k, i2 || p, p, r2.namespaceURI, i2 ? null : r2.firstChild ? d.call(r2.childNodes) : null, f2, i2 ? i2.__e : r2.firstChild, u2, o2), E(f2, r2.__k, o2), r2.__k.props.children = null;
}
n = { __e: function(n2, t2, r2, u2) {
  for (var i2, o2, e2; t2 = t2.__; ) if ((i2 = t2.__c) && !(1 & i2.__g)) {
    i2.__g |= 4;
    try {
      if ((e2 = (o2 = i2.constructor) && o2.getDerivedStateFromError) && i2.setState(o2.getDerivedStateFromError(n2)), i2.componentDidCatch && (i2.componentDidCatch(n2, u2 || {}), e2 = 1), e2 && 8 & i2.__g) return void (i2.__g |= 2);
    } catch (t3) {
      n2 = t3;
    }
  }
  throw f = 0, n2;
} }, t = 0, r = function(n2) {
  return null != n2 && n2.constructor === h;
}, x.prototype.setState = function(n2, t2) {
  var r2 = this.__s;
  r2 && r2 != this.state || (r2 = this.__s = _({}, this.state)), "function" == typeof n2 && (n2 = n2(_({}, r2), this.props)), n2 && (_(r2, n2), this.__v && (t2 && this.__k.push(t2), L(this)));
}, x.prototype.forceUpdate = function(n2) {
  this.__v && (this.__g |= 4, n2 && this.__h.push(n2), L(this));
}, x.prototype.render = $, u = [], f = 0, o = function(n2, t2) {
  return n2.__v.__b - t2.__v.__b;
}, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

// src/placements/safe-url.ts
var LINKS = /^(https?|mailto|tel):$/;
var IMAGES = /^https?:$/;
function safeUrl(url, protocols = LINKS) {
  try {
    const { href, protocol } = new URL(String(url), document.baseURI);
    return protocols.test(protocol) ? href : void 0;
  } catch {
    return void 0;
  }
}

// src/placements/surface.tsx
var isDialog = (surface) => surface === "modal" || surface === "full_page";
function openDialog(box) {
  if (!(box instanceof HTMLDialogElement)) return void 0;
  box.showModal();
  box.focus();
  return () => box.close();
}
var picture = (name, url, alt = "") => {
  const src = url && safeUrl(url, IMAGES);
  return src && /* @__PURE__ */ k("img", { class: name, src, alt });
};
var icon = (path) => /* @__PURE__ */ k("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, /* @__PURE__ */ k("path", { d: path }));
function meterFor({ used, limit }, labelledBy) {
  const share = limit > 0 ? Math.min(used / limit, 1) : 1;
  const text = `${used.toLocaleString()} / ${limit.toLocaleString()}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: every browser draws `<meter>` its own way.
    /* @__PURE__ */ k(
      "div",
      {
        class: share < 1 ? "meter" : "meter full",
        role: "meter",
        "aria-labelledby": labelledBy,
        "aria-valuemax": limit,
        "aria-valuenow": Math.min(used, limit),
        "aria-valuetext": text
      },
      /* @__PURE__ */ k("div", { class: "track" }, /* @__PURE__ */ k("i", { style: { inlineSize: `${share * 100}%` } })),
      text
    )
  );
}
function Surface({ output, branding, meter, enter, onCta, onDismiss }) {
  const { placement, surface, ctas, content: content2 } = output;
  const { title, body, image, dismissible = true } = content2;
  const overPage = isDialog(surface);
  const Box = overPage ? "dialog" : "div";
  const Title = overPage ? "h2" : "p";
  const press = async (event, index) => {
    const { currentTarget } = event;
    if (currentTarget.ariaBusy) return event.preventDefault();
    currentTarget.ariaBusy = currentTarget.ariaDisabled = "true";
    await onCta(index, event);
    currentTarget.ariaBusy = currentTarget.ariaDisabled = null;
  };
  const onClose = ({ currentTarget }) => {
    if (!currentTarget.isConnected) return;
    if (dismissible) onDismiss();
    else openDialog(currentTarget);
  };
  return /* @__PURE__ */ k(
    Box,
    {
      class: "box",
      ref: enter,
      ...overPage && {
        tabIndex: -1,
        closedby: dismissible ? "any" : "none",
        "aria-labelledby": placement,
        onClose
      }
    },
    picture("image", image?.url, image?.alt),
    /* @__PURE__ */ k("div", { class: "text" }, overPage && picture("logo", branding?.logo_url, branding?.workspace_name), surface === "gate" && icon("M5 11h14v10H5zm3 0V7a4 4 0 0 1 8 0v4"), /* @__PURE__ */ k(Title, { class: "title", id: placement }, title), body && /* @__PURE__ */ k("p", { class: "body" }, body), meter && meterFor(meter, placement)),
    ctas.length > 0 && /* @__PURE__ */ k("div", { class: "ctas" }, ctas.map(({ label, action, params }, index) => {
      const href = action === "open_url" ? safeUrl(params?.url) : void 0;
      const Control = href ? "a" : "button";
      return /* @__PURE__ */ k(
        Control,
        {
          key: index,
          class: "cta",
          ...href && { href },
          onClick: (event) => press(event, index)
        },
        label
      );
    })),
    dismissible && /* @__PURE__ */ k("button", { class: "close", type: "button", "aria-label": "Dismiss", onClick: onDismiss }, icon("M6 6l12 12M18 6 6 18"))
  );
}

// src/placements/mount.ts
var TOAST_MS = 8e3;
var TICK_MS = 100;
function mountSurface(options) {
  const { root, sheet, branding, renderer, onCta, onDismiss, onExpire, onError } = options;
  const { placement, surface, content: content2 } = options.output;
  const wrapper = document.createElement("div");
  let current = options.output;
  let element = wrapper;
  let leave;
  const attempt2 = (act) => {
    try {
      act();
    } catch (error) {
      leave = void 0;
      wrapper.remove();
      onError(error);
    }
  };
  const startToast = (box) => {
    let { duration_ms: left = TOAST_MS } = content2;
    box.remove();
    const timer = setInterval(() => {
      if (!box.parentNode) wrapper.append(box);
      if (document.hidden || box.matches(":hover,:focus-within")) return;
      left -= TICK_MS;
      if (left < 0) onExpire();
    }, TICK_MS);
    return () => clearInterval(timer);
  };
  const start = (box) => {
    if (renderer) {
      const cta2 = (index) => void onCta(index);
      return renderer(box, current, { cta: cta2, dismiss: onDismiss });
    }
    element = box;
    if (surface === "toast") return startToast(box);
    const anchor = document.querySelector(`[data-service-slot="${content2.anchor}"]`);
    if (surface === "tooltip" && anchor && CSS.supports("position-area:end")) {
      box.popover = "manual";
      box.showPopover({ source: anchor });
    }
    return openDialog(box);
  };
  const enter = (box) => {
    leave?.();
    leave = box && start(box) || void 0;
  };
  const update = (output, meter) => attempt2(() => {
    current = output;
    Q(
      renderer ? k("div", { key: JSON.stringify(output), ref: enter }) : k(Surface, { output, branding, meter, enter, onCta, onDismiss }),
      wrapper
    );
  });
  wrapper.className = `root ${surface} ${content2.position ?? ""}`;
  if (!renderer && !isDialog(surface)) {
    const region = surface === "bar" || surface === "tooltip" ? "region" : "group";
    wrapper.role = surface === "toast" ? "status" : region;
    wrapper.setAttribute("aria-labelledby", placement);
  }
  root.adoptedStyleSheets = [sheet];
  const tray = root.querySelector(".tray");
  (tray ?? root).prepend(wrapper);
  tray?.togglePopover(false);
  tray?.togglePopover(true);
  update(current, options.meter);
  return {
    element,
    update,
    unmount: () => attempt2(() => {
      Q(null, wrapper);
      wrapper.remove();
    })
  };
}

// src/placements/surfaces.css
var surfaces_default = ".root{all:initial;--background: Canvas;--surface: color-mix(in srgb, #fff 5%, var(--background));--ink: CanvasText;--text: color-mix(in srgb, var(--ink) 92%, var(--surface));--muted: color-mix(in srgb, var(--text) 72%, var(--surface));--border: color-mix(in srgb, var(--text) 15%, var(--surface));--hover: color-mix(in srgb, var(--text) 5%, var(--surface));--primary: #4f46e5;--on_primary: #fff;--danger: #dc2626;--radius: .75em;--font_family: system-ui, sans-serif;--fill: var(--surface);--size: 2.5em;color-scheme:inherit;display:block;font:medium / 1.5 var(--font_family);overflow-wrap:anywhere}@supports (color: lch(from red l c h)){.root{--ink: lch(from var(--surface) calc((49.4 - l) * infinity) 0 0);--on_primary: lch(from var(--primary) calc((49.4 - l) * infinity) 0 0)}}.root~slot{display:none}.root *{box-sizing:border-box;margin:0;font:inherit}.box{position:relative;display:flex;flex-direction:column;gap:1em;padding:1.25em;border:1px solid var(--border);border-radius:var(--radius);background:var(--fill);color:var(--text);font-size:.875em;box-shadow:0 1px 2px #0001}.title{font-weight:600;text-wrap:balance}.text:has(~.close) .title{padding-inline-end:2em}.body{margin-block-start:.25em;color:var(--muted);white-space:pre-line}.image{inline-size:100%;aspect-ratio:16 / 9;object-fit:cover}.logo{display:block;block-size:2em;margin-block-end:1em}.icon{inline-size:1.25em;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}.ctas,.cta,.close,.meter{display:flex;align-items:center;gap:.5em}.ctas{flex-wrap:wrap}.cta,.close{justify-content:center;min-block-size:var(--size);padding:.25em 1em;border:1px solid transparent;background:none;color:inherit;font-weight:500;text-decoration:none;cursor:pointer}.image,.cta,.close{border-radius:calc(var(--radius) * .7)}.cta:nth-child(2){border-color:var(--border)}.cta:first-child{--text: var(--on_primary);--hover: color-mix(in srgb, var(--primary) 92%, var(--text));background:var(--primary);color:var(--text)}.close{position:absolute;inset-block-start:.5em;inset-inline-end:.5em;inline-size:var(--size);padding:0;color:var(--muted)}.image~.close{background:var(--fill)}.cta:hover,.close:hover{background:var(--hover);color:var(--text)}.cta[aria-busy]{opacity:.6;cursor:progress}.meter{margin-block-start:.5em;color:var(--muted)}.track{flex:1;overflow:hidden;border-radius:1em;background:var(--border)}.track i{display:block;border-block-start:.5em solid var(--primary)}.full{--primary: var(--danger)}.banner,.bar{--fill: color-mix(in srgb, var(--primary) 5%, var(--surface));--border: color-mix(in srgb, var(--primary) 24%, var(--surface));.box{flex-flow:wrap;align-items:center;padding-block:1em}.box:has(.close){padding-inline-end:calc(var(--size) + 1em)}.text{flex:1 1 16em}.image{inline-size:3.5em;aspect-ratio:1}}.card .box{max-inline-size:28em}.button{display:inline-block;.box{flex-direction:row;gap:0;padding:0;border:0;background:none;box-shadow:none}.text:has(~.ctas),.image{display:none}.close{position:static}}.gate{--fill: var(--hover);.box{align-items:center;padding:2.5em 1.5em;text-align:center}.ctas{justify-content:center}.text .icon{margin-block-end:.5em;color:var(--muted)}.text .title{padding:0}}dialog.box{position:fixed;inline-size:30em;box-shadow:0 1em 3em #0003;margin:auto;padding:1.75em;outline:0;overscroll-behavior:contain;.title{font-size:1.25em;line-height:1.3}&::backdrop{background:#0006}}.full_page{.box{justify-content:safe center;min-inline-size:100%;min-block-size:100%;padding:4em max(1.75em,50% - 18em);border:0;border-radius:0;font-size:1em;.title{font-size:1.75em}}}.tray{all:unset;position:fixed;inset-block-end:0;inset-inline-end:0}.toast,.tooltip{.box{inline-size:min(22em,100vw - 2em);z-index:1;margin:1em;box-shadow:0 1em 3em #0003}}.tooltip [popover]{position:fixed;inset:auto;margin:.5em 0;position-area:block-end span-inline-end;position-try-fallbacks:flip-block,flip-inline,flip-block flip-inline}.bar .box{position:fixed;inset:0 0 auto;border-width:1px 0;border-radius:0}.bottom.bar .box{inset:auto 0 0}@media(pointer:coarse){.root{--size: 44px}}@media(prefers-reduced-motion:no-preference){.root *{transition:.2s}@starting-style{.box{opacity:0;translate:0 .5em}}}";

// src/placements/theme.ts
var PROPERTIES = /* @__PURE__ */ new Map([
  ["radius", "border-radius"],
  ["font_family", "font-family"]
]);
function createSheet() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(surfaces_default);
  sheet.insertRule(".root{}");
  return sheet;
}
function setBranding({ cssRules: [rule] }, branding) {
  if (!(rule instanceof CSSStyleRule)) return;
  const { style } = rule;
  const { colors, radius, font_family = "" } = branding?.theme ?? {};
  const corners = typeof radius === "number" ? `${radius}px` : radius;
  style.cssText = "";
  for (const [name, value] of Object.entries({ ...colors, radius: corners, font_family })) {
    if (CSS.supports(PROPERTIES.get(name) ?? "color", `${value}`)) {
      style.setProperty(`--${name}`, `${value}`, "important");
    }
  }
}

// src/sdk/history.ts
function createUserHistory(core, userKey) {
  const { stores, window: window2, session, persistent, newId, now, undo, guard } = core;
  const withSession = (history) => ({
    ...history,
    session_started_at: touchSession(session, now(), newId).started_at
  });
  const refresh = () => stores.$history.set(withSession(stored.read(userKey())));
  const stored = createHistory({
    storage: persistent,
    locks: guard(() => window2?.navigator.locks, void 0),
    window: window2 ?? new EventTarget(),
    onChange: refresh
  });
  const current = { user: userKey() };
  undo.push(
    stored.stop,
    stores.$parts.listen(() => {
      if (current.user === userKey()) return;
      current.user = userKey();
      stores.patchPage({ shown: /* @__PURE__ */ new Map() });
      refresh();
    })
  );
  return {
    refresh,
    /** Under the lock that all tabs share, `change` gets what is known by then and returns what to add. */
    update(change) {
      stored.update(userKey(), (fresh) => change(withSession(fresh)));
    },
    /** The user's entries are gone, here and for the other tabs. */
    forget: () => stored.forget(userKey())
  };
}
var historyKey = ({ placement, payload: payload2 }) => `${placement}/${payload2}`;

// src/sdk/engagement.ts
var EVENTS = {
  impression: "impression",
  dismiss: "dismiss",
  remind_later: "dismiss",
  cta_click: "cta",
  cta_complete: "cta"
};
function createEngagement(core, { update }) {
  const { newId, now } = core;
  const { $history } = core.stores;
  const seen = /* @__PURE__ */ new Set();
  function interact(type, { output, target }, cta2) {
    const { content: _content, ctas: _ctas, ...details } = output;
    const interaction = {
      event_id: newId(),
      type,
      ...details,
      ...cta2 && { cta: cta2 },
      occurred_at: new Date(now()).toISOString()
    };
    core.emit(EVENTS[type], interaction);
    return emit(target, `service:${EVENTS[type]}`, interaction, type === "cta_click");
  }
  return {
    interact,
    /** Once for each decision. */
    impression(displayed) {
      const { decision_id = "" } = displayed.output;
      if (seen.has(decision_id)) return;
      seen.add(decision_id);
      interact("impression", displayed);
    },
    /** It leaves at once, in every tab. */
    putOff(displayed, kind) {
      const key2 = historyKey(displayed.output);
      const at = now();
      const known2 = $history.get();
      $history.set({ ...known2, [kind]: { ...known2[kind], [key2]: at } });
      interact(kind === "dismissed" ? "dismiss" : "remind_later", displayed);
      update(() => [kind, key2, at]);
    }
  };
}

// src/sdk/occasions.ts
var MOST = 50;
function createOccasions($occasions) {
  const keep = (isWanted) => {
    const kept = $occasions.get().filter(isWanted);
    if (kept.length < $occasions.get().length) $occasions.set(kept);
  };
  return {
    add(query, answersClick = false) {
      const latest = $occasions.get().slice(-MOST);
      $occasions.set([...latest, { query, answersClick, done: [] }]);
    },
    /** The placement shown for it was closed, or did what it was for. */
    answer(occasion, placement) {
      const answered = (one) => ({ ...one, done: [...one.done, placement] });
      if (!occasion) return;
      $occasions.set($occasions.get().map((one) => one === occasion ? answered(one) : one));
    },
    /** What nothing answers now is not answered later, when nobody expects it any more. */
    keepAnswered({ subject, slots, page }) {
      if (!subject.playbook.usable) return;
      const wanted = [...slots.values(), ...page].map(({ occasion }) => occasion);
      keep((one) => wanted.includes(one));
    },
    /** On another route nobody waits for what was clicked or waited on the last one. */
    leaveRoute(decided) {
      const waiting = decided?.page.filter(({ decision }) => !decision.visible) ?? [];
      keep((one) => !one.answersClick && !waiting.some(({ occasion }) => occasion === one));
    }
  };
}

// src/sdk/announce.ts
var OVER = { visible: false, reasons: ["trigger_not_met"] };
function createAnnouncer(emit2) {
  const known2 = /* @__PURE__ */ new Map();
  const tell = (key2, told) => {
    if (JSON.stringify(told) === JSON.stringify(known2.get(key2))) return;
    known2.set(key2, told);
    emit2("decision", told);
  };
  return ({ slots, page }) => {
    const slotOf2 = (key2) => key2.replace(/ .*/, "");
    const all = new Map([
      ...[...slots].map(([key2, { decision }]) => [key2, { slot: slotOf2(key2), decision }]),
      ...page.map(({ placement, decision }) => [placement, { placement, decision }])
    ]);
    for (const [key2, told] of known2) if (!all.has(key2)) tell(key2, { ...told, decision: OVER });
    for (const [key2, told] of all) tell(key2, told);
  };
}

// src/sdk/cta.ts
function createCtas({ options: { uiPathResolvers: resolvers = {} }, stores, fail, warn }, window2, { engagement, occasions }) {
  const close = ({ occasion, output }) => occasions.answer(occasion, output.placement);
  const putOff = (displayed, kind) => {
    close(displayed);
    engagement.putOff(displayed, kind);
  };
  function press(displayed, index, event) {
    const { output, target } = displayed;
    const { placement, ctas } = output;
    const { action = "", params = {} } = ctas[index] ?? {};
    const error = (message, cause) => {
      emit(target, "service:error", { placement, message });
      fail(message, cause);
    };
    if (!engagement.interact("cta_click", displayed, action)) return event?.preventDefault();
    if (action === "dismiss") return putOff(displayed, "dismissed");
    if (action === "remind_later") return putOff(displayed, "reminded");
    if (action === "open_placement") {
      close(displayed);
      return occasions.add({ placement: `${params.placement}`, requested: true }, true);
    }
    const isLink = action === "open_url";
    const resolver = !isLink && Object.hasOwn(resolvers, action) && resolvers[action];
    if (resolver) {
      const run = async () => {
        const answer2 = await resolver({ action, params, placement }, stores.$context.get());
        if (answer2 === "completed") engagement.interact("cta_complete", displayed, action);
      };
      return run().catch((cause) => error(`uiPathResolvers.${action} failed`, cause));
    }
    const url = safeUrl(params.url);
    if (!params.url) warn(`${action} has no uiPathResolvers.${action} and no params.url`);
    else if (!url) warn(`${action} has a params.url that is refused`);
    else if (!isLink) window2.location.assign(url);
  }
  return {
    press: (...args) => press(...args) ?? void 0,
    close,
    dismiss: (displayed) => putOff(displayed, "dismissed")
  };
}

// src/sdk/displays.ts
var shownKey = (output) => `${output.slot} ${historyKey(output)} ${output.variant}`;
function createClaim({ stores, newId, now }, { update }) {
  const underWay = /* @__PURE__ */ new Set();
  function add(output) {
    const decisionId = newId();
    const shown = new Map(stores.$page.get().shown);
    shown.set(shownKey(output), { decisionId, key: historyKey(output) });
    stores.patchPage({ shown });
    return decisionId;
  }
  function count(output) {
    const key2 = shownKey(output);
    if (underWay.has(key2)) return;
    underWay.add(key2);
    update((history) => {
      underWay.delete(key2);
      const moment = { ...stores.momentNow(), history };
      const { placement, payload: payload2, surface } = output;
      const query = queryAt(moment, { placement, requested: true, surfaces: [surface] });
      const subject = subjectFor(moment.playbook, query, moment);
      if (evaluate(subject, query, { input: moment }).output?.payload !== payload2) return void 0;
      add(output);
      return ["displays", historyKey(output), now()];
    });
  }
  return (output) => {
    const shown = stores.$page.get().shown.get(shownKey(output));
    if (shown) return shown.decisionId;
    const { compiled } = stores.$playbook.get();
    const { payloads = [] } = compiled.part("placements", output.placement) ?? {};
    const authored = payloads.find(({ handle: handle2 }) => handle2 === output.payload);
    if (!authored?.caps && authored?.cooldown_hours === void 0) return add(output);
    count(output);
    return void 0;
  };
}

// src/sdk/presenter.ts
var identity = ({ placement, payload: payload2, variant, surface, content: content2 }) => [placement, payload2, variant, surface, content2.position].join();
function meterOf({ content: { meter } }, subject) {
  const { limit, used } = meter ? entitlementOf(subject, meter.entitlement) : {};
  return typeof limit === "number" && used !== void 0 ? { used, limit } : void 0;
}
function createPresenter({ stores, fail }, on2) {
  const sheet = createSheet();
  const displays = /* @__PURE__ */ new Map();
  let host;
  function hide2(place) {
    const display = displays.get(place);
    displays.delete(place);
    display?.stop();
    display?.mounted.unmount();
  }
  const watch = (place, { element }) => watchImpression(element, () => {
    const display = displays.get(place);
    if (display) on2.onImpression(display);
  });
  function mount(place, { output, occasion }, subject) {
    if (typeof place === "string") host = openPageHost();
    const target = typeof place === "string" ? host : place.element;
    const root = target && openRoot(target);
    if (!root || !target) return;
    const current = () => displays.get(place) ?? { output, occasion, target };
    const mounted = mountSurface({
      root,
      sheet,
      output,
      meter: meterOf(output, subject),
      branding: subject.playbook.branding,
      renderer: on2.renderers.get(output.surface),
      onCta: (index, event) => on2.onCta(current(), index, event),
      onDismiss: () => on2.onDismiss(current()),
      onExpire: () => on2.onExpire(current()),
      onError(error) {
        const message = `surface "${output.surface}" failed`;
        emit(target, "service:error", { placement: output.placement, message });
        fail(message, error);
      }
    });
    displays.set(place, { output, occasion, target, mounted, stop: watch(place, mounted) });
  }
  function show(place, { decision, occasion }, subject) {
    const decided = decision.output;
    const display = displays.get(place);
    if (!decided || display && identity(display.output) !== identity(decided)) hide2(place);
    const decisionId = decided && on2.claim(decided);
    if (!decisionId) return;
    const output = { ...decided, decision_id: decisionId };
    const current = displays.get(place);
    if (!current) return mount(place, { output, occasion }, subject);
    const { mounted } = current;
    mounted.update(output, meterOf(output, subject));
    let { stop } = current;
    if (current.output.decision_id !== decisionId) {
      stop();
      stop = watch(place, mounted);
    }
    displays.set(place, { ...current, output, occasion, stop });
  }
  return {
    present({ slots: decided, page, subject }, slots) {
      setBranding(sheet, subject.playbook.branding);
      const visible = page.filter(({ decision }) => decision.visible && document.body);
      const wanted = /* @__PURE__ */ new Set([...slots, ...visible.map(({ placement }) => placement)]);
      for (const [place, { target }] of displays) {
        if (!wanted.has(place) || !target.isConnected) hide2(place);
      }
      for (const slot of slots) {
        const answer2 = decided.get(slotKey(slot));
        if (answer2) show(slot, answer2, subject);
      }
      for (const one of visible) show(one.placement, one, subject);
      const open = visible.find((one) => takesTurn(one) && displays.has(one.placement))?.placement;
      if (open !== stores.$page.get().open) stores.patchPage({ open });
    },
    stop() {
      for (const place of displays.keys()) hide2(place);
      host?.remove();
    }
  };
}

// src/sdk/page.ts
var LONGEST_MS = 2 ** 31 - 1;
function startPage(core, window2, parts) {
  const { stores, warn, guard, undo } = core;
  const { engagement, history, occasions, renderers } = parts;
  const { document: document2 } = window2;
  let marked = [];
  const decisions = {};
  const ctas = createCtas(core, window2, parts);
  const presenter = createPresenter(core, {
    renderers,
    claim: createClaim(core, history),
    onImpression: engagement.impression,
    onDismiss: ctas.dismiss,
    onExpire: ctas.close,
    onCta: ctas.press
  });
  const isAllowed = (entitlement2) => {
    const { subject } = decisions.latest ?? {};
    return subject?.playbook.usable ? entitlementOf(subject, entitlement2).allowed : void 0;
  };
  const slots = () => marked.filter(({ kind }) => kind === "slot");
  const showAllowed = () => {
    for (const mark of marked) setAllowed(mark, isAllowed(mark.handle));
  };
  const marks = watchMarks({
    onError: warn,
    onChange(marks2) {
      marked = marks2;
      showAllowed();
      const byKey = new Map(slots().map((slot) => [slotKey(slot), slot]));
      stores.patchPage({ slots: [...byKey.values()] });
    }
  });
  const announce = createAnnouncer(core.emit);
  const tick = () => stores.patchPage({ isPageDialogOpen: hasOpenDialog() });
  const timer = { id: 0 };
  const present = (latest) => {
    decisions.latest = latest;
    presenter.present(latest, slots());
    showAllowed();
    occasions.keepAnswered(latest);
    announce(latest);
    window2.clearTimeout(timer.id);
    const wait = latest.due - core.now();
    if (wait < Number.POSITIVE_INFINITY && !document2.hidden) {
      timer.id = window2.setTimeout(tick, Math.min(wait, LONGEST_MS));
    }
  };
  undo.push(
    watchClicks({
      isAllowed,
      onEvent: parts.onEvent,
      onStopped(entitlement2, element, allowed) {
        if (allowed === false)
          occasions.add({ trigger: { type: "entitlement_denied", entitlement: entitlement2 } }, true);
        else emit(element, "service:error", { entitlement: entitlement2, message: "not known yet" });
      }
    }),
    watchDialogs(core, window2, { tick, onSeen: history.refresh }),
    followRoutes(core, window2, {
      ...parts,
      onAddress() {
        occasions.leaveRoute(decisions.latest);
        marks.rescan();
      }
    }),
    stores.$decisions.subscribe((latest) => {
      const isPageDialogOpen = hasOpenDialog();
      if (isPageDialogOpen !== !!stores.$page.get().isPageDialogOpen) queueMicrotask(tick);
      else if (latest) guard(() => present(latest), void 0);
    }),
    () => {
      window2.clearTimeout(timer.id);
      marks.stop();
      presenter.stop();
    }
  );
}
function watchDialogs({ stores }, { document: document2, setTimeout: setTimeout2 }, { tick, onSeen }) {
  const stopping = new AbortController();
  const options = { capture: true, signal: stopping.signal };
  const look = () => stores.$page.get().isPageDialogOpen && setTimeout2(tick);
  for (const type of ["close", "toggle", "click", "keyup"]) {
    document2.addEventListener(type, look, options);
  }
  const seen = () => {
    if (document2.hidden) return;
    onSeen();
    tick();
  };
  document2.addEventListener("DOMContentLoaded", tick, options);
  document2.addEventListener("visibilitychange", seen, options);
  return () => stopping.abort();
}
function followRoutes({ options, stores, emit: tell, guard }, window2, { user, history, onAddress }) {
  const { inferPage: infers = true, routerAutoTrack = true } = options.contextPolicy ?? {};
  const readPage2 = (href) => {
    if (infers) user.patch({ inferredPage: inferPage(window2, href) });
  };
  readPage2();
  if (!routerAutoTrack) return () => {
  };
  return watchRoutes({
    window: window2,
    onAddress: ({ href }) => guard(() => {
      stores.patchPage({ shown: /* @__PURE__ */ new Map() });
      const { tags } = stores.$parts.get().givenPage ?? {};
      user.patch({ givenPage: tags && { tags } });
      readPage2(href);
      onAddress();
      history.refresh();
      void user.refresh();
    }, void 0),
    onRoute({ href }) {
      readPage2(href);
      tell("route", stores.$context.get().page ?? {});
    }
  });
}

// src/sdk/user.ts
function createUser({ window: window2, options, stores, persistent, newId, now, fail, warn }) {
  const { $parts } = stores;
  const patch = (parts) => $parts.set({ ...$parts.get(), ...parts });
  const onFault = (path, message) => warn(`${path} ${message}`);
  const UNSAID = {
    given: void 0,
    userContext: void 0,
    clientContext: void 0,
    trial: void 0,
    usageUpdates: {}
  };
  function setUser(value) {
    const user = cleanUser(value, onFault);
    const { given } = $parts.get();
    const isAnother = given?.id !== void 0 && user.id !== void 0 && user.id !== given.id;
    patch(isAnother ? { ...UNSAID, given: user } : { given: mergeUsers(given, user) });
  }
  patch({
    given: options.user,
    givenPage: options.page,
    anonymousId: readAnonymousId(persistent, newId),
    trial: options.localRuntime?.initialData?.trialStatus,
    inferred: options.contextPolicy?.inferUser !== false && window2 ? inferUser(window2) : void 0
  });
  return {
    patch,
    setUser,
    identify: (id, context) => setUser({ ...isObject(context) && context, id }),
    reset() {
      persistent.remove("anonymous_id");
      patch({ ...UNSAID, anonymousId: readAnonymousId(persistent, newId) });
    },
    setPage(value) {
      patch({ givenPage: { ...$parts.get().givenPage, ...cleanPage(value, onFault) } });
    },
    updateUsage(usage) {
      if (!isObject(usage)) return onFault("usage", "must be object");
      const { usageUpdates } = $parts.get();
      const updates = Object.entries(usage).map(([handle2, value]) => [
        handle2,
        { value, at: now() }
      ]);
      patch({ usageUpdates: { ...usageUpdates, ...Object.fromEntries(updates) } });
    },
    /** Asks the application's `getContext` and `getTrialStatus`; their answers count unless the user has changed meanwhile. */
    async refresh() {
      const { id } = $parts.get().given ?? {};
      try {
        const { getContext, resolvers } = options.localRuntime ?? {};
        const [answer2, trial] = await Promise.all([getContext?.(), resolvers?.getTrialStatus?.()]);
        if (id !== $parts.get().given?.id) return;
        if (answer2) setUser(answer2);
        if (trial) patch({ trial: { in_trial: false, ...cleanTrial(trial, onFault) } });
      } catch (error) {
        fail("getContext failed", error);
      }
    },
    /** What the application's resolver or its initial data say of a user; it counts when it is this one. */
    async fetch(userId) {
      const { resolvers, initialData } = options.localRuntime ?? {};
      try {
        const answer2 = await resolvers?.fetchUserContext?.(userId) ?? own(initialData?.userContextByUserId, userId);
        if (!answer2) return void 0;
        const userContext = cleanUser(answer2, onFault);
        if (userId === $parts.get().given?.id) patch({ userContext });
        return userContext;
      } catch (error) {
        fail("fetchUserContext failed", error);
        return void 0;
      }
    },
    /** Users' displays and dismissals are kept apart by it. */
    key() {
      const { given, anonymousId = "" } = $parts.get();
      return given?.id ?? anonymousId;
    }
  };
}

// src/sdk/service.ts
var TOLD_PROBLEMS = 20;
function tellProblems({ undo, fail }, playbook) {
  const timer = setTimeout(() => {
    const lines = playbook.problems.map(({ path, message }) => `${path} ${message}`);
    const told = lines.slice(0, TOLD_PROBLEMS);
    if (told.length) fail(["the Playbook has problems:", ...told].join("\n- "));
  }, 1e3);
  undo.push(() => clearTimeout(timer));
}
async function load(core) {
  const { options, stores, emit: emit2, fail } = core;
  const { runtimeMode = "service_server" } = options;
  if (runtimeMode !== "local_only" && !options.configProvider) {
    return fail(`runtimeMode ${runtimeMode} is not in this release; use local_only`);
  }
  try {
    const given = loadLocal(options);
    const compiled = compilePlaybook(given instanceof Promise ? await given : given);
    const source = compiled.usable ? "playbook" : "none";
    stores.$playbook.set({ compiled, source });
    emit2("playbook", { version: compiled.version, source });
    tellProblems(core, compiled);
  } catch (error) {
    fail("the Playbook could not be loaded", error);
  }
}
function createAnswers({ stores }) {
  const playbook = () => stores.$playbook.get().compiled;
  const moment = (context = stores.$context.get()) => ({ ...stores.momentNow(), context });
  const ask = (query) => {
    const now = stores.momentNow();
    const surfaces = now.slots.find(({ handle: handle2 }) => handle2 === query?.slot)?.surfaces;
    return queryAt(now, surfaces ? { surfaces, ...query } : query);
  };
  return {
    entitlement: (handle2, context) => decideEntitlement(playbook(), handle2, moment(context)),
    decide: (query, context) => decidePlacement(playbook(), ask(query), moment(context)),
    explain(handle2) {
      const isSlot = playbook().placementsIn(handle2).length > 0;
      return explainPlacement(
        playbook(),
        ask({ [isSlot ? "slot" : "placement"]: handle2 }),
        moment()
      );
    }
  };
}
function createService(options, environment) {
  const { window: window2 } = environment;
  const core = createCore(options ?? { consent: "pending" }, environment);
  const { stores, persistent, session, undo, guard, emit: emit2 } = core;
  const user = createUser(core);
  const history = createUserHistory(core, user.key);
  const engagement = createEngagement(core, history);
  const occasions = createOccasions(stores.$occasions);
  const answers = createAnswers(core);
  const renderers = /* @__PURE__ */ new Map();
  const state = { started: !options, settle() {
  } };
  const ready = new Promise((resolve) => {
    state.settle = resolve;
  });
  const happen = (name, properties = {}) => occasions.add({ trigger: { type: "event", name, properties } });
  async function start() {
    if (state.started) return;
    state.started = true;
    history.refresh();
    undo.push(stores.$context.listen((context) => emit2("context", context)));
    const loading = load(core);
    const parts = { user, engagement, history, occasions, renderers, onEvent: happen };
    if (window2) guard(() => startPage(core, window2, parts), void 0);
    await loading;
    void user.refresh();
    emit2("ready", void 0);
    state.settle();
  }
  if (!options) state.settle();
  const service = {
    version: "0.11.21",
    ready,
    push: (fn) => fn(service),
    identify: async (userId, context) => user.identify(userId, context),
    setUser: user.setUser,
    reset() {
      history.forget();
      user.reset();
    },
    setPage: user.setPage,
    updateUsage: user.updateUsage,
    getUserContext: async () => {
      const { inferred, given, userContext, clientContext } = stores.$parts.get();
      return mergeUsers(inferred, given, userContext, clientContext);
    },
    fetchUserContext: user.fetch,
    async getTrialStatus() {
      await user.refresh();
      return stores.$context.get().trial ?? { in_trial: false };
    },
    refreshContext: user.refresh,
    can: (handle2) => answers.entitlement(handle2).allowed,
    checkEntitlement: async (handle2, context) => answers.entitlement(handle2, context),
    async gate(handle2, fn) {
      const entitlement2 = answers.entitlement(handle2);
      if (entitlement2.allowed) return { ran: true, result: await fn(), entitlement: entitlement2 };
      occasions.add({ trigger: { type: "entitlement_denied", entitlement: `${handle2}` } }, true);
      return { ran: false, entitlement: entitlement2 };
    },
    getPlacement: async (config) => answers.decide(config).output ?? null,
    getPlacementDecision: async (input, _placement, context) => answers.decide(input, context),
    explain: answers.explain,
    trigger: happen,
    show: (placement) => occasions.add({ placement: `${placement}`, requested: true }, true),
    track: happen,
    capture: happen,
    flush: async () => {
    },
    on: core.on,
    registerSurface(name, renderer) {
      renderers.set(name, renderer);
      stores.patchPage({ registered: [...renderers.keys()] });
    },
    setConsent(consent) {
      const isStored = !!options && consent === "granted";
      for (const storage of [persistent, session]) storage.enable(isStored);
      history.refresh();
    },
    start,
    destroy() {
      for (const step of undo.splice(0)) guard(step, void 0);
    }
  };
  return fence(service, core);
}
function fence(service, { guard, fail }) {
  for (const [name, method] of Object.entries(service)) {
    if (typeof method !== "function") continue;
    const fenced = (...args) => guard(() => {
      const answer2 = Reflect.apply(method, service, args);
      const isOurs = answer2 instanceof Promise && name !== "gate";
      return isOurs ? answer2.catch((error) => fail(`${name} failed`, error)) : answer2;
    }, void 0);
    Reflect.set(service, name, fenced);
  }
  return service;
}

// src/index.ts
function initService(input) {
  const browser = typeof window === "object";
  const scope = browser ? window : void 0;
  const earlier = findInstance(scope);
  if (earlier) {
    console.warn("[Service] is initialised already; the first instance stays");
    return earlier;
  }
  const { options, faults } = readOptions(input, { browser });
  const [worst] = faults;
  if (worst) {
    const message = describeFaults(faults);
    if (worst.fatal) throw new ServiceConfigError(worst, message);
    console.error(`[Service] ${message}`);
  }
  const service = createService(options, { window: scope, console, now: Date.now });
  keepInstance(scope, service);
  service.start();
  return service;
}
export {
  ServiceConfigError,
  initService
};

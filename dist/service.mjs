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
  pattern: /^(https?:\/\/.|[^:/]*\/|[^:/]+$)/,
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
  pattern: /^svc_./,
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
  endpoint: browser ? address : { type: "string", pattern: /^https?:\/\/./, description: "an http(s) URL" },
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
function chooseByWeight(of, position) {
  const total = of.reduce((sum, { weight }) => sum + weight, 0);
  let upTo = 0;
  return of.findIndex(({ weight }) => {
    upTo += weight;
    return position * total < upTo;
  });
}

// src/decision/once.ts
function once(make) {
  let made;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

// src/decision/schema-text.ts
function readSchemas(text, given) {
  const known2 = new Map(Object.entries(given));
  for (const [, name = "", fields = ""] of text.matchAll(/(\w+): (.*)/g)) known2.set(name, fields);
  const objectOf = (fields) => {
    const required = [];
    const properties = {};
    for (const [, key2 = "", must2, kind] of fields.matchAll(/(\w+)(!?)=?(\S*)/g)) {
      if (must2) required.push(key2);
      properties[key2] = schemaOf2(kind || (known2.has(key2) ? key2 : "string"));
    }
    return { type: "object", ...required.length && { required }, properties };
  };
  const make = (kind, fields) => {
    if (fields !== void 0) return objectOf(fields);
    const inner = kind.slice(0, -2);
    if (kind.endsWith("[]")) return { type: "array", items: schemaOf2(inner) };
    if (kind.endsWith("{}")) return { type: "object", additionalProperties: schemaOf2(inner) };
    const words = kind.replace("'", "").split("|");
    if (kind.startsWith("'")) return { enum: words };
    if (words.length > 1) return { type: "object", oneOf: words.map(schemaOf2) };
    return { type: kind };
  };
  function schemaOf2(kind) {
    const said2 = known2.get(kind);
    const schema = typeof said2 === "object" ? said2 : make(kind, said2);
    known2.set(kind, schema);
    return schema;
  }
  return (kind) => schemaOf2(kind);
}

// src/decision/playbook-schema.ts
var handle = { type: "string", pattern: /^[a-z][a-z0-9_]{0,63}$/ };
var condition = { type: "object" };
var FORMAT = `
playbook: format_version! playbook_id! version!=number plans=plan[] segments=segment[] entitlements=entitlement[] trials=trial[] placements=placement[] branding
plan: handle! name rank=number price
price: amount!=number currency! interval
segment: handle! condition!
entitlement: handle! name type!='feature|usage_limit|credits|seats|tier unit period warn_at_percent=percent tiers=string[] grants!=grant[]
grant: plans=of_plan[] segments=handle[] limit enforcement='hard|soft tier
trial: handle! plan!=of_plan days!=amount kind='free|reverse
placement: handle! name category!='fixed|gated|usage|trials|conversion|retention slot=handle priority=number holdout_percent=percent trigger=slot_render|entitlement_denied|usage_threshold|trial_stage|event|page_view payloads!=payload[]
slot_render: type!='slot_render
entitlement_denied: type!='entitlement_denied entitlement!=of_entitlement
usage_threshold: type!='usage_threshold entitlement!=of_entitlement percent!=amount
trial_stage: type!='trial_stage stage!='started|midpoint|ending|ended days_before_end=amount
event: type!='event name! condition
page_view: type!='page_view condition
payload: handle! target schedule rollout_percent=percent surface!=handle content!=full_content ctas=full_cta[] variants=variant[] caps=cap[] cooldown_hours=amount remind_later_hours=amount locales=words{}
target: plans=of_plan[] segments=handle[] condition
schedule: from=time until=time
full_content: title! body image dismissible=boolean meter position='top|bottom duration_ms=amount anchor=handle
content: title body image dismissible=boolean meter position='top|bottom duration_ms=amount anchor=handle
image: url! alt
meter: entitlement!=of_entitlement
full_cta: label! action! params=object
cta: label action params=object
words: content ctas=cta[]
variant: handle! weight!=amount content ctas=cta[] locales=words{}
cap: count!=amount period!='session|day|week|month|lifetime
branding: workspace_name logo_url theme
theme: colors=string{}
`;
var playbookSchema = once(
  () => readSchemas(FORMAT, {
    handle,
    condition,
    format_version: { enum: [1] },
    amount: { type: "number", minimum: 0 },
    percent: { type: "number", minimum: 0, maximum: 100 },
    limit: { type: ["number", "null"], minimum: 0 },
    currency: { type: "string", pattern: /^[A-Z]{3}$/ },
    /** ISO 8601, UTC. */
    time: {
      type: "string",
      pattern: /^\d{4}-(0\d|1[0-2])-[0-3]\d(T[0-2]\d:[0-5]\d[\d:.]*Z)?$/
    },
    of_plan: { ...handle, refers: "plans" },
    of_entitlement: { ...handle, refers: "entitlements" }
  })("playbook")
);

// src/decision/schema.ts
var NOWHERE = "?";
function joinPath(path, key2) {
  if (path === NOWHERE) return path;
  if (typeof key2 === "number") return `${path}[${key2}]`;
  return path ? `${path}.${key2}` : key2;
}
function typeOf(value) {
  const type = typeof value;
  if (type === "object") return value ? Array.isArray(value) ? "array" : type : "null";
  return type === "number" && !Number.isFinite(value) ? `${value}` : type;
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var itemsOf = (value) => Array.isArray(value) ? value : [];
function own(object, key2) {
  return isObject(object) && Object.hasOwn(object, key2) ? object[key2] : void 0;
}
function textOf(object, key2) {
  const value = own(object, key2);
  return typeof value === "string" && value ? value : void 0;
}
var listOf = (object, key2) => itemsOf(own(object, key2));
function faultOf(schema, value) {
  const { type, enum: words, pattern, minimum = -Infinity, maximum = Infinity } = schema;
  const kind = typeOf(value);
  if (type && type !== kind && !(Array.isArray(type) && type.includes(kind))) {
    return `must be ${[type].flat().join(" or ")}`;
  }
  if (words && !words.includes(value)) return `must be one of ${words.join(", ")}`;
  if (pattern && !pattern.test(`${value}`)) return `must match ${pattern.source}`;
  if (typeof value !== "number") return void 0;
  if (value < minimum) return `must be at least ${minimum}`;
  return value > maximum ? `must be at most ${maximum}` : void 0;
}
var kindsOf = (one) => one.properties?.type?.enum ?? [];
var isSound = (schema, value) => !problemsOf(schema, value, NOWHERE).length;
function problemsOf(schema, value, path = "", visit) {
  const problems = [];
  const report = (where, message) => void problems.push({ path: where, message });
  function check(schema2, value2, path2) {
    if (value2 === void 0 || !schema2) return;
    const fault2 = faultOf(schema2, value2);
    if (fault2) return report(path2, fault2);
    visit?.(schema2, value2, path2, report);
    if (isObject(value2)) checkFields(schema2, value2, path2);
    else itemsOf(value2).forEach((item, i2) => void check(schema2.items, item, joinPath(path2, i2)));
  }
  function checkFields(schema2, value2, path2) {
    const { required, properties = {}, additionalProperties, oneOf } = schema2;
    if (oneOf) {
      const choice = oneOf.find((one) => kindsOf(one).includes(value2.type));
      const type = { enum: oneOf.flatMap(kindsOf) };
      return checkFields(choice ?? { required: ["type"], properties: { type } }, value2, path2);
    }
    for (const key2 of required ?? []) {
      if (value2[key2] === void 0) report(joinPath(path2, key2), "is required");
    }
    for (const key2 in path2 === NOWHERE || additionalProperties ? value2 : properties) {
      const property = Object.hasOwn(properties, key2) ? properties[key2] : additionalProperties;
      check(property, value2[key2], joinPath(path2, key2));
    }
  }
  check(schema, value, path);
  return problems;
}

// src/decision/pattern.ts
var LONGEST_PATTERN = 256;
var LONGEST_INPUT = 1024;
function canExplode(pattern) {
  let bare = pattern.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x").replace(/[*?]|\{\d*,?\d*\}/g, "+");
  for (; ; ) {
    const [group, inside = "", quantifier = ""] = /\(\+?([^()]*)\)(\+?)/.exec(bare) ?? [];
    if (!group) return false;
    const risk = /[+|]/.test(inside) ? "+" : "";
    if (risk && quantifier) return true;
    bare = bare.replace(group, `x${risk}${quantifier}`);
  }
}
var MOST_KEPT = 1e3;
var kept = /* @__PURE__ */ new Map();
function compile(pattern, flags) {
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
function compilePattern(pattern, flags) {
  const key2 = `${flags}/${pattern}`;
  const compiled = kept.get(key2) ?? compile(pattern, flags);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key2, compiled);
  return compiled;
}

// src/decision/trace.ts
function record2(trace, gate, passed, actual, expected, children) {
  trace?.push({ gate, passed, actual, expected, ...children?.length && { children } });
  return passed;
}

// src/decision/values.ts
var isPrimitive = (value) => typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
var isHolder = (value) => typeof value === "object" && value !== null;
function isEqual(a2, b) {
  if (!isHolder(a2) || !isHolder(b) || Array.isArray(a2) !== Array.isArray(b)) return a2 === b;
  const keys = Object.keys(a2);
  return keys.length === Object.keys(b).length && keys.every((key2) => Object.hasOwn(b, key2) && isEqual(a2[key2], b[key2]));
}
function isLooselyEqual(actual, wanted) {
  if (actual === null || !isPrimitive(wanted)) return isEqual(actual, wanted);
  if (typeof wanted === "boolean") return !!actual === wanted;
  if (!isPrimitive(actual)) return false;
  return typeof wanted === "number" ? Number(actual) === wanted : `${actual}` === wanted;
}
function valueAt(scope, path) {
  let value = scope;
  for (const key2 of path) {
    if (!isHolder(value) || !Object.hasOwn(value, key2)) return null;
    value = value[key2];
  }
  return value ?? null;
}
var isIn = (actual, list) => Array.isArray(actual) ? actual.some((one) => list.includes(one)) : list.includes(actual);
var fold = (value) => typeof value === "string" ? value.toLowerCase() : Array.isArray(value) ? value.map(fold) : value;

// src/decision/versions.ts
function versionKey(version) {
  if (typeof version !== "string") return void 0;
  const parts = version.replace(/^v|\+.*$/g, "").split(/[-.]/);
  if (parts.length === 3) parts.push("~");
  return parts.map((part) => /^\d+$/.test(part) ? part.padStart(16, "0") : `w${part}`).join(" ");
}

// src/decision/operators.ts
var not = (holds) => (actual, wanted, run, path, trace) => !holds(actual, wanted, run, path, trace);
var as = (become, holds) => (actual, wanted, run, path) => holds(become(actual), become(wanted), run, path);
var compare = (holds) => (a2, b) => isPrimitive(a2) && isPrimitive(b) && holds(a2, b);
var until = (decisive, ofNone) => (scope, wanted, run, path, trace) => {
  const conditions = itemsOf(wanted);
  let answer2 = conditions.length ? !decisive : ofNone;
  let i2 = 0;
  for (const one of conditions) {
    if (meets(scope, one, run, joinPath(path, i2++), trace) === decisive) answer2 = decisive;
    if (answer2 === decisive && !run.thorough) break;
  }
  return answer2;
};
var itemTest = (holds, wanted, run, path) => {
  const test = (item) => holds(item, wanted, run, path);
  if (run.problems) test(null);
  return test;
};
var gt = compare((a2, b) => a2 > b);
var gte = compare((a2, b) => a2 >= b);
var lt = compare((a2, b) => a2 < b);
var lte = compare((a2, b) => a2 <= b);
var isInList = (actual, list) => isIn(actual, itemsOf(list));
var isInSegment = (actual, segment, run) => isIn(actual, run.membersOf(`${segment}`));
var hasAll = (actual, wanted, run, path) => {
  const tests = itemsOf(wanted).map((one, i2) => itemTest(hasValue, one, run, joinPath(path, i2)));
  return Array.isArray(actual) && tests.every((test) => actual.some(test));
};
var hasElement = (actual, wanted, run, path) => {
  const isValue = Object.keys(Object(wanted)).some((key2) => OPERATORS.has(key2));
  const test = itemTest(isValue ? hasValue : meets, wanted, run, path);
  return itemsOf(actual).filter(test).length > 0;
};
var hasSize = (actual, wanted, run, path, trace) => {
  const isList = Array.isArray(actual);
  return hasValue(isList ? actual.length : null, wanted, run, path, isList ? trace : void 0) && isList;
};
var fits = (flags) => (actual, wanted, run, path) => {
  const pattern = compilePattern(`${wanted}`, flags);
  if (typeof pattern === "string") return invalid(run, path, pattern);
  run.hasPattern = true;
  if (!isPrimitive(actual)) return false;
  run.refused ||= `${actual}`.length > LONGEST_INPUT;
  return !run.refused && pattern.test(`${actual}`);
};
function invalid({ problems }, path, message) {
  problems?.push({ path, message });
  return false;
}
var fault = (message) => (_2, __, run, path) => invalid(run, path, message);
var operatorsOf = (table2) => new Map(
  Object.entries(table2).flatMap(
    ([types, group]) => Object.entries(group).map(([key2, holds]) => [
      key2,
      (actual, wanted, run, path, trace) => !types || types.includes(typeOf(wanted)) ? holds(actual, wanted, run, path, trace) : invalid(run, path, `must be ${types}`)
    ])
  )
);
var OPERATORS = operatorsOf({
  "": {
    $eq: isEqual,
    $ne: not(isEqual),
    $exists: (actual, wanted) => actual !== null === !!wanted,
    $not: not(hasValue),
    $size: hasSize
  },
  array: {
    $in: isInList,
    $nin: not(isInList),
    $ini: as(fold, isInList),
    $nini: not(as(fold, isInList)),
    $all: hasAll,
    $alli: as(fold, hasAll)
  },
  "string or number or boolean": { $gt: gt, $gte: gte, $lt: lt, $lte: lte },
  string: {
    $veq: as(versionKey, isEqual),
    $vne: as(
      versionKey,
      compare((a2, b) => a2 !== b)
    ),
    $vgt: as(versionKey, gt),
    $vgte: as(versionKey, gte),
    $vlt: as(versionKey, lt),
    $vlte: as(versionKey, lte),
    $type: (actual, wanted) => typeOf(actual) === wanted,
    $regex: fits(""),
    $regexi: fits("i"),
    $inSegment: isInSegment,
    $notInSegment: not(isInSegment)
  },
  object: { $elemMatch: hasElement }
});
var LOGICAL = operatorsOf({
  "": { $not: not(meets) },
  array: { $and: until(false, true), $nor: not(until(true, false)), $or: until(true, true) }
});
var UNKNOWN = fault("is not an operator");
var MISPLACED = fault("is an operator where a path is wanted");
function isOperators(wanted) {
  if (!isObject(wanted)) return false;
  for (const key2 in wanted) if (key2.startsWith("$") && Object.hasOwn(wanted, key2)) return true;
  return false;
}
function hasValue(actual, wanted, run, path, trace) {
  return isOperators(wanted) ? passesKeys(actual, wanted, run, path, trace) : isLooselyEqual(actual, wanted);
}
function meets(scope, condition2, run, path, trace) {
  return isObject(condition2) ? passesKeys(scope, condition2, run, path, trace, LOGICAL) : invalid(run, path, "must be object");
}
function passesKeys(scope, wanted, run, path, trace, operators = OPERATORS) {
  let answer2 = true;
  for (const gate in wanted) {
    if (!Object.hasOwn(wanted, gate)) continue;
    const isValue = operators === OPERATORS;
    const operator = operators.get(gate) ?? (isValue ? UNKNOWN : OPERATORS.has(gate) && MISPLACED);
    const expected = wanted[gate];
    const actual = operator ? scope : valueAt(scope, gate.split("."));
    const children = trace && [];
    const passed = (operator || hasValue)(actual, expected, run, joinPath(path, gate), children);
    if (isValue || !operator) record2(trace, gate, passed, actual, expected, children);
    else record2(trace, gate, passed, void 0, void 0, children);
    if (!passed && !run.thorough) return false;
    answer2 &&= passed;
  }
  return answer2;
}

// src/decision/conditions.ts
var runOf = (membersOf, thorough, problems) => ({
  membersOf,
  thorough,
  problems,
  hasPattern: false,
  refused: false
});
function inspect(condition2, path) {
  const problems = [];
  const run = runOf(() => [], true, problems);
  try {
    meets(null, condition2, run, path);
  } catch {
    invalid(run, path, "is nested too deeply");
  }
  return problems;
}
var known = /* @__PURE__ */ new WeakMap();
function matches(condition2, context, membersOf, trace) {
  if (!isObject(condition2)) return false;
  try {
    let thorough = known.get(condition2);
    if (thorough === void 0) {
      const problems = [];
      let asksForSegments = false;
      const run2 = runOf(
        () => {
          asksForSegments = true;
          return [];
        },
        true,
        problems
      );
      const answer2 = meets(context, condition2, run2, NOWHERE) && !run2.refused;
      thorough = problems.length ? null : run2.hasPattern;
      known.set(condition2, thorough);
      if (!problems.length && !asksForSegments && !trace) return answer2;
    }
    if (thorough === null) return false;
    const run = runOf(membersOf, thorough || !!trace);
    return meets(context, condition2, run, NOWHERE, trace) && !run.refused;
  } catch {
    return false;
  }
}

// src/decision/validate.ts
function playbookProblems(playbook) {
  return problemsOf(playbookSchema(), playbook ?? null, "", (schema, value, path, report) => {
    const mustBeIn = (list, handle2, at) => {
      if (list && !listOf(playbook, list).some((part) => own(part, "handle") === handle2)) {
        report(at, `names nothing in ${list}`);
      }
    };
    if (schema === condition) {
      for (const problem of inspect(value, path)) report(problem.path, problem.message);
    }
    mustBeIn(schema.refers, value, path);
    if (own(value, "action") === "open_placement") {
      const named = own(own(value, "params"), "placement");
      mustBeIn("placements", named, joinPath(path, "params.placement"));
    }
    if (Array.isArray(value) && schema.items?.properties?.handle) {
      const handles = value.map((part) => own(part, "handle"));
      handles.forEach((handle2, i2) => {
        if (handles.indexOf(handle2) < i2) report(`${path}[${i2}].handle`, "is used twice");
      });
    }
    const type = own(value, "type");
    listOf(value, "grants").forEach((grant, i2) => {
      const at = `${path}.grants[${i2}]`;
      if (!own(grant, "plans") && !own(grant, "segments")) {
        report(at, "must name plans or segments");
      } else if (type === "tier") {
        const isKnown = listOf(value, "tiers").includes(own(grant, "tier"));
        if (!isKnown) report(`${at}.tier`, "must be one of the entitlement's tiers");
      } else if (type !== "feature" && own(grant, "limit") === void 0) {
        report(`${at}.limit`, "is required; null is unlimited");
      }
    });
  });
}

// src/decision/compile.ts
function soundPart(list, part) {
  const authored = playbookSchema().properties?.[list] ?? {};
  const schema = authored.items ?? authored;
  if (part && isSound(schema, part)) return part;
  const bad = /* @__PURE__ */ new Set();
  for (const { path } of problemsOf(schema, part ?? null)) {
    const [, name = "", index] = /^(grants|payloads)\[(\d+)\]/.exec(path) ?? [];
    if (!index) return void 0;
    bad.add(listOf(part, name)[Number(index)]);
  }
  const kept2 = (name) => listOf(part, name).filter((item) => !bad.has(item));
  return Object.assign({}, part, { grants: kept2("grants"), payloads: kept2("payloads") });
}
function priorityOf(part) {
  const priority = own(part, "priority");
  return typeof priority === "number" ? priority : 0;
}
function compilePlaybook(playbook) {
  const usable = own(playbook, "format_version") === 1;
  const known2 = /* @__PURE__ */ new Map();
  function once2(key2, find3) {
    let value = known2.get(key2);
    if (value === void 0) {
      value = find3();
      known2.set(key2, value);
    }
    return value;
  }
  function indexOf(list, key2) {
    const isType = key2 === "type";
    const index = /* @__PURE__ */ new Map();
    for (const part of usable ? listOf(playbook, list) : []) {
      const said2 = textOf(isType ? own(part, "trigger") : part, key2);
      const text = said2 ?? (isType ? "slot_render" : "");
      const parts = index.get(text);
      if (parts) parts.push(part);
      else index.set(text, [part]);
    }
    return index;
  }
  function find2(list, key2, text = "") {
    const index = once2(
      key2 === "handle" ? list : key2,
      () => indexOf(list, key2)
    );
    const authored = index.get(text);
    if (!authored) return [];
    return once2(
      authored,
      () => authored.toSorted((a2, b) => priorityOf(b) - priorityOf(a2)).flatMap((part) => soundPart(list, part) ?? [])
    );
  }
  return {
    usable,
    version: Number(own(playbook, "version")) || 0,
    get branding() {
      return once2(
        "branding",
        () => soundPart("branding", usable && own(playbook, "branding"))
      );
    },
    get problems() {
      return once2("problems", () => playbookProblems(playbook));
    },
    part: (list, handle2) => find2(list, "handle", handle2)[0],
    placements: (key2, text) => find2("placements", key2, text)
  };
}

// src/decision/trial.ts
var DAY = 864e5;
var timeIn = (trial, key2) => Date.parse(textOf(trial, key2) ?? "");
var firstNumber = (...values) => Number(values.find(Number.isFinite));
function trialState(playbook, trial, now) {
  if (!isObject(trial)) return void 0;
  const { in_trial, converted, day_number, days_remaining } = trial;
  const authored = playbook.part("trials", textOf(trial, "trial_handle"));
  const length = Number(authored?.days) * DAY;
  const begun = firstNumber(timeIn(trial, "started_at"), now - (firstNumber(day_number) - 1) * DAY);
  const endsAt = firstNumber(
    timeIn(trial, "ends_at"),
    now + firstNumber(days_remaining) * DAY,
    begun + length
  );
  const startedAt = firstNumber(begun, endsAt - length);
  const isOver = now >= endsAt;
  const active = in_trial === true && converted !== true && !isOver;
  const daysRemaining = firstNumber(days_remaining, Math.max(0, Math.ceil((endsAt - now) / DAY)));
  const midpoint = (startedAt + endsAt) / 2;
  return {
    active,
    plan: playbook.part("plans", textOf(trial, "plan_handle") ?? authored?.plan),
    day_number: firstNumber(day_number, Math.max(1, Math.floor((now - startedAt) / DAY) + 1)),
    days_remaining: daysRemaining,
    endsAt,
    nextDay: endsAt - (daysRemaining - 1) * DAY,
    stage(daysBeforeEnd, note3) {
      const ending = endsAt - daysBeforeEnd * DAY;
      for (const turn of [midpoint, ending, endsAt]) note3(turn);
      if (converted === true) return void 0;
      if (!active) return isOver || in_trial === false && authored ? "ended" : void 0;
      if (now >= ending) return "ending";
      return now >= midpoint ? "midpoint" : "started";
    }
  };
}

// src/decision/subject.ts
function createSubject(playbook, input) {
  const { now } = input;
  const context = isObject(input.context) ? input.context : {};
  const trial = trialState(playbook, own(context, "trial"), now);
  return { playbook, input, context, now, trial, due: Infinity };
}
var idOf = ({ context }) => textOf(context, "id") ?? textOf(context, "anonymous_id");
var planOf = ({ playbook, context }) => playbook.part("plans", textOf(context, "plan_handle"));
function note(subject, time = 0) {
  if (time > subject.now && time < subject.due) subject.due = time;
}
function meets2(subject, condition2, trace) {
  const { context } = subject;
  const membersOf = (segment) => isIn2(subject, segment) ? [idOf(subject), textOf(context, "anonymous_id")] : [];
  return matches(condition2, context, membersOf, trace);
}
function isIn2(subject, segment) {
  const { context, playbook } = subject;
  if (listOf(context, "segments").includes(segment)) return true;
  subject.members ??= /* @__PURE__ */ new Map();
  const { members } = subject;
  if (members.has(segment)) {
    let inCircle = false;
    for (const [one, isMember2] of members) {
      inCircle ||= one === segment && isMember2 === void 0;
      if (inCircle && isMember2 === void 0) members.set(one, false);
    }
    return !!members.get(segment);
  }
  members.set(segment, void 0);
  const authored = playbook.part("segments", segment);
  const isMember = !!authored && meets2(subject, authored.condition);
  const answer2 = members.get(segment) ?? isMember;
  members.set(segment, answer2);
  return answer2;
}

// src/decision/entitlements.ts
function grantedBy(subject, { plans, segments }) {
  if (segments && !segments.some((segment) => isIn2(subject, segment))) return void 0;
  if (!plans) return segments && "granted_by_segment";
  if (plans.includes(planOf(subject)?.handle ?? "")) return "granted_by_plan";
  const { trial } = subject;
  if (!trial?.active || !plans.includes(trial.plan?.handle ?? "")) return void 0;
  note(subject, trial.endsAt);
  return "granted_by_trial";
}
function generosityOf({ type, tiers = [] }, grant) {
  const { limit, enforcement, tier = "" } = grant;
  if (type === "feature") return [0, 0];
  if (type === "tier") return tiers.includes(tier) ? [0, tiers.indexOf(tier)] : void 0;
  if (limit === null) return [2, 0];
  return limit === void 0 ? void 0 : [enforcement === "soft" ? 1 : 0, limit];
}
function answer(subject, handle2) {
  const { playbook, context } = subject;
  if (!playbook.usable) return ["playbook_unavailable"];
  const said2 = own(context.entitlements, handle2);
  if (typeof said2 === "boolean") return [said2 ? "granted_by_server" : "denied_by_server"];
  const entitlement = playbook.part("entitlements", handle2);
  if (!entitlement) return ["entitlement_unknown"];
  const [best] = entitlement.grants.flatMap((grant2) => {
    const generosity = generosityOf(entitlement, grant2);
    const reason2 = generosity && grantedBy(subject, grant2);
    return reason2 ? { grant: grant2, generosity, reason: reason2 } : [];
  }).sort(({ generosity: a2 }, { generosity: b }) => b[0] - a2[0] || b[1] - a2[1]);
  if (!best) return [planOf(subject) ? "not_in_plan" : "plan_unknown"];
  const { grant, reason } = best;
  const { type, warn_at_percent: warnAt = Infinity } = entitlement;
  const { limit = null, tier = "" } = grant;
  if (type === "feature") return [reason];
  if (type === "tier") return [reason, { tier }];
  const used = own(context.usage, handle2) ?? 0;
  if (typeof used !== "number" || !(used >= 0) || used === Infinity) return ["usage_invalid"];
  if (limit === null) return [reason, { limit, used, remaining: null }];
  const isOver = used >= limit && (grant.enforcement === "soft" ? "over_soft_limit" : "limit_reached");
  const isNear = used * 100 >= warnAt * limit && "near_limit";
  return [isOver || isNear || reason, { limit, used, remaining: Math.max(0, limit - used) }];
}
function entitlementOf(subject, handle2) {
  const { playbook, input } = subject;
  subject.entitlements ??= /* @__PURE__ */ new Map();
  let result = subject.entitlements.get(handle2) ?? input.entitled?.(handle2);
  if (!result) {
    const [reason, amounts] = answer(subject, handle2);
    const isLimited = /^(near|over)/.test(reason) && "limited";
    const status = isLimited || (/^granted/.test(reason) ? "granted" : "denied");
    const source = playbook.usable ? input.source ?? "playbook" : "none";
    result = { handle: handle2, allowed: status !== "denied", status, reason, ...amounts, source };
  }
  subject.entitlements.set(handle2, result);
  return result;
}
function decideEntitlement(playbook, handle2, input) {
  return entitlementOf(createSubject(playbook, input), handle2);
}

// src/decision/frequency.ts
var HOUR = DAY / 24;
var REMIND_HOURS = 24;
var WINDOWS = { day: DAY, week: 7 * DAY, month: 30 * DAY };
var NEVER = -Infinity;
var timeIn2 = (record3, key2) => {
  const at = own(record3, key2);
  return Number.isFinite(at) ? Number(at) : NEVER;
};
var orNull = (at) => at > NEVER ? at : null;
function askFrequency({
  subject,
  query,
  payload,
  key: key2,
  trace
}) {
  const {
    now,
    input: { history }
  } = subject;
  const { caps = [], cooldown_hours, remind_later_hours = REMIND_HOURS } = payload;
  const isEnforced = query.enforceCaps !== false;
  const isAnswer = query.requested || query.trigger?.type === "entitlement_denied";
  const onDisplay = !!query.displaying?.includes(key2);
  const sessionStart = timeIn2(history, "session_started_at");
  const displays = listOf(history, "displays").filter((display) => own(display, "key") === key2).map((display) => timeIn2(display, "at")).filter((at) => at > NEVER);
  const isWaiting = (from, hours2) => {
    if (hours2 === void 0) return !isAnswer && from > NEVER && from >= sessionStart;
    const until2 = from + hours2 * HOUR;
    if (from <= now) note(subject, until2);
    return from <= now && now < until2;
  };
  const reminded = timeIn2(own(history, "reminded"), key2);
  const rests = isWaiting(reminded, isEnforced ? remind_later_hours : void 0);
  if (!record2(trace, "remind_later", !rests, orNull(reminded), remind_later_hours)) {
    return "reminded_later";
  }
  const hours = isEnforced ? cooldown_hours : void 0;
  const starts = [timeIn2(own(history, "dismissed"), key2)];
  if (hours !== void 0 && !onDisplay) starts.push(...displays);
  const isCooling = starts.some((at) => isWaiting(at, hours));
  if (!record2(trace, "cooldown", !isCooling, orNull(Math.max(...starts)), hours ?? "session")) {
    return "cooling_down";
  }
  const counts = caps.map(({ period, count }) => {
    const length = WINDOWS[period];
    const counting = displays.filter(
      (at) => length ? at <= now && at > now - length : period === "lifetime" || at >= sessionStart
    ).sort((a2, b) => a2 - b);
    if (length) note(subject, (counting.at(-count) ?? NEVER) + length);
    return counting.length;
  });
  const hasRoom = caps.every(({ count }, i2) => (counts[i2] ?? 0) < count);
  const told = counts.length > 1 ? counts : counts[0];
  const isFree = !isEnforced || onDisplay || hasRoom;
  return record2(trace, "caps", isFree, told, caps) ? void 0 : "cap_reached";
}

// src/decision/tokens.ts
var TOKEN = /\{\{([a-z_][a-z0-9_.]*)(?:\|([^{}]*))?\}\}/g;
function usagePercent({ limit, used = 0 }) {
  if (typeof limit !== "number") return void 0;
  return limit > 0 ? used * 100 / limit : 100;
}
function find(name, { subject, meter, ctas, locale }) {
  const { context, playbook, input, trial } = subject;
  const nameOf = (one) => one?.name ?? one?.handle;
  if (name.startsWith("traits.")) return name.split(".").reduce(own, context);
  const plan = planOf(subject);
  if (name.startsWith("day")) note(subject, trial?.nextDay);
  const usage = meter ? entitlementOf(subject, meter) : {};
  const named = ctas.map((cta) => own(cta.params, "plan")).find((one) => one);
  const { price } = (named ? playbook.part("plans", `${named}`) : plan) ?? {};
  return own(
    {
      plan_name: nameOf(plan),
      trial_plan_name: nameOf(trial?.plan),
      days_remaining: trial?.days_remaining,
      day_number: trial?.day_number,
      usage_used: usage.used,
      usage_limit: usage.limit,
      usage_remaining: usage.remaining,
      usage_percent: Math.floor(usagePercent(usage) ?? NaN),
      workspace_name: own(playbook.branding, "workspace_name"),
      user_name: own(context, "name"),
      price: price && (input.formatPrice?.(price, locale) ?? "{{price}}")
    },
    name
  );
}
function expandTokens(value, scope, missing, key2) {
  if (typeof value === "string") {
    if (!value.includes("{{")) return value;
    return value.replace(TOKEN, (_2, name, fallback) => {
      const found = find(name, scope);
      const text = isPrimitive(found) && found !== "" ? `${found}` : fallback;
      if (text === void 0) missing.push(name);
      return key2 === "url" ? encodeURIComponent((text ?? "").replace(/\p{Cs}/gu, "\uFFFD")) : text ?? "";
    });
  }
  if (typeof value !== "object" || !value) return value;
  if (Array.isArray(value)) return value.map((item) => expandTokens(item, scope, missing));
  const said2 = { ...value };
  for (const name of Object.keys(said2)) said2[name] = expandTokens(said2[name], scope, missing, name);
  return said2;
}

// src/decision/outputs.ts
function wordsIn(locales, locale) {
  for (let tag = locale; tag && locales; tag = tag.replace(/(^|-)[^-]*$/, "")) {
    if (Object.hasOwn(locales, tag)) return locales[tag];
  }
  return void 0;
}
function outputOf({ subject, query, placement, payload, key: key2 }) {
  const { variants, locales, surface } = payload;
  const locale = textOf(query, "locale") ?? textOf(subject.context, "locale");
  const variant = variants?.[chooseByWeight(variants, bucket(`${key2}:variant`, idOf(subject) ?? ""))];
  let content = payload.content;
  let ctas = payload.ctas ?? [];
  for (const words of [wordsIn(locales, locale), variant, wordsIn(variant?.locales, locale)]) {
    if (words) {
      content = { ...content, ...words.content };
      ctas = ctas.map((cta, i2) => ({ ...cta, ...words.ctas?.[i2] }));
    }
  }
  const meter = content.meter?.entitlement ?? textOf(placement.trigger, "entitlement");
  const missing = [];
  const slot = query.slot ?? placement.slot;
  const output = {
    placement: placement.handle,
    payload: payload.handle,
    ...variant && { variant: variant.handle },
    ...slot && { slot },
    surface,
    ...expandTokens({ content, ctas }, { subject, meter, ctas, locale }, missing),
    playbook_version: subject.playbook.version
  };
  return { output, missing };
}

// src/decision/playbook-types.ts
var IN_FLOW_SURFACES = ["banner", "card", "button", "usage_meter", "gate"];
var PAGE_LEVEL_SURFACES = ["modal", "toast", "full_page", "tooltip", "bar"];

// src/decision/gates.ts
var ENDING_DAYS = 3;
var IN_FLOW = IN_FLOW_SURFACES;
var PAGE_LEVEL = PAGE_LEVEL_SURFACES;
function draw(subject, seed, percent) {
  const id = idOf(subject);
  const position = id === void 0 ? null : bucket(seed, id) * 100;
  return [percent >= 100 || position !== null && position < percent, position];
}
function meetsTrigger({ subject, query: { inactive }, placement: { category, trigger } }, children) {
  const { context, trial } = subject;
  if (inactive?.includes(category) || inactive?.includes(trigger?.type ?? "slot_render")) {
    return [false, "switched off"];
  }
  switch (trigger?.type) {
    case "usage_threshold": {
      const percent = usagePercent(entitlementOf(subject, trigger.entitlement));
      return [percent !== void 0 && percent >= trigger.percent, percent];
    }
    case "trial_stage": {
      const { days_before_end = ENDING_DAYS } = trigger;
      const stage = trial?.stage(days_before_end, (time) => note(subject, time));
      return [stage === trigger.stage, stage];
    }
    case "event": {
      const name = own(context.event, "name");
      return [name === trigger.name && meets2(subject, trigger.condition ?? {}, children), name];
    }
    case "page_view":
      return [meets2(subject, trigger.condition ?? {}, children), own(context.page, "path")];
    default:
      return [true];
  }
}
function askPlacement(question) {
  const { subject, query, placement, trace } = question;
  const { handle: handle2, trigger, holdout_percent: percent } = placement;
  if (!query.requested) {
    if (trigger?.type === "entitlement_denied") {
      const { allowed, reason } = entitlementOf(subject, trigger.entitlement);
      if (!record2(trace, "entitlement", !allowed, reason, "denied")) return "entitled";
    }
    const children = trace && [];
    const [passed, actual] = meetsTrigger(question, children);
    const expected = trigger ?? { type: "slot_render" };
    if (!record2(trace, "trigger", passed, actual, expected, children)) return "trigger_not_met";
  }
  if (percent) {
    const [isDrawn, position] = draw(subject, `${handle2}:holdout`, percent);
    if (!record2(trace, "holdout", !isDrawn, position, percent)) return "holdout";
  }
  return void 0;
}
function askTarget({ subject, payload, trace }) {
  const { target: { plans, segments, condition: condition2 } = {}, schedule } = payload;
  const { now } = subject;
  if (plans) {
    const plan = planOf(subject)?.handle;
    const isAmong = plan !== void 0 && plans.includes(plan);
    if (!record2(trace, "plan", isAmong, plan, plans)) return "plan_mismatch";
  }
  if (segments) {
    const member = segments.filter((segment) => isIn2(subject, segment));
    if (!record2(trace, "segment", member.length > 0, member, segments)) return "segment_mismatch";
  }
  if (condition2) {
    const children = trace && [];
    const isMet = meets2(subject, condition2, children);
    if (!record2(trace, "condition", isMet, void 0, condition2, children)) {
      return "condition_mismatch";
    }
  }
  if (schedule) {
    const begins = schedule.from === void 0 ? now : Date.parse(schedule.from);
    const ends = schedule.until === void 0 ? Infinity : Date.parse(schedule.until);
    note(subject, now < begins ? begins : ends);
    const isOn = begins <= now && now < ends;
    if (!record2(trace, "schedule", isOn, now, schedule)) return "outside_schedule";
  }
  return void 0;
}
function askPayload(question) {
  const reason = askTarget(question);
  if (reason) return reason;
  const { subject, query, payload, key: key2, trace } = question;
  const { rollout_percent: percent, surface } = payload;
  if (percent !== void 0) {
    const [isDrawn, position] = draw(subject, `${key2}:rollout`, percent);
    if (!record2(trace, "rollout", isDrawn, position, percent)) return "rollout_excluded";
  }
  const { registered, slot, surfaces } = query;
  const inFlow = IN_FLOW.includes(surface) || !!registered?.includes(surface);
  const isKnown = inFlow || PAGE_LEVEL.includes(surface);
  if (!record2(trace, "surface_known", isKnown, surface, "registered")) return "surface_unknown";
  const isAccepted = surfaces?.includes(surface) ?? (inFlow || slot === void 0);
  if (!record2(trace, "surface_accepted", isAccepted, surface, surfaces ?? "in flow")) {
    return "surface_not_accepted";
  }
  const tooOften = askFrequency(question);
  if (tooOften) return tooOften;
  const { output, missing } = outputOf(question);
  return record2(trace, "tokens", !missing.length, missing, []) ? output : "token_missing";
}

// src/decision/placements.ts
function candidatesFor(playbook, { placement, slot, trigger }) {
  if (placement !== void 0) return playbook.placements("handle", placement);
  if (slot !== void 0) return playbook.placements("slot", slot);
  if (trigger) {
    return playbook.placements("type", trigger.type).filter(
      (one) => ["entitlement", "name", "stage"].every((key2) => {
        const wanted = own(trigger, key2);
        return wanted === void 0 || wanted === own(one.trigger, key2);
      })
    );
  }
  return playbook.placements("slot").filter((one) => !/^e/.test(one.trigger?.type ?? ""));
}
var isFinal = (reason) => /^(cap_|cooling|reminded)/.test(reason);
function evaluate(subject, query, candidates) {
  const { playbook } = subject;
  const reasons = [];
  let output;
  const tell = (verdict, placement, gates = [], payload) => {
    const isReason = typeof verdict === "string";
    const reason = isReason ? verdict : output ? "lower_priority" : "shown";
    if (!isReason) output ??= verdict;
    if (!reasons.includes(reason)) reasons.push(reason);
    candidates?.push({
      placement: placement.handle,
      ...payload && { payload: payload.handle },
      reason,
      gates
    });
    return !isReason || isFinal(verdict);
  };
  for (const placement of candidatesFor(playbook, query ?? {})) {
    try {
      const gates = candidates && [];
      const unmet = askPlacement({ subject, query, placement, trace: gates });
      if (unmet) tell(unmet, placement, gates);
      else {
        placement.payloads.some((payload) => {
          const trace = gates && [...gates];
          const key2 = `${placement.handle}/${payload.handle}`;
          const verdict = askPayload({ subject, query, placement, payload, key: key2, trace });
          return tell(verdict, placement, trace, payload);
        });
      }
    } catch {
    }
    if (output && !candidates) break;
  }
  if (output) return { visible: true, reasons: ["shown"], output };
  if (!reasons.length) reasons.push(playbook.usable ? "no_placement" : "playbook_unavailable");
  return { visible: false, reasons };
}
function subjectFor(playbook, query, input) {
  const { trigger } = query ?? {};
  if (trigger?.type !== "event") return createSubject(playbook, input);
  const { name, properties = {} } = trigger;
  const context = { ...input.context, event: { name, properties } };
  return createSubject(playbook, { ...input, context });
}
function explainPlacement(playbook, query, input) {
  const candidates = [];
  const { visible, reasons } = evaluate(subjectFor(playbook, query, input), query, candidates);
  return { visible, reasons, candidates };
}

// src/options/take.ts
function take(field, read2, path, report) {
  const { properties = {}, additionalProperties, refused = [], description, ...whole } = field;
  const isTable = whole.type === "object" && !whole.required && (field.properties ?? additionalProperties);
  const isSound2 = (value) => {
    const fault2 = refused.find(([pattern]) => pattern.test(`${value}`))?.[1];
    if (fault2) report(path, ...fault2);
    if (fault2) return false;
    const problems = problemsOf(isTable ? whole : field, value, path);
    for (const { path: at, message } of problems) {
      const told = description ? `must be ${description}` : message;
      report(at, at === path ? `${told} (got ${typeOf(value)})` : told);
    }
    return !problems.length;
  };
  try {
    const sound3 = read2().filter((value) => value !== void 0 && isSound2(value));
    if (!isTable) return sound3[0];
    const objects = sound3.filter(isObject);
    const entries = [];
    for (const name of new Set([properties, ...objects].flatMap(Object.keys))) {
      const at = joinPath(path, name);
      const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (inner) {
        const value = take(inner, () => objects.map((object) => object[name]), at, report);
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
    if (told.some((fault2) => fault2.option === option)) continue;
    const { description } = fields.properties?.[option] ?? {};
    const isEarlier = told.some((f2) => f2.code === "retired" && f2.option.startsWith(option));
    report(
      option,
      `is required in ${runtimeMode}${description ? `: ${description}` : ""}`,
      isEarlier ? "earlier_shape" : "required"
    );
  }
  const faults = told.map((fault2) => ({
    ...fault2,
    fatal: missing.includes(fault2.option) || ["refused", "earlier_shape"].includes(fault2.code)
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

// src/context/within-time.ts
function withinTime(answer2, ms) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, ms, new Error(`no answer in ${ms / 1e3} seconds`));
    answer2.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// src/context/client-session.ts
var TOKEN2 = /^svc_client_[\w.~+/=-]+$/;
var ATTEMPTS = 3;
var LIMIT_MS = 1e4;
function createClientSession({ mint, warn }) {
  let attempts = 0;
  let held;
  async function ask(give) {
    try {
      const token2 = await withinTime(Promise.resolve().then(give), LIMIT_MS);
      if (typeof token2 === "string" && TOKEN2.test(token2)) return token2;
      warn("clientSession gave no client-session token (svc_client_\u2026)");
    } catch {
      warn("clientSession failed");
    }
    return void 0;
  }
  async function token() {
    if (!held) {
      if (!mint || attempts >= ATTEMPTS) return void 0;
      attempts += 1;
      held = { asked: ask(mint) };
    }
    const mine = held;
    const answer2 = await mine.asked;
    if (held !== mine) return void 0;
    if (answer2) mine.token = answer2;
    else held = void 0;
    return answer2;
  }
  return {
    token,
    expire(expired) {
      if (held?.token === expired) held = void 0;
    },
    retry() {
      if (attempts <= ATTEMPTS) attempts = 0;
    },
    renew() {
      attempts = 0;
      held = void 0;
    },
    end() {
      attempts = Number.POSITIVE_INFINITY;
      held = void 0;
    }
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
  const unstored = /* @__PURE__ */ new Set();
  const keyOf = (name) => `${prefix}:${name}`;
  const fits2 = (text) => new TextEncoder().encode(text).length <= LIMIT_BYTES;
  const ask = (question) => attempt(() => {
    const answer2 = question(adapter ?? native());
    Promise.resolve(answer2).catch(() => {
    });
    return answer2;
  });
  const storedKeys = () => {
    const keys = ask(Object.keys);
    return Array.isArray(keys) ? keys.filter((key2) => key2.startsWith(keyOf(""))) : [];
  };
  const erase = (key2) => ask((store) => store.removeItem(key2));
  function load(key2) {
    const text = ask((store) => store.getItem(key2));
    if (typeof text !== "string" || !fits2(text)) return void 0;
    memory.set(key2, text);
    unstored.delete(key2);
    return text;
  }
  function save(key2, text) {
    if (enabled) {
      if (fits2(text)) ask((store) => store.setItem(key2, text));
      if (load(key2) !== text) {
        erase(key2);
        unstored.add(key2);
      }
    }
    memory.set(key2, text);
  }
  return {
    keyOf,
    names() {
      const used = adapter || !enabled ? memory.keys() : unstored;
      const keys = /* @__PURE__ */ new Set([...enabled ? storedKeys() : [], ...used]);
      return [...keys].map((key2) => key2.slice(keyOf("").length));
    },
    read(name) {
      const key2 = keyOf(name);
      return attempt(() => JSON.parse(enabled && load(key2) || memory.get(key2) || ""));
    },
    write(name, value) {
      attempt(() => save(keyOf(name), JSON.stringify(value)));
    },
    remove(name) {
      const key2 = keyOf(name);
      memory.delete(key2);
      unstored.delete(key2);
      if (enabled) erase(key2);
    },
    enable(on2) {
      enabled = on2;
      for (const [key2, text] of memory) {
        if (!on2) erase(key2);
        else if (!load(key2)) save(key2, text);
      }
      if (!on2) storedKeys().forEach(erase);
    }
  };
}

// src/context/turns.ts
var PATIENCE_MS = 1e3;
var SPREAD_MS = 30;
function createTurns(locks, name, page) {
  const jobs = [];
  const work = () => {
    for (const job of jobs.splice(0)) job();
  };
  attempt(() => page.addEventListener("pagehide", work));
  const turn = async () => {
    work();
    await new Promise((resolve) => setTimeout(resolve, SPREAD_MS));
  };
  const request = async () => {
    await void 0;
    if (!locks) return turn();
    return Promise.race([
      locks.request(name, turn),
      new Promise((_2, refuse) => setTimeout(refuse, PATIENCE_MS))
    ]);
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
  const takeTurn2 = createTurns(locks, name, window2);
  const entries = () => readMatches(storage, NAME, ENTRY);
  const write = (all) => storage.write(NAME, all.join("").slice(0, LIMIT_BYTES2 - 2));
  function read2(userKey) {
    const displays = [];
    const times = { dismissed: {}, reminded: {} };
    for (const entry of entries().reverse()) {
      const [, kind = "", key2 = "", end = ""] = entry.split(" ");
      const at = Number.parseInt(end, 10);
      const kept2 = times[kind];
      if (!entry.startsWith(hash(userKey))) continue;
      if (kept2) kept2[key2] = at;
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
    update: (userKey, change) => takeTurn2(() => {
      const added = attempt(() => change(read2(userKey)));
      if (added) write([.../* @__PURE__ */ new Set([`${hash(userKey)}${added.join(" ")};`, ...entries()])]);
      attempt(onChange);
    }),
    forget: (userKey) => takeTurn2(() => write(entries().filter((entry) => !entry.startsWith(hash(userKey))))),
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
var SECRET_NAME = /token|secret|passw|auth(?!or(?!i))|sess(ion|_?id)|signature|jwt|credential|key$|(?<!country_?|currency_?|error_?|language_?|postal_?|status_?|zip_?)code$|^(sig|sid|otp|pin|pwd|pass)$/i;
var SECRET_VALUE = /(?<![a-z])(eyJ|svc_)[\w.-]{8,}|\b(?=\w*\d)(?=\w*[A-Z])\w{32,}|(?<![^\W_])(?=[^\W_]*\d)[^\W_]{32,}/g;
var HASH_ROUTE = /^#!?\/[^?&=#]*/;
var cleanSecrets = (text = "") => text.replace(SECRET_VALUE, "redacted");
function parseCleanUrl(address2 = "", base) {
  return attempt(() => {
    const url = new URL(address2, base);
    for (const name of [...url.searchParams.keys()]) {
      if (SECRET_NAME.test(name)) url.searchParams.delete(name);
    }
    return Object.assign(url, {
      username: "",
      password: "",
      pathname: cleanSecrets(url.pathname),
      search: cleanSecrets(url.search),
      hash: cleanSecrets(HASH_ROUTE.exec(url.hash)?.[0])
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

// src/context/redact.ts
var LIMIT = 5e3;
var TEXT_LIMIT = 2e3;
var READ_LIMIT = 1e4;
var MAX_SPLIT = 128;
var VALUE_COST = 4;
var MAX_DEPTH = 8;
var ADDRESS = /[a-z][\w+.-]{0,15}:\/\/[^\s"'<>]+/gi;
var PAIR = /([\w.%-]{1,64})=[^\s&#"';]+/g;
var EMAIL = /[^\s@:;,"'<>()[\]/?&=]{1,64}(?:@|%40)(?:[\p{L}\d-]+\.)+\p{L}{2,}/giu;
var SEPARATOR = /%20|[\s+-]/;
var UUID = "\\b[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}\\b";
var UUID_OR_NUMBER = new RegExp(
  `(${UUID})|(?<!\\d|\\d\\.)\\d{3,}(?:(?:${SEPARATOR.source})\\d{3,})*`,
  "gi"
);
function isLuhnValid(digits) {
  const sum = [...digits].reduceRight(
    (sum2, digit, i2) => sum2 + Number((digits.length - i2) % 2 ? digit : "0246813579"[Number(digit)]),
    0
  );
  return sum % 10 === 0;
}
function holdsCard(groups) {
  return groups.some((_2, start) => {
    let digits = "";
    return groups.slice(start, start + 6).some((group) => {
      digits += group;
      return /^\d{15,19}$/.test(digits) && isLuhnValid(digits);
    });
  });
}
function cleanText(text) {
  const cut = text.slice(0, READ_LIMIT).replace(ADDRESS, (address2) => parseCleanUrl(address2)?.href ?? address2).replace(PAIR, (pair, name) => SECRET_NAME.test(name) ? `${name}=redacted` : pair).replace(EMAIL, "redacted").replace(
    UUID_OR_NUMBER,
    (found, uuid) => !uuid && holdsCard(found.split(SEPARATOR)) ? "redacted" : found
  );
  return cleanSecrets(cut).slice(0, text.length > READ_LIMIT ? -MAX_SPLIT : void 0).slice(0, TEXT_LIMIT);
}
var isSecret = (name, value) => SECRET_NAME.test(name) && typeof value !== "boolean" && !(name === "session_id" && /^[\da-f-]{36}$/.test(`${value}`));
function redact(value) {
  let left = LIMIT;
  function copy(value2, ancestors) {
    left -= VALUE_COST;
    if (typeof value2 === "string" || typeof value2 === "bigint") {
      const text = cleanText(`${value2}`).slice(0, Math.max(0, left));
      left -= text.length;
      return text;
    }
    if (typeof value2 === "number") return Number.isFinite(value2) ? value2 : null;
    if (typeof value2 === "boolean" || value2 === null) return value2;
    if (typeof value2 !== "object" || ancestors.length > MAX_DEPTH || ancestors.includes(value2)) {
      return void 0;
    }
    return attempt(() => copyObject(value2, [...ancestors, value2]));
  }
  function copyObject(value2, ancestors) {
    const toJson = Reflect.get(value2, "toJSON");
    if (typeof toJson === "function") return copy(Reflect.apply(toJson, value2, []), ancestors);
    const isList = Array.isArray(value2);
    const entries = [];
    for (const key2 of Object.keys(value2)) {
      if (left <= 0) break;
      const name = cleanText(key2);
      left -= name.length;
      const found = copy(
        attempt(() => Reflect.get(value2, key2)),
        ancestors
      );
      const item = found === void 0 && isList ? null : found;
      if (item !== void 0) entries.push([name, isSecret(key2, item) ? "redacted" : item]);
    }
    return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  }
  return copy(value, []) ?? null;
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
  const { inferredPage, givenPage, anonymousId: anonymous_id, ...said2 } = others;
  const { as_of = "", trial, ...told } = clientContext ?? {};
  const merged = mergeUsers(inferred, given, userContext, told);
  const { email = "", entitlements, usage, ...user } = merged;
  const answered = Date.parse(as_of);
  const updates = Object.entries(usageUpdates).flatMap(
    ([handle2, { value, at }]) => at < answered ? [] : [[handle2, value]]
  );
  return overlay(user, said2, {
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

// src/sdk/analytics.ts
var EVENTS = ["impression", "dismiss", "cta"];
function createAnalytics({ sources, consent, on: on2, newId, now }) {
  const tell = (event) => {
    if (consent.granted) void sources.ask(["onEvent"], [event], () => void 0);
  };
  const happened = (type, details) => tell({ event_id: newId(), type, occurred_at: new Date(now()).toISOString(), ...details });
  if (sources.has("onEvent")) {
    for (const event of EVENTS) on2(event, tell);
    on2("route", (page) => happened("route", { page }));
  }
  return (name, properties = {}) => {
    if (sources.has("onEvent")) happened("track", { name, properties });
  };
}

// src/sdk/board.ts
function createBoard({ stores: { $context, $sourced } }, question) {
  const entries = /* @__PURE__ */ new Map();
  const now = () => {
    const context = $context.get();
    const { id, anonymous_id } = context;
    return { context: JSON.stringify(context), user: id ?? anonymous_id };
  };
  const lastOf = (entry, user) => entry?.user === user ? entry?.known : void 0;
  const tell = () => $sourced.set({ ...$sourced.get() });
  async function ask(key2) {
    const { context, user } = now();
    const entry = entries.get(key2);
    if (entry?.context === context && entry.asked) return entry.asked;
    const last = lastOf(entry, user);
    const asked = question(key2, $context.get());
    const mine = { context, user, known: last, asked };
    entries.set(key2, mine);
    const known2 = await asked;
    if (entries.get(key2) === mine) {
      entries.set(
        key2,
        now().context === context ? { context, user, known: known2 } : { user, known: last }
      );
      tell();
    }
    return known2;
  }
  return {
    read: (key2) => lastOf(entries.get(key2), now().user),
    want(key2) {
      if (entries.get(key2)?.context !== now().context) void ask(key2);
    },
    ask,
    refresh() {
      for (const [key2, { user, known: known2 }] of entries) entries.set(key2, { user, known: known2 });
      tell();
    }
  };
}

// src/sdk/decisions.ts
var slotKey = ({ handle: handle2, surfaces }) => `${handle2} ${surfaces ?? ""}`;
var isSlot = ({ playbook }, handle2) => playbook.placements("slot", handle2).length > 0 || !playbook.part("placements", handle2);
var slotQuery = ({ registered }, { handle: slot, surfaces = [...IN_FLOW_SURFACES, ...registered] }) => ({ slot, surfaces });
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
function admit({ history }, { slot, surfaces, requested }, decision) {
  const { output } = decision;
  if (!output) return decision;
  const { session_started_at: start = 0, dismissed, reminded } = history;
  const key2 = `${output.placement}/${output.payload}`;
  const isPutOff = (times) => !requested && Number(own(times, key2)) >= start;
  const reason = surfaces && !surfaces.includes(output.surface) && "surface_not_accepted" || isPutOff(dismissed) && "cooling_down" || isPutOff(reminded) && "reminded_later";
  if (reason) return { visible: false, reasons: [reason] };
  return slot ? { ...decision, output: { ...output, slot } } : decision;
}
function sourcedFor(moment, query) {
  const { slot, surfaces } = query;
  const question = JSON.stringify({ slot, surfaces });
  const decision = slot === void 0 ? void 0 : moment.decisionFor?.(question);
  return decision && admit(moment, query, decision);
}
function decide(moment, query, subject = subjectFor(moment.playbook, query, moment)) {
  const { playbook, stated } = moment;
  const { placement, slot } = query ?? {};
  const isFor = ([handle2, { output }]) => placement ? handle2 === placement : output && slot === (output.slot ?? playbook.part("placements", handle2)?.slot);
  const [, meant] = (placement || slot) && [...stated].find(isFor) || [];
  const decision = meant ?? evaluate(subject, queryAt(moment, query));
  const instead = meant ?? stated.get(decision.output?.placement ?? "");
  return instead ? admit(moment, query, instead) : decision;
}
function note2(asked, question) {
  asked.add(question);
  return question;
}
function decideAll(now) {
  const wanted = { entitlements: /* @__PURE__ */ new Set(), slots: /* @__PURE__ */ new Set() };
  const moment = {
    ...now,
    entitled: (handle2) => now.entitled?.(note2(wanted.entitlements, handle2)),
    decisionFor: (question) => now.decisionFor?.(note2(wanted.slots, question))
  };
  const { playbook, occasions, registered } = moment;
  const subject = createSubject(playbook, moment);
  let { due } = subject;
  const ask = (query) => {
    const about = query.trigger ? subjectFor(playbook, query, moment) : subject;
    const decision = decide(moment, query, about);
    due = Math.min(due, about.due);
    return decision;
  };
  const latest = occasions.toReversed();
  const answers = (query) => latest.map((occasion) => ({ occasion, decision: ask({ ...query, ...occasion.query }) })).filter(
    ({ occasion, decision: { output } }) => output && !occasion?.done.includes(output.placement)
  );
  const slots = /* @__PURE__ */ new Map();
  for (const slot of moment.slots) {
    const query = slotQuery(moment, slot);
    const sourced = sourcedFor(moment, query);
    const answer2 = () => answers(query).find(
      ({ decision: { output } }) => playbook.part("placements", output?.placement)?.trigger?.type === "event"
    ) ?? { decision: ask(query) };
    slots.set(slotKey(slot), sourced ? { decision: sourced } : answer2());
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
  return { subject, slots, page: takeTurns(moment, [...page.values()]), due, wanted };
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

// src/sdk/readings.ts
var amount = { type: ["number", "null"] };
function schemaOf(kind) {
  const { placements } = playbookSchema().properties ?? {};
  const { content = {}, ctas = {} } = placements?.items?.properties?.payloads?.items?.properties ?? {};
  return readSchemas(
    `
entitlement: allowed!=boolean limit used=number remaining=limit tier
decision: visible!=boolean
output: placement! payload! surface! content! ctas
`,
    { limit: amount, content, ctas }
  )(kind);
}
function sound(kind, answer2) {
  const value = JSON.parse(JSON.stringify(answer2));
  const [problem] = problemsOf(schemaOf(kind), value);
  if (problem) throw new TypeError(`the answer's ${problem.path} ${problem.message}`);
  return value;
}
function readObject(answer2) {
  if (!isObject(answer2)) throw new TypeError("the answer must be object");
  return answer2;
}
function readEntitlement(answer2, handle2, source) {
  const said2 = sound("entitlement", answer2);
  const granted = said2.status === "limited" ? "limited" : "granted";
  const status = said2.allowed ? granted : "denied";
  return { ...said2, handle: handle2, status, reason: "by_resolver", source };
}
var DEFAULTS = { ctas: [], playbook_version: 0 };
var decided = (visible) => ({
  visible,
  reasons: ["by_resolver"]
});
function readPlacement(answer2) {
  if (answer2 === null) return decided(false);
  const output = sound("output", answer2);
  return { ...decided(true), output: { ...DEFAULTS, ...output } };
}
function readDecision(answer2) {
  const { visible, output } = sound("decision", answer2);
  return visible ? readPlacement(output ?? {}) : decided(false);
}

// src/sdk/answers.ts
var nobody = (handle2, reason) => ({
  handle: handle2,
  // Not known yet: neither refused, so that no placement answers a refusal, nor let through.
  allowed: reason === "entitlement_unknown",
  status: "denied",
  reason,
  source: "none"
});
var hidden = (reason) => ({
  visible: false,
  reasons: [reason]
});
var allowedBy = ({ allowed, source }) => source === "none" ? void 0 : allowed;
var DECISION = ["getPlacementDecision", "getPlacement"];
var PLACEMENT = ["getPlacement", "getPlacementDecision"];
function createQuestions({ stores, sources }) {
  const askEntitlement = (handle2, context) => sources.ask(
    ["checkEntitlement"],
    [handle2, context],
    (answer2, { source }) => readEntitlement(answer2, handle2, source)
  );
  const askPlacement2 = ([request, placement, context], methods = DECISION) => {
    const authored = stores.$playbook.get().compiled.part("placements", request.placement);
    return sources.ask(
      methods,
      [request, placement ?? authored, context],
      (answer2, { method }) => method === "getPlacement" ? readPlacement(answer2) : readDecision(answer2)
    );
  };
  return { askEntitlement, askPlacement: askPlacement2 };
}
function createAnswers(core) {
  const { stores, sources } = core;
  const { askEntitlement, askPlacement: askPlacement2 } = createQuestions(core);
  const playbook = () => stores.$playbook.get().compiled;
  const entitlements = sources.has("checkEntitlement") && createBoard(core, askEntitlement);
  const slots = sources.has(...DECISION) && createBoard(
    core,
    (question, context) => askPlacement2([JSON.parse(question), void 0, context])
  );
  const settle = (answer2, failure) => {
    const { compiled, failed } = stores.$playbook.get();
    return answer2?.value ?? (!compiled.usable && (failed || answer2?.failed) ? failure : void 0);
  };
  const says = (board, key2, [unknown, failure]) => {
    const answer2 = board ? board.read(key2) : {};
    return answer2 ? settle(answer2, failure) : unknown;
  };
  stores.$sourced.set({
    entitled: (handle2) => says(entitlements, handle2, [
      nobody(handle2, "entitlement_unknown"),
      nobody(handle2, "provider_failure")
    ]),
    decisionFor: (question) => says(slots, question, [hidden("no_placement"), hidden("provider_failure")])
  });
  const momentFor = (context) => {
    const now = stores.momentNow();
    return context ? { ...now, context, entitled: void 0 } : now;
  };
  const ask = (query) => {
    const { slots: slots2 } = stores.$page.get();
    const surfaces = slots2.find(({ handle: handle2 }) => handle2 === query?.slot)?.surfaces;
    return surfaces ? { surfaces, ...query } : query;
  };
  const entitlement = (handle2, context) => decideEntitlement(playbook(), handle2, momentFor(context));
  return {
    /** Asks for what a decision has read. */
    want({ entitlements: handles = [], slots: questions = [] }) {
      if (entitlements) for (const handle2 of handles) entitlements.want(handle2);
      if (slots) for (const question of questions) slots.want(question);
    },
    can(handle2) {
      if (entitlements) entitlements.want(handle2);
      return allowedBy(entitlement(handle2)) ?? false;
    },
    /** At once where no source has to be asked. */
    check(handle2, context) {
      if (!entitlements) return entitlement(handle2, context);
      const asked = context ? askEntitlement(handle2, context) : entitlements.ask(handle2);
      return asked.then(
        (answer2) => settle(answer2, nobody(handle2, "provider_failure")) ?? decideEntitlement(playbook(), handle2, { ...momentFor(context), entitled: void 0 })
      );
    },
    async decide(query, {
      methods = DECISION,
      placement,
      context
    }) {
      const request = ask(query);
      const { $context } = stores;
      const answer2 = slots ? await askPlacement2([request, placement, context ?? $context.get()], methods) : {};
      const moment = momentFor(context);
      const sourced = settle(answer2, hidden("provider_failure"));
      return sourced ? admit(moment, request, sourced) : decide(moment, request);
    },
    explain(handle2) {
      const moment = stores.momentNow();
      const query = ask({ [isSlot(moment, handle2) ? "slot" : "placement"]: handle2 });
      const { candidates } = explainPlacement(playbook(), queryAt(moment, query), moment);
      const slot = moment.slots.find((one) => one.handle === query.slot);
      const asked = slot ? slotQuery(moment, slot) : query;
      const { visible, reasons } = sourcedFor(moment, asked) ?? decide(moment, query);
      return { visible, reasons, candidates };
    },
    /** What failed, or may be another by now, is asked again. */
    refresh() {
      for (const board of [entitlements, slots]) if (board) board.refresh();
    }
  };
}

// src/telemetry/event-id.ts
function createEventId(now, fill) {
  const bytes = new Uint8Array(16);
  fill(bytes);
  const time = now.toString(16).padStart(12, "0");
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab"[Number.parseInt(random[3] ?? "0", 16) % 4];
  const parts = [time.slice(0, 8), time.slice(8), `7${random.slice(0, 3)}`];
  return [...parts, `${variant}${random.slice(4, 7)}`, random.slice(8, 20)].join("-");
}

// src/telemetry/types.ts
var KINDS = ["events", "interactions", "slots", "types"];

// src/telemetry/queue.ts
var LIMIT_BYTES3 = 256 * 1024;
var MAX_THINGS = 1e3;
var MAX_THING_BYTES = 16 * 1024;
var PREFIX = "queue.";
var NAME2 = /^queue\.\d+\.(\w+)\.(\w+)\.(\d{1,5})$/;
var bytesOf = (text) => new TextEncoder().encode(text).length;
function createQueue({ storage, now, newId }) {
  const page = newId().slice(-8);
  const prefixLength = storage.keyOf("").length;
  let last = 0;
  const held = /* @__PURE__ */ new Map();
  function drop(name) {
    held.delete(name);
    storage.remove(name);
  }
  function list() {
    const names = new Set(storage.names());
    for (const name of held.keys()) if (!names.has(name)) drop(name);
    return [...names].sort().flatMap((name) => {
      if (!name.startsWith(PREFIX)) return [];
      const [, owner, word, size] = NAME2.exec(name) ?? [];
      const kind = KINDS.find((one) => one === word);
      if (kind) {
        return [
          { name, kind, isOwn: owner === page, bytes: Number(size) + name.length + prefixLength }
        ];
      }
      drop(name);
      return [];
    });
  }
  return {
    isEmpty: () => !list().length,
    /** The bytes that wait by now. */
    add(kind, item) {
      const bytes = bytesOf(JSON.stringify(item));
      const all = list();
      let total = all.reduce((sum, one) => sum + one.bytes, 0);
      if (bytes > MAX_THING_BYTES) return total;
      last = Math.max(Math.floor(now()), last + 1);
      const name = `${PREFIX}${last}.${page}.${kind}.${bytes}`;
      total += bytes + name.length + prefixLength;
      for (const [i2, oldest] of all.entries()) {
        if (total <= LIMIT_BYTES3 && all.length - i2 < MAX_THINGS) break;
        total -= oldest.bytes;
        drop(oldest.name);
      }
      held.set(name, false);
      storage.write(name, item);
      return total;
    },
    /** The oldest things of one kind, as many as there is room for, marked as being sent. */
    take(room, onlyOwn = false) {
      const things = [];
      let kind;
      let left = room;
      for (const one of list()) {
        const { name } = one;
        const isWanted = !held.get(name) && (one.isOwn || !onlyOwn) && (kind ?? one.kind) === one.kind;
        if (!isWanted || one.bytes > left) continue;
        const item = storage.read(name);
        const text = isObject(item) ? JSON.stringify(item) : "";
        if (!text || text.length > MAX_THING_BYTES) {
          drop(name);
          continue;
        }
        kind = one.kind;
        left -= one.bytes;
        held.set(name, true);
        things.push({ name, text });
      }
      return kind && { kind, things };
    },
    /** It was not sent after all. */
    putBack({ things }) {
      for (const { name } of things) held.set(name, false);
    },
    /** What can't be removed from storage is still not sent again. */
    remove({ things }) {
      for (const { name } of things) storage.remove(name);
    },
    clear() {
      for (const { name } of list()) drop(name);
    }
  };
}

// src/telemetry/gate.ts
var MAX_BACKOFF_MS = 3e4;
var MAX_RETRY_AFTER_MS = 24 * 60 * 6e4;
var MAX_FAILURES = 5;
function readRetryAfter({ headers }, now) {
  const text = headers.get("Retry-After") ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1e3;
  return /GMT$/.test(text) && Date.parse(text) - now || 0;
}
function createGate({ storage, now, random, isOnline, isGranted }) {
  let failures = 0;
  let backoffUntil = 0;
  const retryWait = () => {
    const at = storage.read("retry_at");
    const wait2 = typeof at === "number" ? at - now() : 0;
    return wait2 <= MAX_RETRY_AFTER_MS ? wait2 : 0;
  };
  function reopen() {
    failures = 0;
    backoffUntil = 0;
  }
  return {
    /** Milliseconds until something may be sent; infinite when only another event can tell. */
    wait: () => isGranted() && isOnline() && failures < MAX_FAILURES ? Math.max(0, backoffUntil - now(), retryWait()) : Number.POSITIVE_INFINITY,
    fail(answer2) {
      const retryAfter = answer2 ? readRetryAfter(answer2, now()) : 0;
      if (retryAfter > 0) {
        const ms = Math.max(retryWait(), Math.min(retryAfter, MAX_RETRY_AFTER_MS));
        storage.write("retry_at", now() + ms);
      }
      if ((answer2 || isOnline()) && now() >= backoffUntil) {
        failures++;
        backoffUntil = now() + Math.min(MAX_BACKOFF_MS, 1e3 * 2 ** failures) * (1 - random() / 2);
      }
    },
    /** What failed before no longer counts. */
    reopen
  };
}

// src/telemetry/sender.ts
var CALLS = {
  events: "ingestEvents",
  interactions: "touchpointTransition",
  slots: "surfaceSlots",
  types: "placementTypes"
};
var KEEPALIVE_BYTES = 63 * 1024;
var BODY_BYTES = 6e4;
var ANSWER_MS = 2e4;
var MAX_REFUSALS = 20;
var isRefusal = (status) => status >= 400 && status < 500 && ![408, 425, 429].includes(status);
var isSpoilt = (status) => [400, 413, 422].includes(status);
function createSender(options, queue) {
  const { post, envelope, sentAt } = options;
  const { wait: wait2, fail, reopen } = createGate(options);
  let refusals = 0;
  let keepaliveBytes = 0;
  let pending = Promise.resolve();
  const opening = () => JSON.stringify({ ...envelope, sent_at: new Date(sentAt()).toISOString() }).slice(0, -1);
  async function request(call, body) {
    const bytes = bytesOf(body);
    const keepalive = keepaliveBytes + bytes <= KEEPALIVE_BYTES;
    const spent = keepalive ? bytes : 0;
    keepaliveBytes += spent;
    const posted = (async () => {
      try {
        return await post(call, body, keepalive);
      } catch {
        return void 0;
      } finally {
        keepaliveBytes -= spent;
      }
    })();
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve(void 0), ANSWER_MS);
    });
    const answer2 = await Promise.race([posted, late]);
    clearTimeout(timer);
    return answer2;
  }
  async function deliver2(batch2) {
    const { kind, things } = batch2;
    const body = `${opening()},"${kind}":[${things.map(({ text }) => text).join()}]}`;
    const answer2 = await request(CALLS[kind], body);
    const { status } = answer2 ?? { status: 0 };
    const isTaken = status >= 200 && status < 300;
    if (!isTaken && !isRefusal(status)) {
      queue.putBack(batch2);
      fail(answer2);
      return false;
    }
    reopen();
    refusals = isTaken ? 0 : refusals + 1;
    if (things.length > 1 && isSpoilt(status) && refusals < MAX_REFUSALS) {
      const half = things.length >> 1;
      const rest = { kind, things: things.slice(half) };
      if (await deliver2({ kind, things: things.slice(0, half) }) && !wait2()) return deliver2(rest);
      queue.putBack(rest);
      return false;
    }
    queue.remove(batch2);
    return true;
  }
  function send(batch2) {
    const sent = deliver2(batch2).catch(() => false);
    pending = Promise.all([pending, sent]).then(() => {
    });
    return sent;
  }
  return {
    wait: wait2,
    /** Batch after batch, until nothing is left, something fails or the turn ends. */
    async drain(signal) {
      await pending;
      while (!signal.aborted && !wait2()) {
        const batch2 = queue.take(BODY_BYTES - bytesOf(opening()));
        if (!batch2 || !await send(batch2)) return;
      }
    },
    /** All at once, as far as it fits; only what is this page's, for all tabs may be closing. */
    leave() {
      while (!wait2()) {
        const free = Math.min(BODY_BYTES, KEEPALIVE_BYTES - keepaliveBytes);
        const batch2 = queue.take(free - bytesOf(opening()), true);
        if (!batch2) break;
        send(batch2);
      }
    },
    reopen
  };
}

// src/telemetry/turn.ts
var PATIENCE_MS2 = 5e3;
var LEASE_MS = 6e4;
var SPREAD_MS2 = 30;
var wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function takeTurn({ storage, locks, now }, stop, job) {
  const { signal } = stop;
  let isTaken = false;
  const stopped = new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
  const patience = setTimeout(() => stop.abort(), PATIENCE_MS2);
  const work = async () => {
    isTaken = true;
    clearTimeout(patience);
    if (!signal.aborted) await Promise.race([stopped, job().then(() => wait(SPREAD_MS2))]);
  };
  const lease = async () => {
    const until2 = storage.read("lease");
    const rest = typeof until2 === "number" ? until2 - now() : 0;
    if (rest > 0 && rest <= LEASE_MS) return;
    storage.write("lease", now() + LEASE_MS);
    await work();
    storage.remove("lease");
  };
  try {
    await (locks ? Promise.race([stopped, locks.request(storage.keyOf("queue"), { signal }, work)]) : lease());
  } catch {
    if (!isTaken && !signal.aborted) await lease();
  }
  clearTimeout(patience);
}

// src/telemetry/telemetry.ts
var DELAY_MS = 1e3;
var MUCH_BYTES = 3e4;
function createTelemetry(options) {
  const { now, random, later, isGranted } = options;
  const queue = createQueue(options);
  const sender = createSender(options, queue);
  let due = Number.POSITIVE_INFINITY;
  let turn = new AbortController();
  let last = Promise.resolve();
  let next;
  function plan(delay = DELAY_MS * (1 + random())) {
    const at = now() + Math.max(delay, sender.wait());
    if (at >= due) return;
    due = at;
    later(at - now(), () => {
      due = Number.POSITIVE_INFINITY;
      flush();
    });
  }
  function planRest() {
    if (isGranted() && !queue.isEmpty()) plan();
  }
  async function attemptOnce() {
    if (!sender.wait() && !queue.isEmpty()) {
      turn = new AbortController();
      const { signal } = turn;
      await takeTurn(options, turn, () => sender.drain(signal));
    }
    planRest();
  }
  function flush() {
    if (next) return next;
    last = last.then(() => {
      next = void 0;
      return attemptOnce();
    }).catch(() => {
    });
    next = last;
    return next;
  }
  planRest();
  return {
    add(kind, item) {
      if (isGranted()) plan(queue.add(kind, item) < MUCH_BYTES ? void 0 : 0);
    },
    isOpen: () => !sender.wait(),
    flush,
    leave() {
      turn.abort();
      sender.leave();
    },
    reopen() {
      sender.reopen();
      planRest();
    },
    changed(key2) {
      if (key2 === null) queue.clear();
    },
    forget: queue.clear
  };
}

// src/sdk/agenda.ts
var LONGEST_MS = 2 ** 31 - 1;
function createAgenda(window2, device, guard) {
  const jobs = /* @__PURE__ */ new Map();
  let isStopped = false;
  let timer;
  function arm() {
    clearTimeout(timer);
    const wait2 = Math.min(...[...jobs.values()].map(({ at }) => at)) - device();
    if (isStopped || window2?.document.hidden || wait2 === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(work, Math.max(0, Math.min(wait2, LONGEST_MS)));
    const unref = Reflect.get(Object(timer), "unref");
    if (typeof unref === "function") Reflect.apply(unref, timer, []);
  }
  function work() {
    for (const [name, { at, job }] of jobs) {
      if (at > device()) continue;
      jobs.delete(name);
      guard(job, void 0);
    }
    arm();
  }
  guard(() => window2?.document.addEventListener("visibilitychange", arm), void 0);
  return {
    later(name, ms, job) {
      jobs.set(name, { at: device() + ms, job });
      arm();
    },
    stop() {
      isStopped = true;
      arm();
      guard(() => window2?.document.removeEventListener("visibilitychange", arm), void 0);
    }
  };
}

// src/sdk/clock.ts
function createClock(device) {
  let offset = 0;
  return {
    device,
    now: () => device() + offset,
    set(at) {
      offset = at - device();
    }
  };
}

// src/sdk/sources.ts
var DOMAINS = {
  resolvePlaybook: "",
  getPlaybook: "playbook",
  getPlacementDecision: "placements",
  getPlacement: "placements",
  checkEntitlement: "entitlements",
  getContext: "",
  fetchUserContext: "context",
  identify: "context",
  getTrialStatus: "trial",
  onEvent: "analytics"
};
var LIMIT_MS2 = 3e3;
var has = (given, method) => typeof Reflect.get(given, method) === "function";
function createSource(options, [name, given, domain]) {
  let made;
  const open = async () => {
    if (typeof given !== "function") return given;
    made ??= (async () => given(options))();
    return made.catch((error) => {
      made = void 0;
      throw error;
    });
  };
  return {
    name,
    mayAnswer: (method) => !!given && (!domain || domain === DOMAINS[method]) && (typeof given === "function" || has(given, method)),
    async ask(method, args) {
      const provider2 = await open() ?? {};
      if (has(provider2, method))
        return Reflect.apply(Reflect.get(provider2, method), provider2, args);
    }
  };
}
function createSources(options, fail) {
  const { localRuntime, provider: provider2, configProvider } = options;
  const { providerFallbacks = [], domainProviders = [] } = options;
  const all = [
    ["localRuntime", localRuntime],
    ["resolvers", localRuntime?.resolvers],
    ["provider", provider2],
    ...providerFallbacks.map((one, i2) => [`providerFallbacks[${i2}]`, one]),
    ...domainProviders.map((one, i2) => [`domainProviders[${i2}]`, one.provider, one.domain]),
    ["configProvider", configProvider, "playbook"]
  ];
  const sources = all.map((given) => createSource(options, given));
  return {
    has: (...methods) => sources.some((source) => methods.some(source.mayAnswer)),
    /**
     * The first sound answer; `undefined` passes the question on. Never rejects.
     * @param read throws on nonsense; also gets what comes too late
     */
    async ask(methods, args, read2) {
      let failed = false;
      for (const { name, mayAnswer, ask } of sources) {
        for (const method of methods.filter(mayAnswer)) {
          const origin = { method, source: name === "resolvers" ? "resolver" : "provider" };
          try {
            const answering = ask(method, args).then(
              (answer2) => answer2 === void 0 ? answer2 : read2(answer2, origin)
            );
            const value = await withinTime(answering, LIMIT_MS2);
            if (value !== void 0) return { value };
          } catch (error) {
            failed = true;
            fail(`${name}.${method} failed`, error);
          }
        }
      }
      return { failed };
    }
  };
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
var on = (object, listener, eventKey, mutateStore) => {
  object.events = object.events || {};
  if (!object.events[eventKey + REVERT_MUTATION]) {
    object.events[eventKey + REVERT_MUTATION] = mutateStore((eventProps) => {
      object.events[eventKey].reduceRight((event, l2) => (l2(event), event), {
        shared: {},
        ...eventProps
      });
    });
  }
  object.events[eventKey] = object.events[eventKey] || [];
  object.events[eventKey].push(listener);
  return () => {
    let currentListeners = object.events[eventKey];
    let index = currentListeners.indexOf(listener);
    if (~index) {
      currentListeners.splice(index, 1);
      if (!currentListeners.length) {
        object.events[eventKey + REVERT_MUTATION]();
        delete object.events[eventKey + REVERT_MUTATION];
      }
    }
  };
};
var STORE_UNMOUNT_DELAY = 1e3;
var onMount = ($store, initialize) => {
  let listener = (payload) => {
    let destroy = initialize(payload);
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

// src/sdk/stores.ts
function createStores(rules, now, guard) {
  const $playbook = atom({ compiled: compilePlaybook(null), source: "none" });
  const $parts = atom({});
  const $context = computed($parts, buildTargetingContext);
  const $history = atom({});
  const $occasions = atom([]);
  const $sourced = atom({});
  const $page = atom({ slots: [], registered: [], shown: /* @__PURE__ */ new Map() });
  const momentNow = () => ({
    ...rules,
    ...$page.get(),
    ...$sourced.get(),
    playbook: $playbook.get().compiled,
    source: $playbook.get().source === "cached_playbook" ? "cached_playbook" : "playbook",
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
    $sourced,
    /** Decided in a task of its own, once for all that has changed meanwhile. */
    $decisions: batched(
      [$playbook, $context, $history, $occasions, $page, $sourced],
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

// src/sdk/wire.ts
var PATHS = {
  clientContext: "/api/sdk/client-context",
  userContext: "/api/sdk/user-context",
  trialStatus: "/api/sdk/trial-status",
  ingestEvents: "/api/track",
  touchpointTransition: "/api/events/interactions",
  ingestSdkMeta: "/api/sdk/meta",
  surfaceSlots: "/api/placements",
  placementTypes: "/api/sdk/placement-types"
};
var LIMIT_MS3 = 1e4;
var isUrl = (path) => /^https?:/i.test(path);
function createWire(options, { fetch: fetch2 }) {
  const { tenantId = "", publicKey, apiKey, runtimeMode } = options;
  const endpoint = (options.endpoint ?? "https://api.service.example").replace(/\/+$/, "");
  const overrides = runtimeMode === "custom_endpoints" ? options.endpointOverrides : void 0;
  const isRerouted = (call) => !!overrides && Object.hasOwn(overrides, call);
  const isCall = (call) => Object.hasOwn(PATHS, call);
  async function send(call, {
    query,
    token,
    ...init
  }) {
    const rerouted = isRerouted(call) && overrides?.[call];
    const path = rerouted || (isCall(call) ? PATHS[call] : call);
    const url = isUrl(path) ? path : `${endpoint}/${path.replace(/^\/+/, "")}`;
    const key2 = rerouted || isUrl(path) || call === "ingestSdkMeta" ? void 0 : apiKey;
    const bearer = token ?? key2;
    return fetch2(query ? `${url}${url.includes("?") ? "&" : "?"}${query}` : url, {
      ...init,
      ...bearer && { headers: { authorization: `Bearer ${bearer}` } },
      credentials: rerouted ? "same-origin" : "omit",
      signal: AbortSignal.timeout(LIMIT_MS3)
    });
  }
  return {
    endpoint,
    isRerouted,
    get: (call, { query, ...init } = {}) => send(call, {
      ...init,
      // What lies elsewhere, as on a CDN, asks for nobody's key.
      ...!isUrl(call) && {
        query: new URLSearchParams({
          tenant_id: tenantId,
          ...publicKey && { key: publicKey },
          ...query
        })
      }
    }),
    // As text it owes no preflight, at unload least of all.
    post: (call, body, keepalive) => send(call, { method: "POST", body, keepalive })
  };
}

// src/sdk/core.ts
var IDLE_MS = 500;
function formatPrice({ amount: amount2, currency }, locale) {
  const style = { style: "currency", currency };
  const format = numberFormat(locale, style);
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  const value = amount2 / 10 ** digits;
  const minimumFractionDigits = Number.isInteger(value) ? 0 : digits;
  return numberFormat(locale, { ...style, minimumFractionDigits }).format(value);
}
function numberFormat(locale, style) {
  try {
    return new Intl.NumberFormat(locale?.replace("_", "-"), style);
  } catch {
    return new Intl.NumberFormat(void 0, style);
  }
}
function createCore(options, environment, isNetworked) {
  const { window: window2, console: console2 } = environment;
  const teller = createTeller(console2);
  const clock = createClock(environment.now);
  const { now } = clock;
  const agenda = createAgenda(window2, environment.now, teller.guard);
  const scope = window2 ?? globalThis;
  const consent = { granted: initialConsent(options.consent, window2?.navigator) === "granted" };
  const open = (name, adapter) => openStorage({
    adapter,
    prefix: options.localRuntime?.storageKey ?? "service",
    enabled: consent.granted,
    native: () => scope[name]
  });
  const { placementDecisionsByPlacementId: given = {} } = options.localRuntime?.initialData ?? {};
  const stated = new Map(
    Object.entries(given).flatMap(
      ([placement, decision]) => teller.guard(
        () => [[placement, readDecision(decision)]],
        []
      )
    )
  );
  const rules = { formatPrice, flags: options.placementBehavior, stated };
  return {
    ...teller,
    window: window2,
    console: console2,
    options,
    clock,
    now,
    agenda,
    wire: isNetworked ? createWire(options, environment) : void 0,
    stores: createStores(rules, now, teller.guard),
    sources: createSources(options, teller.fail),
    consent,
    persistent: open("localStorage", options.persistentStorage),
    session: open("sessionStorage", options.sessionStorage),
    newId: () => createEventId(now(), (bytes) => {
      try {
        scope.crypto.getRandomValues(bytes);
      } catch {
        bytes.set(bytes.map(() => Math.random() * 256));
      }
    }),
    whenIdle(job) {
      const run = () => teller.guard(job, void 0);
      if (window2?.requestIdleCallback) window2.requestIdleCallback(run, { timeout: IDLE_MS });
      else setTimeout(run, IDLE_MS);
    },
    undo: [agenda.stop]
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
      const entitlement = element.getAttribute(GATE);
      const allowed = entitlement === null || isAllowed(entitlement);
      if (allowed) continue;
      event.preventDefault();
      event.stopImmediatePropagation();
      return onStopped(entitlement, element, allowed);
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
var KINDS2 = ["slot", "gate", "show-if", "hide-if"];
var attributeOf = (name) => `data-service-${name}`;
var ATTRIBUTES = [...KINDS2, "surfaces"].map(attributeOf);
var SELECTOR = ATTRIBUTES.map((attribute) => `[${attribute}]`).join();
var HANDLE = /^[a-z][a-z0-9_]{0,63}$/;
var hide = ({ kind, element }, hidden2) => kind.endsWith("if") && element.toggleAttribute("hidden", hidden2);
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
    const hidden2 = element.hasAttribute("hidden");
    const surfaces = (values.at(-1) || void 0)?.split(/\s+/).filter(Boolean);
    const marks = KINDS2.flatMap((kind, index) => {
      const handle2 = values[index];
      if (typeof handle2 !== "string" || !isServed(kind, handle2, element)) return [];
      return { kind, element, handle: handle2, surfaces, hidden: hidden2, text };
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
  box.scrollTop = 0;
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
function Surface(props) {
  const { output, branding, meter, confirming, enter, onCta, onDismiss } = props;
  const { placement, surface, ctas, content } = output;
  const { title, body, image, dismissible = true } = content;
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
        // Never by a click beside it: that is the second of a double click on a gate.
        closedby: dismissible ? "closerequest" : "none",
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
          ...action === confirming && { "aria-busy": true, "aria-disabled": true },
          onClick: (event) => press(event, index)
        },
        action === confirming ? "Confirming\u2026" : label
      );
    })),
    dismissible && /* @__PURE__ */ k("button", { class: "close", type: "button", "aria-label": "Dismiss", onClick: onDismiss }, icon("M6 6l12 12M18 6 6 18"))
  );
}

// src/placements/parts.css
var parts_default = ".root{all:initial;--background: Canvas;--surface: color-mix(in srgb, #fff 5%, var(--background));--fill: var(--surface);--ink_fill: CanvasText;--text: color-mix(in srgb, var(--ink_fill) 92%, var(--fill));--muted: color-mix(in srgb, var(--text) 72%, var(--fill));--border: color-mix(in srgb, var(--text) 15%, var(--surface));--primary: #4f46e5;--ink_primary: #fff;--on_primary: var(--ink_primary);--danger: #dc2626;--radius: .75em;--font_family: system-ui, sans-serif;--size: 2.5em;color-scheme:inherit;visibility:inherit;display:block;font:medium / 1.5 var(--font_family);overflow-wrap:anywhere}@supports (color: lch(from red l c h)){.root{--ink_fill: lch(from color(from var(--fill) xyz 0 y 0) calc((49.2 - l) * infinity) 0 0 / 1);--ink_primary: lch( from color(from var(--primary) xyz 0 y 0) calc((49.2 - l) * infinity) 0 0 / 1 )}}.root~slot{display:none}.root *{box-sizing:border-box;margin:0;font:inherit;unicode-bidi:plaintext}.box{position:relative;display:flex;flex-direction:column;gap:1em;padding:min(1.25em,5vw);border:1px solid var(--border);border-radius:var(--radius);background:var(--fill);color:var(--text);font-size:.875em;box-shadow:0 1px 2px #0001}.title{font-weight:600;text-wrap:balance}.text:has(~.close) .title{padding-inline-end:2em}.body{margin-block-start:.25em;white-space:pre-line}.image{inline-size:100%;max-block-size:16em;aspect-ratio:16 / 9;object-fit:cover}.logo{display:block;block-size:2em;margin-block-end:1em}.icon{inline-size:1.25em;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}.ctas,.cta,.close,.meter{display:flex;align-items:center;gap:.5em}.ctas{flex-wrap:wrap}.cta,.close{justify-content:center;min-block-size:var(--size);min-inline-size:var(--size);padding:.25em min(1em,5vw);border:1px solid transparent;background:none;color:inherit;font-weight:500;text-align:center;text-decoration:none;cursor:pointer}.image,.cta,.close{border-radius:calc(var(--radius) * .7)}.cta:nth-child(2){border-color:var(--border)}.cta:first-child{--text: var(--on_primary);--fill: var(--primary);background:var(--fill);color:var(--text)}.close{position:absolute;inset-block-start:.5em;inset-inline-end:.5em;padding:0}.body,.close,.meter,.gate .text .icon{color:var(--muted)}.image~.close,.button .close{border-radius:50%;background:var(--fill)}.cta:hover,.close:hover{background:color-mix(in srgb,gray 8%,var(--fill));color:var(--text)}.cta[aria-busy]{opacity:.6;cursor:progress}.meter{margin-block-start:.5em}.track{flex:1;overflow:hidden;border-radius:1em;outline:1px solid transparent;background:var(--border)}.track i{display:block;border-block-start:.5em solid var(--primary)}.full{--primary: var(--danger)}@media(pointer:coarse){.root{--size: max(2.5em, 44px)}}@media(prefers-reduced-motion:no-preference){.root *{transition:.2s}@starting-style{.box{opacity:0;translate:0 .5em}}}";

// src/placements/surfaces.css
var surfaces_default = ".banner,.bar{--fill: color-mix(in srgb, var(--primary) 5%, var(--surface));--border: color-mix(in srgb, var(--primary) 24%, var(--surface));.box{flex-flow:wrap;align-items:center;padding-block:1em}.box:has(.close){padding-inline-end:calc(var(--size) + 1em)}.text{flex:1 1 16em}.image{inline-size:3.5em;aspect-ratio:1}.close{inset-block-start:.75em}}.card .box{max-inline-size:28em}.button{display:inline-block;.box{flex-direction:row;gap:.25em;padding:0;border:0;background:none;box-shadow:none}.text:has(~.ctas),.image{display:none}.close{position:static}}.gate{--fill: color-mix(in srgb, gray 8%, var(--surface));.box{align-items:center;padding:2.5em min(1.5em,5vw);text-align:center}.ctas{justify-content:center}.text .icon{margin-block-end:.5em}.text .title{padding:0}}dialog.box{position:fixed;inline-size:30em;box-shadow:0 1em 3em #0003;margin:auto;padding:min(1.75em,5vw);outline:0;overscroll-behavior:contain;.title{font-size:1.25em;line-height:1.3}&::backdrop{background:#0006}}.full_page .box{justify-content:safe center;min-inline-size:100%;min-block-size:100%;padding:4em max(5vw,50% - 18em);border:0;border-radius:0;font-size:1em;.title{font-size:1.75em}}.tray{all:unset;position:fixed;inset-block-end:0;inset-inline-end:0}.toast,.tooltip{.box{inline-size:min(22em,100vw - 2em);margin:1em;box-shadow:0 1em 3em #0003;z-index:1}}.toast,.tooltip,.bar{.box{max-block-size:calc(100vh - 2em);overflow:auto}}.tooltip [popover]{position:fixed;inset:auto;margin:.5em;position-area:block-end;position-try-fallbacks:flip-block}.bar .box{position:fixed;inset:0 0 auto;border-width:1px 0;border-radius:0}.bottom.bar .box{inset:auto 0 0}";

// src/placements/theme.ts
var PROPERTIES = {
  radius: "border-radius",
  font_family: "font-family"
};
var LOADS = /\\|(url|src|set)\(/i;
function createSheet() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(parts_default + surfaces_default);
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
    if (CSS.supports(PROPERTIES[name] ?? "color", `${value}`) && !LOADS.test(`${value}`)) {
      style.setProperty(`--${name}`, `${value}`, "important");
    }
  }
}
var PAIRS = [
  ["text", "fill"],
  ["muted", "fill"],
  ["on_primary", "primary"]
];
var CONTRAST = 4.5;
function correctContrast(wrapper, colors, warn) {
  const { style } = wrapper;
  const luminance = (name) => {
    style.webkitTextStrokeColor = `color-mix(in xyz,var(--${name}) 100%,red)`;
    return Number(getComputedStyle(wrapper).webkitTextStrokeColor.split(" ")[2]) + 0.05;
  };
  for (const [front, back] of PAIRS) {
    const kept2 = ["", `var(--ink_${back})`, "#000", "#fff"].findIndex((value) => {
      style.setProperty(`--${front}`, value, "important");
      const ratio = luminance(front) / luminance(back);
      return Math.max(ratio, 1 / ratio) >= CONTRAST;
    });
    if (kept2 && colors[front]) {
      warn(`theme color ${front} (${colors[front]}) has a contrast below ${CONTRAST}`);
    }
  }
}

// src/placements/mount.ts
var TOAST_MS = 8e3;
var TICK_MS = 100;
function mountSurface(options) {
  const { root, sheet, branding, renderer, onCta, onDismiss, onExpire, onError, warn } = options;
  const { placement, surface, content } = options.output;
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
    let { duration_ms: left = TOAST_MS } = content;
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
      const cta = (index) => void onCta(index);
      return renderer(box, current, { cta, dismiss: onDismiss });
    }
    element = box;
    if (surface === "toast") return startToast(box);
    const anchor = document.querySelector(`[data-service-slot="${content.anchor}"]`);
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
  const update = (output, { meter, confirming }) => attempt2(() => {
    current = output;
    Q(
      renderer ? k("div", { key: JSON.stringify(output), ref: enter }) : k(Surface, { output, branding, meter, confirming, enter, onCta, onDismiss }),
      wrapper
    );
  });
  wrapper.className = `root ${surface} ${content.position ?? ""}`;
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
  update(current, options);
  const colors = branding?.theme?.colors;
  if (colors) setTimeout(() => wrapper.isConnected && correctContrast(wrapper, colors, warn));
  return {
    element,
    update,
    unmount: () => attempt2(() => {
      Q(null, wrapper);
      wrapper.remove();
    })
  };
}

// src/sdk/server-context.ts
var CONFIRM_AFTER = [1, 2, 4, 8, 15, 30, 30, 30];
var said = (answer2) => Object.fromEntries(Object.entries(answer2).filter(([, value]) => value !== null));
function createCalls({ options, wire, warn }) {
  const session = createClientSession({ mint: options.clientSession, warn });
  const onFault = (path, message) => warn(`${path} ${message}`);
  async function ask(call, userId, prompted, isRetry = false) {
    const token = await session.token();
    const isAsked = token || call !== "clientContext" && (prompted || wire?.isRerouted(call));
    if (!wire || !isAsked) return void 0;
    const response = await wire.get(call, {
      query: { ...userId && { user_id: userId } },
      token
    });
    const { ok, status } = response;
    if (ok) {
      session.retry();
      return said(readObject(await response.json()));
    }
    if (status === 404) return void 0;
    if (status !== 401) throw new Error(`it answered ${status}`);
    const code = own(own(await response.json(), "error"), "code");
    if (!token || code !== "client_session_expired") return void 0;
    session.expire(token);
    return isRetry ? void 0 : ask(call, userId, prompted, true);
  }
  const read2 = async (call, userId, prompted = false) => {
    try {
      return await ask(call, userId, prompted);
    } catch (error) {
      warn(`${call} could not be read: ${error instanceof Error ? error.message : error}`);
      return void 0;
    }
  };
  const readTrial = (trial) => ({ in_trial: false, ...cleanTrial(said(trial), onFault) });
  return {
    session,
    /** With the id of who it is about. Asked with a client-session token only. */
    async clientContext() {
      const answer2 = await read2("clientContext");
      if (!answer2) return void 0;
      const { user_id: id, payment_state, trial, as_of, ...rest } = answer2;
      const traits = payment_state !== void 0 && { traits: { payment_state } };
      return {
        ...cleanUser({ id, ...rest, ...traits }, onFault),
        ...isObject(trial) && { trial: readTrial(trial) },
        ...typeof as_of === "string" && { as_of }
      };
    },
    async userContext(userId, prompted) {
      const answer2 = await read2("userContext", userId, prompted);
      return answer2 && cleanUser(answer2, onFault);
    },
    async trialStatus(userId, prompted) {
      const answer2 = await read2("trialStatus", userId, prompted);
      return answer2 && readTrial(answer2);
    }
  };
}
function createServerContext(core, patch) {
  const { options, stores, sources, agenda } = core;
  const { $parts } = stores;
  const { session, clientContext, userContext, trialStatus } = createCalls(core);
  const turn = { number: 0 };
  const sameUser = () => {
    const { number } = turn;
    const { given } = $parts.get();
    return () => number === turn.number && given?.id === $parts.get().given?.id;
  };
  async function refreshClient() {
    const isSame = sameUser();
    const client = await clientContext();
    const { id = client?.id } = $parts.get().given ?? {};
    if (client && isSame() && client.id === id) patch({ clientContext: client });
  }
  async function refresh(prompted = false) {
    const isSame = sameUser();
    const { id } = $parts.get().given ?? {};
    const [user, trial] = await Promise.all([
      id ? userContext(id, false) : void 0,
      sources.has("getTrialStatus") ? void 0 : trialStatus(id, prompted),
      refreshClient()
    ]);
    if (isSame()) patch({ ...user && { userContext: user }, ...trial && { trial } });
  }
  const bought = () => {
    const { plan_handle, entitlements, trial, traits } = $parts.get().clientContext ?? {};
    return JSON.stringify([plan_handle, entitlements, trial, traits]);
  };
  return {
    sameUser,
    refresh,
    refreshClient,
    userContext,
    /** @param isKnown whether it is known who */
    another(isKnown) {
      turn.number += 1;
      if (isKnown) session.renew();
      else session.end();
    },
    /** Another attempt at a client session. */
    retry: session.retry,
    /** Waits until the service knows what was bought, for two minutes at most. */
    async confirm() {
      const isSame = sameUser();
      const before = bought();
      for (const seconds of options.clientSession && core.wire ? CONFIRM_AFTER : []) {
        await new Promise((resolve) => agenda.later("confirm", seconds * 1e3, resolve));
        await refreshClient();
        if (!isSame() || bought() !== before) return;
      }
    }
  };
}

// src/sdk/user.ts
var ANONYMOUS = "";
function createUser(core) {
  const { window: window2, options, stores, sources, persistent, newId, now, warn } = core;
  const { $parts } = stores;
  const patch = (parts) => $parts.set({ ...$parts.get(), ...parts });
  const server = createServerContext(core, patch);
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
    const { given, clientContext } = $parts.get();
    const known2 = given?.id ?? clientContext?.id;
    const isNew = user.id !== void 0 && user.id !== known2;
    const isAnother = isNew && known2 !== void 0;
    if (isNew) server.another(true);
    patch(isAnother ? { ...UNSAID, given: user } : { given: mergeUsers(given, user) });
    return isNew ? server.refresh() : void 0;
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
    setUser: (value) => void setUser(value),
    server,
    /** Every provider is told, and the service asked anew. */
    async identify(id, context) {
      server.another(true);
      const asked = setUser({ ...isObject(context) && context, id }) ?? server.refresh();
      await Promise.all([sources.ask(["identify"], [id, context], () => void 0), asked]);
    },
    reset() {
      server.another(false);
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
    /** Asks the application for context and trial; the answers count unless the user has changed meanwhile, or was forgotten. */
    async refresh() {
      const isSame = server.sameUser();
      const [context, trial] = await Promise.all([
        sources.ask(["getContext"], [], readObject),
        sources.ask(["getTrialStatus"], [], (answer2) => cleanTrial(readObject(answer2), onFault))
      ]);
      if (!isSame()) return;
      if (context.value) void setUser(context.value);
      if (trial.value) patch({ trial: { in_trial: false, ...trial.value } });
    },
    /** What the application's sources, its initial data or the service say of a user; it counts when it is this one. */
    async fetch(userId) {
      const read2 = (answer2) => cleanUser(readObject(answer2), onFault);
      const isSame = server.sameUser();
      const { value } = await sources.ask(["fetchUserContext"], [userId], read2);
      const { userContextByUserId } = options.localRuntime?.initialData ?? {};
      const known2 = own(userContextByUserId, userId);
      const userContext = value ?? (known2 ? read2(known2) : await server.userContext(`${userId}`, true));
      if (userContext && userId === $parts.get().given?.id && isSame()) patch({ userContext });
      return userContext;
    },
    /** Users' displays and dismissals are kept apart by it; whoever is anonymous is one in this browser. */
    key: () => $parts.get().given?.id ?? ANONYMOUS
  };
}

// src/sdk/history.ts
function locksOf(window2) {
  try {
    return window2?.navigator.locks;
  } catch {
    return void 0;
  }
}
function createUserHistory(core, userKey) {
  const { stores, window: window2, session, persistent, newId, now, undo } = core;
  const withSession = (history) => ({
    ...history,
    session_started_at: touchSession(session, now(), newId).started_at
  });
  const refresh = () => stores.$history.set(withSession(stored.read(userKey())));
  const stored = createHistory({
    storage: persistent,
    locks: locksOf(window2),
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
    forget() {
      for (const key2 of [userKey(), ANONYMOUS]) stored.forget(key2);
      stores.patchPage({ shown: /* @__PURE__ */ new Map() });
    }
  };
}
var historyKey = ({ placement, payload }) => `${placement}/${payload}`;

// src/sdk/engagement.ts
var EVENTS2 = {
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
  function interact(type, { output, target }, cta) {
    const { content: _content, ctas: _ctas, ...details } = output;
    const interaction = {
      event_id: newId(),
      type,
      ...details,
      ...cta && { cta },
      occurred_at: new Date(now()).toISOString()
    };
    core.emit(EVENTS2[type], interaction);
    return emit(target, `service:${EVENTS2[type]}`, interaction, type === "cta_click");
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

// src/playbook/verify.ts
var LIMIT_BYTES4 = 5 * 2 ** 20;
var TABLES = `
bootstrap: tenant_id! environment! refresh_seconds=number playbook! keys=object[]
playbook: manifest_path!
header: alg!='ES256 kid! crit=null
manifest: tenant_id! playbook_id! sequence!=number issued_at! expires_at! bundle!
bundle: path! sha256! bytes!
stored: endpoint! environment! jws! text!
`;
function must(holds, reason) {
  if (!holds) throw new Error(reason);
}
function sound2(kind, value) {
  const bytes = { type: "number", maximum: LIMIT_BYTES4 };
  const [problem] = problemsOf(readSchemas(TABLES, { bytes })(kind), value ?? null);
  must(!problem, `${problem?.path} ${problem?.message}`.trim());
  return value;
}
var decode = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
var encode = (text) => new TextEncoder().encode(text);
var fromBase64 = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
var ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
async function openManifest(subtle, { jws, keys }) {
  const parts = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(jws);
  must(parts, "is no JWS");
  const [, header = "", payload = "", signature = ""] = parts;
  const read2 = (part) => JSON.parse(decode(fromBase64(part)));
  const { kid } = sound2("header", read2(header));
  const key2 = keys.find((one) => textOf(one, "kid") === kid);
  must(key2, `names an unknown key, ${kid}`);
  const imported = await subtle.importKey("jwk", key2, ES256, false, ["verify"]);
  const input = encode(`${header}.${payload}`);
  must(await subtle.verify(ES256, imported, fromBase64(signature), input), "has a wrong signature");
  return { key: key2, manifest: sound2("manifest", read2(payload)) };
}
async function digest(subtle, bytes) {
  const hash2 = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return [...hash2].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// src/playbook/accepted.ts
var DAY2 = 864e5;
var GRACE = 7 * DAY2;
var FRACTIONS = 1e3;
function createAccepted({ tenantId, endpoint, storage, clock, subtle }) {
  const known2 = /* @__PURE__ */ new Map();
  let floor = 0;
  return {
    setClock(at) {
      clock.set(Math.max(at, floor));
    },
    /** Rejects with why the manifest must not be followed. */
    async judge({ environment, keys, jws, isStored }) {
      const { key: key2, manifest } = await openManifest(subtle, { jws, keys });
      const { tenant_id, sequence, issued_at, expires_at } = manifest;
      must(tenant_id === tenantId, "is another tenant's");
      const nameOf = (one) => `accepted ${JSON.stringify([endpoint, one.tenant_id, environment, one.playbook_id])}`;
      const name = nameOf(manifest);
      let latest = 0;
      for (const earlier of [known2.get(name), storage.read(name)]) {
        const signed = { jws: `${earlier}`, keys };
        const accepted = (await openManifest(subtle, signed).catch(() => void 0))?.manifest;
        if (!accepted || nameOf(accepted) !== name) continue;
        const { sequence: least } = accepted;
        latest = Math.max(latest, Date.parse(accepted.issued_at));
        must(sequence >= least, `has the sequence ${sequence}, ${least} was accepted before`);
      }
      if (clock.now() < latest) clock.set(latest);
      const now = clock.now();
      const issued = Date.parse(issued_at);
      must(issued < now + FRACTIONS, `is issued in the future, ${issued_at}`);
      const end = Date.parse(expires_at) + (isStored ? GRACE : 0);
      must(now < end, `expired at ${expires_at}`);
      if (!isStored) floor = Math.max(latest, issued);
      return { key: key2, manifest, name };
    },
    /** To be called once the Playbook is in use. */
    add(name, jws) {
      known2.set(name, jws);
      storage.write(name, jws);
    }
  };
}

// src/playbook/launched.ts
var STORED = "playbook";
function createLaunched(options, ask) {
  const { endpoint, trustedKeys, subtle, storage, clock } = options;
  const { judge, add, setClock } = createAccepted(options);
  let current;
  async function read2({ path, sha256, bytes }, isStored) {
    let found = encode(textOf(storage.read(STORED), "text") ?? "");
    let hash2 = await digest(subtle, found);
    if (hash2 !== sha256 && !isStored) {
      found = await ask(path);
      hash2 = await digest(subtle, found);
    }
    must(found.length === bytes, `has ${found.length} bytes instead of ${bytes}`);
    must(hash2 === sha256, "has a wrong SHA-256");
    return decode(found);
  }
  async function follow(launch) {
    const { environment, jws, branding, isStored } = launch;
    const { key: key2, manifest, name } = await judge(launch);
    const { bundle } = manifest;
    const mark = JSON.stringify([environment, jws, branding]);
    let { text = "", manifest: used } = current ?? {};
    if (used?.bundle.sha256 === bundle.sha256 && used.bundle.bytes === bundle.bytes) {
      options.confirm(branding);
    } else {
      text = await read2(bundle, isStored);
      const playbook = JSON.parse(text);
      await judge(launch);
      const source = isStored ? "cached_playbook" : "playbook";
      const problem = options.use(playbook, { source, branding });
      must(!problem, `${problem}`);
    }
    const isChanged = current?.mark !== mark;
    current = { manifest, text, mark };
    if (!isChanged) return;
    if (!isStored) storage.write(STORED, { endpoint, environment, jws, key: key2, text, branding });
    add(name, jws);
  }
  return {
    follow,
    setClock,
    async restore() {
      try {
        const stored = sound2("stored", storage.read(STORED));
        must(stored.endpoint === endpoint, "is another's");
        const keys = trustedKeys ?? [stored.key ?? {}];
        await follow({ ...stored, keys, isStored: true });
      } catch {
      }
      return !!current;
    },
    /** Drops what is too old by now; gives the ms until what is in use will be. */
    left() {
      const until2 = current ? Date.parse(current.manifest.expires_at) + GRACE - clock.now() : DAY2;
      if (until2 > 0) return until2;
      current = void 0;
      options.drop();
      return DAY2;
    }
  };
}

// src/playbook/receive.ts
async function receive({ ok, status, headers, body }) {
  must(ok, `answered ${status}`);
  const chunks = [];
  const reader = body?.getReader();
  let bytes = Number(headers.get("content-length"));
  for (let arrived = 0; reader; bytes = arrived) {
    if (bytes > LIMIT_BYTES4) {
      reader.cancel().catch(() => {
      });
      throw new Error("is larger than 5 MiB");
    }
    const { value } = await reader.read();
    if (!value) break;
    chunks.push(value);
    arrived += value.length;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

// src/playbook/deliver.ts
var SECOND = 1e3;
var MAX_BACK_OFF = 30;
var MAX_UNANSWERED = 5;
var RARELY = 600;
var REFRESH = 60;
function createDelivery(options) {
  const { tenantId, trustedKeys, subtle, clock, fail } = options;
  let restoring;
  let checking;
  let stage = "";
  let failures = 0;
  let isAnswered = false;
  let refresh = 0;
  let pausedUntil = 0;
  async function ask(name, path) {
    stage = name;
    const { protocol } = new URL(path, "http://relative");
    must(/^https?:/.test(protocol), `can't come from ${protocol}`);
    const cache = name === "bundle" ? "default" : "no-cache";
    isAnswered = false;
    const response = await options.get(path, failures ? "reload" : cache);
    isAnswered = true;
    const after = response.headers.get("retry-after") ?? "";
    pausedUntil = Number(after) ? clock.now() + Number(after) * SECOND : Date.parse(after) || 0;
    return response;
  }
  if (!subtle) {
    return {
      restore: async () => false,
      async check() {
        fail("insecure_context: a Playbook can be verified on https only");
        return DAY2;
      }
    };
  }
  const launched = createLaunched(
    { ...options, subtle },
    async (path) => receive(await ask("bundle", path))
  );
  async function renew() {
    const response = await ask("bootstrap", "/api/sdk/bootstrap");
    const { headers } = response;
    const said2 = sound2("bootstrap", JSON.parse(decode(await receive(response))));
    const { tenant_id, environment, server_time, keys = [], playbook, branding } = said2;
    must(tenant_id === tenantId, "is another tenant's");
    refresh = Math.max(1, said2.refresh_seconds ?? REFRESH);
    const date = Date.parse(`${headers.get("date")}`) + Number(headers.get("age")) * SECOND;
    const at = Date.parse(`${server_time}`) || date;
    if (at) launched.setClock(at);
    const jws = decode(await receive(await ask("manifest", playbook.manifest_path))).trim();
    const signed = { jws, keys: trustedKeys ?? keys };
    await launched.follow({ ...signed, environment, branding, isStored: false });
  }
  async function run() {
    await restoring;
    launched.left();
    const paused = pausedUntil - clock.now();
    if (paused > 0) return Math.min(paused, DAY2);
    try {
      await renew();
      failures = 0;
    } catch (error) {
      failures++;
      fail(`Playbook refused: ${stage}: ${error instanceof Error ? error.message : error}`);
    }
    const isBlocked = !isAnswered && failures > MAX_UNANSWERED;
    const backOff = isBlocked ? RARELY : failures && Math.min(MAX_BACK_OFF, 2 ** (failures - 1));
    const wait2 = Math.max(Math.max(refresh, backOff) * SECOND, pausedUntil - clock.now());
    return Math.min(wait2, launched.left(), DAY2);
  }
  return {
    restore: () => restoring ??= launched.restore(),
    check(isOnline) {
      if (isOnline) failures = 0;
      checking ??= run().finally(() => {
        checking = void 0;
      });
      return checking;
    }
  };
}

// src/playbook/local.ts
var merge = (layers) => Object.fromEntries(layers.filter(isObject).flatMap(Object.entries));
function completePlaybook(playbook, { localRuntime, branding }, delivered) {
  const { placements = [] } = localRuntime ?? {};
  if (!isObject(playbook) || !(placements.length || branding || delivered)) return playbook;
  const layers = [own(playbook, "branding"), delivered, branding];
  const themes = layers.map((layer) => own(layer, "theme"));
  const colors = merge(themes.map((theme) => own(theme, "colors")));
  return {
    ...playbook,
    placements: [...listOf(playbook, "placements"), ...placements],
    branding: { ...merge(layers), theme: { ...merge(themes), colors } }
  };
}

// src/sdk/load.ts
var TOLD_PROBLEMS = 20;
var PROBLEMS_MS = 1e3;
function tellProblems({ fail }, { problems }) {
  const lines = problems.map(({ path, message }) => `${path} ${message}`);
  const told = lines.slice(0, TOLD_PROBLEMS);
  if (told.length) fail(["the Playbook has problems:", ...told].join("\n- "));
}
function deliver({ options, wire, window: window2, persistent: storage, clock, fail }, on2) {
  if (!wire || options.configProvider) return void 0;
  const { tenantId = "", trustedKeys } = options;
  const { endpoint } = wire;
  const { subtle } = (window2 ?? globalThis).crypto ?? {};
  return createDelivery({
    ...on2,
    ...{ tenantId, endpoint, trustedKeys, subtle, storage, clock, fail },
    get: (path, cache) => wire.get(path, { cache })
  });
}
function startLoading(core, onDue) {
  const { options, stores, sources, agenda, emit: emit2 } = core;
  const { $playbook } = stores;
  const compile2 = (playbook, delivered) => compilePlaybook(completePlaybook(playbook, options, delivered));
  function put(loaded) {
    const { compiled, source, failed } = loaded;
    $playbook.set(loaded);
    emit2("playbook", { version: compiled.version, source });
    const tells = source === "playbook" || !delivery && !failed;
    if (tells) agenda.later("problems", PROBLEMS_MS, () => tellProblems(core, compiled));
  }
  function use(compiled, source = "playbook") {
    const [problem] = compiled.usable ? [] : compiled.problems;
    if (problem) return `the Playbook's ${problem.path} ${problem.message}`;
    put({ compiled, source });
    return void 0;
  }
  const delivery = deliver(core, {
    use: (playbook, { source, branding }) => use(compile2(playbook, branding), source),
    confirm: () => {
      const known2 = $playbook.get();
      if (known2.source === "cached_playbook") put({ ...known2, source: "playbook" });
    },
    drop: () => put({ compiled: compilePlaybook(null), source: "none" })
  });
  const check = async (isOnline) => {
    if (delivery) agenda.later("playbook", await delivery.check(isOnline), onDue);
  };
  async function load() {
    const methods = ["resolvePlaybook", "getPlaybook"];
    const isAsked = sources.has(...methods);
    const read2 = (answer2) => {
      const problem = $playbook.get().compiled.usable ? void 0 : use(compile2(answer2));
      if (problem) throw new TypeError(problem);
      return true;
    };
    const { value, failed } = isAsked ? await sources.ask(methods, [], read2) : {};
    if (value || $playbook.get().compiled.usable) return;
    if (!delivery) {
      const compiled = compile2(options.localRuntime?.playbook);
      return put({ compiled, source: compiled.usable ? "playbook" : "none", failed });
    }
    if (await delivery.restore()) core.whenIdle(() => void check());
    else await check();
  }
  return {
    loaded: load(),
    async reload() {
      if ($playbook.get().failed) await load();
    },
    check: (isOnline) => void check(isOnline)
  };
}

// src/sdk/occasions.ts
var MOST = 50;
function createOccasions($occasions) {
  const keep = (isWanted) => {
    const kept2 = $occasions.get().filter(isWanted);
    if (kept2.length < $occasions.get().length) $occasions.set(kept2);
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
    leaveRoute(decided2) {
      const waiting = decided2?.page.filter(({ decision }) => !decision.visible) ?? [];
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
    const slotOf = (key2) => key2.replace(/ .*/, "");
    const all = new Map([
      ...[...slots].map(([key2, { decision }]) => [key2, { slot: slotOf(key2), decision }]),
      ...page.map(({ placement, decision }) => [placement, { placement, decision }])
    ]);
    for (const [key2, told] of known2) if (!all.has(key2)) tell(key2, { ...told, decision: OVER });
    for (const [key2, told] of all) tell(key2, told);
  };
}

// src/sdk/cta.ts
function createCtas({ options: { uiPathResolvers: resolvers = {} }, stores, fail, warn }, window2, {
  engagement,
  occasions,
  user
}) {
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
    const isConfirming = stores.$page.get().confirming === action;
    if (isConfirming || !engagement.interact("cta_click", displayed, action)) {
      return event?.preventDefault();
    }
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
        if (answer2 !== "completed") return;
        engagement.interact("cta_complete", displayed, action);
        stores.patchPage({ confirming: action });
        await user.server.confirm();
        stores.patchPage({ confirming: void 0 });
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
      const { placement, payload, surface } = output;
      const query = queryAt(moment, { placement, requested: true, surfaces: [surface] });
      const subject = subjectFor(moment.playbook, query, moment);
      if (evaluate(subject, query).output?.payload !== payload) return void 0;
      add(output);
      return ["displays", historyKey(output), now()];
    });
  }
  return ({ output, reasons }) => {
    if (!output) return void 0;
    const shown = stores.$page.get().shown.get(shownKey(output));
    if (shown) return shown.decisionId;
    if (reasons.includes("by_resolver")) return add(output);
    const { compiled } = stores.$playbook.get();
    const { payloads = [] } = compiled.part("placements", output.placement) ?? {};
    const authored = payloads.find(({ handle: handle2 }) => handle2 === output.payload);
    if (!authored?.caps && authored?.cooldown_hours === void 0) return add(output);
    count(output);
    return void 0;
  };
}

// src/sdk/policy.ts
var SOURCES = "script[data-playbook],[data-service-slot],service-host";
function watchPolicy({ options: { endpointOverrides }, wire, warn }, { document: document2 }) {
  const ours = () => [
    wire?.endpoint,
    ...Object.values(endpointOverrides ?? {}),
    ...[...document2.querySelectorAll(SOURCES)].flatMap(({ dataset, shadowRoot }) => [
      dataset.playbook,
      ...[...shadowRoot?.querySelectorAll("img") ?? []].map(({ src }) => src)
    ])
  ];
  const listen = ({
    blockedURI,
    effectiveDirective: directive,
    disposition
  }) => {
    const isOurs = (url = "#") => blockedURI.startsWith(safeUrl(url) ?? "#");
    if (disposition === "enforce" && ours().some(isOurs)) {
      const { origin } = new URL(blockedURI);
      warn(`the page's Content-Security-Policy lacks: ${directive} ${origin}`);
    }
  };
  document2.addEventListener("securitypolicyviolation", listen);
  return () => document2.removeEventListener("securitypolicyviolation", listen);
}

// src/sdk/placeholder.ts
var NAME3 = "placeholder";
var PLACEHOLDER = {
  placement: NAME3,
  payload: NAME3,
  surface: NAME3,
  content: { title: "" },
  ctas: [],
  decision_id: NAME3,
  playbook_version: 0
};
var isPlaceholder = ({ surface }) => surface === NAME3;
var reserve = (decision) => decision.reasons.includes("provider_failure") ? { ...decision, output: PLACEHOLDER } : decision;
var builtIn = [
  [
    NAME3,
    (box) => {
      box.className = "box";
      box.ariaHidden = "true";
    }
  ]
];

// src/sdk/slices.ts
var SLICE_MS = 8;
function createSlices({ guard, now }) {
  let rest;
  return function run(items, act) {
    clearTimeout(rest);
    const start = now();
    for (const [index, item] of items.entries()) {
      if (now() - start > SLICE_MS) {
        rest = setTimeout(() => guard(() => run(items.slice(index), act), void 0));
        return;
      }
      act(item);
    }
  };
}

// src/sdk/presenter.ts
var identity = ({ placement, payload, variant, surface, content }) => [placement, payload, variant, surface, content.position].join();
function stateOf({ content: { meter } }, subject, { confirming }) {
  const { limit, used } = meter ? entitlementOf(subject, meter.entitlement) : {};
  const isMetered = typeof limit === "number" && used !== void 0;
  return { meter: isMetered ? { used, limit } : void 0, confirming };
}
function createPresenter(core, on2) {
  const { options, stores, fail, warn } = core;
  const reserves = options.providerFailureSlotBehavior === "placeholder";
  const sheet = createSheet();
  const displays = /* @__PURE__ */ new Map();
  const eachOf = createSlices(core);
  let host;
  function hide2(place) {
    const display = displays.get(place);
    displays.delete(place);
    display?.stop();
    display?.mounted.unmount();
  }
  const watch = (place, { element }) => watchImpression(element, () => {
    const display = displays.get(place);
    if (display && !isPlaceholder(display.output)) on2.onImpression(display);
  });
  function mount(place, { output, occasion }, subject) {
    if (typeof place === "string") host = openPageHost();
    const target = typeof place === "string" ? host : place.element;
    const root = target && openRoot(target);
    if (!root || !target) return;
    const current = () => displays.get(place) ?? { output, occasion, target };
    const state = stateOf(output, subject, stores.$page.get());
    const mounted = mountSurface({
      root,
      sheet,
      output,
      ...state,
      branding: subject.playbook.branding,
      renderer: on2.renderers.get(output.surface),
      onCta: (index, event) => on2.onCta(current(), index, event),
      onDismiss: () => on2.onDismiss(current()),
      onExpire: () => on2.onExpire(current()),
      onError(error) {
        const message = `surface "${output.surface}" failed`;
        emit(target, "service:error", { placement: output.placement, message });
        fail(message, error);
      },
      warn
    });
    const drawn = JSON.stringify([output, state]);
    displays.set(place, { output, occasion, target, mounted, drawn, stop: watch(place, mounted) });
  }
  function show(place, { decision, occasion }, subject) {
    const decided2 = decision.output;
    const display = displays.get(place);
    if (!decided2 || display && identity(display.output) !== identity(decided2)) hide2(place);
    const isReserved = decided2 && isPlaceholder(decided2);
    const decisionId = isReserved ? decided2.decision_id : on2.claim(decision);
    if (!decided2 || !decisionId) return;
    const output = { ...decided2, decision_id: decisionId };
    const current = displays.get(place);
    if (!current) return mount(place, { output, occasion }, subject);
    const state = stateOf(output, subject, stores.$page.get());
    const drawn = JSON.stringify([output, state]);
    if (drawn !== current.drawn) current.mounted.update(output, state);
    let { stop } = current;
    if (current.output.decision_id !== decisionId) {
      stop();
      stop = watch(place, current.mounted);
    }
    displays.set(place, { ...current, output, occasion, drawn, stop });
  }
  return {
    present({ slots: decided2, page, subject }, slots) {
      setBranding(sheet, subject.playbook.branding);
      const visible = page.filter(({ decision }) => decision.visible && document.body);
      const wanted = /* @__PURE__ */ new Set([...slots, ...visible.map(({ placement }) => placement)]);
      for (const [place, { target }] of displays) {
        if (!wanted.has(place) || !target.isConnected) hide2(place);
      }
      eachOf(slots, (slot) => {
        const answer2 = decided2.get(slotKey(slot));
        if (!answer2) return;
        const decision = reserves ? reserve(answer2.decision) : answer2.decision;
        show(slot, { ...answer2, decision }, subject);
      });
      for (const one of visible) show(one.placement, one, subject);
      const open = visible.find((one) => takesTurn(one) && displays.has(one.placement))?.placement;
      if (open !== stores.$page.get().open) stores.patchPage({ open });
    },
    stop() {
      eachOf([], () => {
      });
      for (const place of displays.keys()) hide2(place);
      host?.remove();
    }
  };
}

// src/sdk/page.ts
function startPage(core, window2, parts) {
  const { stores, warn, guard, undo } = core;
  const { engagement, history, occasions, renderers, want } = parts;
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
  const isAllowed = (entitlement) => {
    const { subject } = decisions.latest ?? {};
    return subject && allowedBy(entitlementOf(subject, entitlement));
  };
  const slots = () => marked.filter(({ kind }) => kind === "slot");
  const showAllowed = () => {
    for (const mark of marked) if (mark.kind !== "slot") setAllowed(mark, isAllowed(mark.handle));
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
  const present = (latest) => {
    decisions.latest = latest;
    presenter.present(latest, slots());
    showAllowed();
    want(latest.wanted);
    want({ entitlements: marked.flatMap(({ kind, handle: handle2 }) => kind === "slot" ? [] : [handle2]) });
    occasions.keepAnswered(latest);
    announce(latest);
    core.agenda.later("decide", latest.due - core.now(), tick);
  };
  undo.push(
    watchClicks({
      isAllowed,
      onEvent: parts.onEvent,
      onStopped(entitlement, element, allowed) {
        if (allowed === false)
          occasions.add({ trigger: { type: "entitlement_denied", entitlement } }, true);
        else emit(element, "service:error", { entitlement, message: "not known yet" });
      }
    }),
    watchPolicy(core, window2),
    watchDialogs(core, window2, {
      tick,
      onSeen() {
        history.refresh();
        parts.onReturn();
      },
      onOnline: () => parts.onReturn(true)
    }),
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
      marks.stop();
      presenter.stop();
    }
  );
}
function watchDialogs({ stores }, window2, { tick, onSeen, onOnline }) {
  const { document: document2, setTimeout: setTimeout2 } = window2;
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
  window2.addEventListener("online", onOnline, options);
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

// src/sdk/report.ts
var INTERACTIONS = ["impression", "dismiss", "cta"];
var PRIVATE = /^(tenantId|publicKey|apiKey|user|page|endpoint)$/;
var MOST2 = 500;
function createReporter(core) {
  const { options, wire, window: window2, persistent: storage, session, consent, agenda } = core;
  const { stores, newId, now, clock, on: on2, undo, whenIdle } = core;
  if (!wire) return void 0;
  const {
    tenantId: tenant_id = "",
    publicKey: public_key,
    runtimeMode,
    mode = "snippet"
  } = options;
  const runtime_mode = runtimeMode ?? "service_server";
  const sdk_version = "0.11.21";
  const telemetry = createTelemetry({
    storage,
    post: wire.post,
    envelope: {
      ...{ tenant_id, ...public_key && { public_key } },
      sdk: { version: sdk_version, mode, runtime_mode }
    },
    ...{ now: clock.device, sentAt: now, random: Math.random, newId },
    locks: window2?.navigator.locks,
    isOnline: () => window2?.navigator.onLine !== false,
    isGranted: () => consent.granted,
    later: (ms, job) => agenda.later("telemetry", ms, job)
  });
  const who = () => {
    const { id, anonymous_id = "" } = stores.$context.get();
    const { id: session_id } = touchSession(session, now(), newId);
    return { anonymous_id, session_id, ...id && { user_id: id } };
  };
  const add = (kind, details) => {
    if (!consent.granted) return;
    const said2 = redact(details);
    if (isObject(said2)) telemetry.add(kind, { ...said2, ...who() });
  };
  const track = (name, properties) => {
    const { page = {} } = stores.$context.get();
    const occurred_at = new Date(now()).toISOString();
    add("events", { event_id: newId(), name, occurred_at, page, properties });
  };
  const once2 = (name, key2) => {
    const known2 = session.read(name);
    const all = Array.isArray(known2) ? known2 : [];
    if (all.includes(key2)) return false;
    session.write(name, [...all.slice(-MOST2), key2]);
    return true;
  };
  const inventory = (slots) => {
    const page_path = stores.$context.get().page?.path;
    for (const { handle: slot, surfaces = IN_FLOW_SURFACES } of slots) {
      if (consent.granted && once2("slots", slot)) {
        const seen = { slot, surfaces: [...surfaces], ...page_path && { page_path } };
        telemetry.add("slots", redact(seen));
      }
    }
  };
  const state = { isReady: false, hasBegun: false };
  function begin() {
    state.isReady = true;
    if (state.hasBegun || !consent.granted) return;
    state.hasBegun = true;
    const features = Object.keys(options).filter((name) => !PRIVATE.test(name));
    const beacon = { event: "sdk_init", sdk_version, mode, runtime_mode, features };
    if (telemetry.isOpen()) {
      wire?.post("ingestSdkMeta", JSON.stringify(beacon), true).catch(() => {
      });
    }
    if (!window2) return;
    track("page_view", {});
    undo.push(stores.$page.subscribe(({ slots }) => whenIdle(() => inventory(slots))));
  }
  for (const event of INTERACTIONS) {
    undo.push(on2(event, (interaction) => add("interactions", interaction)));
  }
  undo.push(on2("route", () => track("page_view", {})));
  if (window2) undo.push(followPageLife(window2, telemetry));
  return {
    track,
    begin,
    type(name) {
      if (wire.isRerouted("placementTypes") && consent.granted && once2("types", name)) {
        telemetry.add("types", { name });
      }
    },
    flush: telemetry.flush,
    setConsent() {
      if (!consent.granted) telemetry.forget();
      else if (state.isReady) begin();
    }
  };
}
function followPageLife(window2, { leave, reopen, changed }) {
  const stopping = new AbortController();
  const options = { capture: true, signal: stopping.signal };
  window2.addEventListener("pagehide", leave, options);
  window2.addEventListener("online", reopen, options);
  window2.addEventListener("storage", ({ key: key2 }) => changed(key2), options);
  const { document: document2 } = window2;
  document2.addEventListener("visibilitychange", () => document2.hidden && leave(), options);
  return () => stopping.abort();
}

// src/sdk/service.ts
function assemble(core, isInert) {
  const { window: window2, stores, undo, guard, emit: emit2 } = core;
  const user = createUser(core);
  const history = createUserHistory(core, user.key);
  const engagement = createEngagement(core, history);
  const occasions = createOccasions(stores.$occasions);
  const answers = createAnswers(core);
  const analytics = createAnalytics(core);
  const reporter = guard(() => createReporter(core), void 0);
  const renderers = new Map(builtIn);
  const state = { started: isInert, settle() {
  } };
  const ready = new Promise((resolve) => {
    state.settle = resolve;
  });
  if (isInert) state.settle();
  const happen = (name, properties = {}) => occasions.add({ trigger: { type: "event", name, properties } });
  const track = (name, properties = {}) => {
    happen(name, properties);
    analytics(name, properties);
    reporter?.track(name, properties);
  };
  const loading = {};
  async function start() {
    if (state.started) return;
    state.started = true;
    history.refresh();
    undo.push(stores.$context.listen((context) => emit2("context", context)));
    if (core.options.debug) core.on("decision", (told) => core.console.debug("[Service]", told));
    const recheck = (isOnline) => {
      loading.current?.check(isOnline);
      void user.server.refreshClient();
    };
    loading.current = startLoading(core, recheck);
    const parts = {
      ...{ user, engagement, history, occasions, renderers, want: answers.want },
      onEvent: track,
      onReturn: recheck
    };
    if (window2) guard(() => startPage(core, window2, parts), void 0);
    void user.server.refresh();
    await loading.current.loaded;
    void user.refresh();
    emit2("ready", void 0);
    state.settle();
    if (reporter) core.whenIdle(reporter.begin);
  }
  return {
    ...{ user, history, occasions, answers, reporter, renderers },
    ...{ ready, happen, track, start },
    reload: async () => loading.current?.reload()
  };
}
function createService(options, environment) {
  const isNetworked = !!options && options.runtimeMode !== "local_only";
  const core = createCore(options ?? { consent: "pending" }, environment, isNetworked);
  const { stores, persistent, session, undo, guard } = core;
  const parts = assemble(core, !options);
  const { user, history, occasions, answers, reporter, renderers, ready, happen, track } = parts;
  const service = {
    version: "0.11.21",
    ready,
    push: (fn) => fn(service),
    identify: user.identify,
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
      await Promise.all([user.refresh(), user.server.refresh(true)]);
      return stores.$context.get().trial ?? { in_trial: false };
    },
    async refreshContext() {
      user.server.retry();
      await parts.reload();
      await Promise.all([user.refresh(), user.server.refresh()]);
      answers.refresh();
    },
    can: answers.can,
    checkEntitlement: async (handle2, context) => answers.check(handle2, context),
    async gate(handle2, fn) {
      const asked = answers.check(handle2);
      const entitlement = asked instanceof Promise ? await asked : asked;
      if (entitlement.allowed) return { ran: true, result: await fn(), entitlement };
      occasions.add({ trigger: { type: "entitlement_denied", entitlement: `${handle2}` } }, true);
      return { ran: false, entitlement };
    },
    async getPlacement(config) {
      const { output } = await answers.decide(config, { methods: PLACEMENT });
      return output ?? null;
    },
    getPlacementDecision: (input, placement, context) => answers.decide(input, { placement, context }),
    explain: answers.explain,
    trigger: happen,
    show: (placement) => occasions.add({ placement: `${placement}`, requested: true }, true),
    track,
    capture: track,
    flush: async () => reporter?.flush(),
    on: core.on,
    registerSurface(name, renderer) {
      renderers.set(name, renderer);
      reporter?.type(name);
      stores.patchPage({ registered: [...renderers.keys()] });
    },
    setConsent(consent) {
      core.consent.granted = !!options && consent === "granted";
      for (const storage of [persistent, session]) storage.enable(core.consent.granted);
      reporter?.setConsent();
      history.refresh();
    },
    start: parts.start,
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
  const service = createService(options, {
    window: scope,
    console,
    now: Date.now,
    fetch: (...call) => fetch(...call)
  });
  keepInstance(scope, service);
  service.start();
  return service;
}
export {
  ServiceConfigError,
  initService
};

/*! Service 0.11.21 | MIT | licenses.txt */

// src/options/faults.ts
function describeFaults(faults) {
  const [worst] = faults;
  const outcome = worst?.fatal ? "The SDK did not start" : "Options left out";
  const shape = worst?.code === "earlier_shape" ? ", these options have their earlier shape" : "";
  return [`${outcome}${shape}:`, ...faults.map((f) => `${f.option} ${f.message}`)].join("\n- ");
}
var isMild = ({ code, option }) => code === "retired" || code === "unknown" && /^(user|page|.+ByUserId|.+trialStatus)\./.test(option);
function logFaults(faults, console) {
  const level = faults.every(isMild) ? "warn" : "error";
  if (faults[0]) console[level](`[Service] ${describeFaults(faults)}`);
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

// src/options/paths.ts
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

// src/decision/attempt.ts
function attempt(action) {
  try {
    return action();
  } catch {
    return void 0;
  }
}

// src/decision/bucket.ts
function fnv1a(text2) {
  let hash2 = 2166136261;
  for (let i = 0; i < text2.length; i++) {
    hash2 = Math.imul(hash2 ^ text2.charCodeAt(i), 16777619);
  }
  return hash2 >>> 0;
}
function bucket(seed, id) {
  return fnv1a(`${fnv1a(seed + id)}`) % 1e4 / 1e4;
}
function chooseByWeight(choices, position) {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  let upTo = 0;
  return choices.find(({ weight }) => {
    upTo += weight;
    return position < upTo / total;
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

// src/decision/schema-words.ts
var object = (properties, required) => ({
  type: "object",
  ...required && { required: required.split(" ") },
  properties
});
var list = (items) => ({ type: "array", items });
var map = (additionalProperties) => ({
  type: "object",
  additionalProperties
});
var word = (words) => ({ enum: words.split(" ") });
var each = (names, field) => Object.fromEntries(names.split(" ").map((name) => [name, field]));
var string = { type: "string" };
var number = { type: "number" };
var boolean = { type: "boolean" };

// src/decision/playbook-schema.ts
var condition = { type: "object" };
var HANDLE = /^[a-z][a-z0-9_]{0,63}$/;
var CATEGORIES = "fixed gated usage trials conversion retention".split(
  " "
);
var COUNTED = "usage_limit credits seats".split(" ");
var ENTITLEMENT_TYPES = ["feature", ...COUNTED, "tier"];
var handle = { type: "string", pattern: HANDLE };
var amount = { type: "number", minimum: 0 };
var percent = { type: "number", minimum: 0, maximum: 100 };
var time = {
  type: "string",
  pattern: /^(\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)|\d\d([02468][048]|[13579][26])-02-29)(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?Z)?$/
};
var plan = { ...handle, refers: "plans" };
var entitlement = { ...handle, refers: "entitlements" };
var plans = list(plan);
var segments = list(handle);
function payloadSchema() {
  const content = {
    title: string,
    body: string,
    image: object({ url: string, alt: string }, "url"),
    dismissible: boolean,
    meter: object({ entitlement }, "entitlement"),
    position: word("top bottom"),
    duration_ms: amount,
    anchor: handle
  };
  const cta = { label: string, action: string, params: { type: "object" } };
  const words = { content: object(content), ctas: list(object(cta)) };
  const locales = map(object(words));
  return object(
    {
      handle,
      target: object({ plans, segments, condition }),
      schedule: object({ from: time, until: time }),
      rollout_percent: percent,
      surface: handle,
      content: object(content, "title"),
      ctas: list(object(cta, "label action")),
      variants: list(object({ handle, weight: amount, ...words, locales }, "handle weight")),
      caps: list(
        object({ count: amount, period: word("session day week month lifetime") }, "count period")
      ),
      cooldown_hours: amount,
      remind_later_hours: amount,
      locales
    },
    "handle surface content"
  );
}
function triggerSchema() {
  const when = (type, fields, required = "type") => object({ type: word(type), ...fields }, required);
  return {
    type: "object",
    oneOf: [
      when("slot_render"),
      when("entitlement_denied", { entitlement }, "type entitlement"),
      when("usage_threshold", { entitlement, percent: amount }, "type entitlement percent"),
      when(
        "trial_stage",
        { stage: word("started midpoint ending ended"), days_before_end: amount },
        "type stage"
      ),
      when("event", { name: string, condition }, "type name"),
      when("page_view", { condition })
    ]
  };
}
var playbookSchema = once(
  () => object(
    {
      format_version: { enum: [1] },
      playbook_id: string,
      version: number,
      plans: list(
        object(
          {
            handle,
            name: string,
            rank: number,
            price: object(
              {
                amount: number,
                currency: { type: "string", pattern: /^[A-Z]{3}$/ },
                interval: string
              },
              "amount currency"
            )
          },
          "handle"
        )
      ),
      segments: list(object({ handle, condition }, "handle condition")),
      entitlements: list(
        object(
          {
            handle,
            name: string,
            type: { enum: ENTITLEMENT_TYPES },
            unit: string,
            period: string,
            warn_at_percent: percent,
            tiers: list(string),
            grants: list(
              object({
                plans,
                segments,
                limit: { type: ["number", "null"], minimum: 0 },
                enforcement: word("hard soft"),
                tier: string
              })
            )
          },
          "handle type grants"
        )
      ),
      trials: list(
        object({ handle, plan, days: amount, kind: word("free reverse") }, "handle plan days")
      ),
      placements: list(
        object(
          {
            handle,
            name: string,
            category: { enum: CATEGORIES },
            slot: handle,
            priority: number,
            holdout_percent: percent,
            trigger: triggerSchema(),
            payloads: list(payloadSchema())
          },
          "handle category payloads"
        )
      ),
      branding: object({
        workspace_name: string,
        logo_url: string,
        theme: object({ colors: map(string) })
      })
    },
    "format_version playbook_id version"
  )
);

// src/decision/condition-run.ts
var NO = -2;
var TESTS_BEFORE_PROGRAM = 3;
var readyCondition = (condition2) => ({
  condition: condition2,
  program: NO - TESTS_BEFORE_PROGRAM,
  findings: void 0
});
var runOf = (scope, root, thorough) => ({
  scope,
  root,
  thorough,
  refused: false
});

// src/decision/playbook-types.ts
var IN_FLOW_SURFACES = ["banner", "card", "button", "usage_meter", "gate"];
var PAGE_LEVEL_SURFACES = ["modal", "toast", "full_page", "tooltip", "bar"];

// src/decision/ready.ts
var keyOf = (placement, { payload }) => `${placement.handle}/${payload.handle}`;
function readyPayload(payload) {
  const { target } = payload;
  const condition2 = target?.condition;
  return {
    payload,
    plans: target?.plans,
    segments: target?.segments,
    condition: condition2 && readyCondition(condition2),
    isPlain: void 0
  };
}
var IN_FLOW = IN_FLOW_SURFACES;
function bareOf({ plans: plans2, segments: segments2, condition: condition2, payload }) {
  return plans2 || segments2 || payload.schedule ? void 0 : condition2;
}
function readyPlacement(placement) {
  const { handle: handle2, trigger } = placement;
  const condition2 = trigger && "condition" in trigger ? trigger.condition : void 0;
  const payloads = placement.payloads.map(readyPayload);
  const simple = false ? simpleOf(placement, payloads) : void 0;
  return {
    handle: handle2,
    trigger,
    placement,
    condition: condition2 && readyCondition(condition2),
    holdout: placement.holdout_percent,
    payloads,
    simple,
    bare: simple && bareOf(simple)
  };
}
function worthOf({ type, tiers = [] }, { limit, enforcement, tier = "" }) {
  if (type === "tier") return [0, tiers.indexOf(tier)];
  if (limit === null) return [2, 0];
  return [enforcement === "soft" ? 1 : 0, limit ?? -1];
}
function readyEntitlement(entitlement2) {
  if (entitlement2.type === "feature") return { ...entitlement2 };
  const worth = (grant) => worthOf(entitlement2, grant);
  const grants = entitlement2.grants.filter((grant) => worth(grant)[1] >= 0).sort((a, b) => worth(b)[0] - worth(a)[0] || worth(b)[1] - worth(a)[1]);
  return { ...entitlement2, grants };
}
function readyPart(list2, part) {
  if (list2 === "placements") return readyPlacement(part);
  if (list2 === "entitlements") return readyEntitlement(part);
  if (list2 !== "segments") return part;
  const condition2 = readyCondition(part.condition);
  return { condition: condition2, isCircular: void 0, isOpen: false, identity: void 0, isMember: false };
}

// src/decision/schema.ts
function joinPath(path, key2) {
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
var own = (object2, key2) => isObject(object2) && Object.hasOwn(object2, key2) ? object2[key2] : void 0;
function textOf(object2, key2) {
  const value = own(object2, key2);
  return typeof value === "string" && value ? value : void 0;
}
var listOf = (object2, key2) => itemsOf(own(object2, key2));
var kindsOf = (one) => one.properties?.type?.enum ?? [];
var choiceOf = (oneOf, type) => oneOf.find((one) => kindsOf(one).includes(type)) ?? {
  required: ["type"],
  properties: { type: { enum: oneOf.flatMap(kindsOf) } }
};
function faultOf(schema, value) {
  const { type, enum: words, pattern } = schema;
  if (type && !type.includes(typeOf(value))) return `must be ${[type].flat().join(" or ")}`;
  if (words && !words.includes(value)) return `must be one of ${words.join(", ")}`;
  if (pattern && !pattern.test(`${value}`)) return `must match ${pattern.source}`;
  if (typeof value !== "number") return void 0;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (value < minimum) return `must be at least ${minimum}`;
  return value > maximum ? `must be at most ${maximum}` : void 0;
}
function check(schema, value, path, search) {
  const fault = faultOf(schema, value);
  if (fault) {
    search?.report(path, fault);
    return false;
  }
  search?.visit?.(schema, value, path, search.report);
  if (isObject(value)) {
    const { oneOf } = schema;
    return checkFields(oneOf ? choiceOf(oneOf, value.type) : schema, value, path, search);
  }
  const { items } = schema;
  let answer2 = true;
  let i = 0;
  for (const item of items ? itemsOf(value) : []) {
    const at = search ? joinPath(path, i++) : path;
    if (items && !check(items, item, at, search)) answer2 = false;
  }
  return answer2;
}
function checkFields({ required, properties, additionalProperties }, value, path, search) {
  let answer2 = true;
  for (const key2 of required ?? []) {
    if (value[key2] === void 0) {
      search?.report(joinPath(path, key2), "is required");
      answer2 = false;
    }
  }
  for (const key2 in search && !additionalProperties ? properties : value) {
    const inner = properties ? properties[key2] : Object.hasOwn(value, key2) && additionalProperties;
    const field = value[key2];
    const at = search ? joinPath(path, key2) : path;
    if (inner && field !== void 0 && !check(inner, field, at, search)) answer2 = false;
  }
  return answer2;
}
var isSound = (schema, value) => check(schema, value, "");
function problemsOf(schema, value, path = "", visit) {
  const problems = [];
  const report2 = (path2, message) => void problems.push({ path: path2, message });
  check(schema, value, path, { report: report2, visit });
  return problems;
}

// src/decision/compile.ts
var ITEMIZED = ["grants", "payloads"];
function withoutBad(value, schema = {}, names) {
  if (isSound(schema, value)) return value;
  const { items, properties, additionalProperties } = schema;
  if (items && Array.isArray(value)) return value.filter((item) => isSound(items, item));
  if (!isObject(value)) return void 0;
  const kept = { ...value };
  for (const key2 in kept) {
    if (names && !names.includes(key2)) continue;
    kept[key2] = withoutBad(kept[key2], properties?.[key2] ?? additionalProperties);
  }
  return isSound(schema, kept) ? kept : void 0;
}
function numberIn(part, key2) {
  const value = own(part, key2);
  return Number.isFinite(value) ? Number(value) : 0;
}
var NOTHING = [];
var createGroup = (text2, ...parts) => ({
  text: text2,
  parts,
  isReady: false,
  next: void 0
});
function groupsOf(parts, key2) {
  const groups = /* @__PURE__ */ new Map();
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    const text2 = key2 === "type" ? textOf(own(part, "trigger"), key2) ?? "slot_render" : Object(part)[key2];
    const name = typeof text2 === "string" ? text2 : "";
    const group = groups.get(name);
    if (group) group.parts.push(part);
    else groups.set(name, createGroup(name, part));
  }
  return groups;
}
function findGroup(groups, text2) {
  if (true) return groups.get(text2);
  groups.last ??= createGroup("");
  const { last } = groups;
  if (last.next === void 0 || last.next.text !== text2) last.next = groups.get(text2);
  if (last.next !== void 0) groups.last = last.next;
  return last.next;
}
function prepare(list2, part, isPlain) {
  if (false) return readyPart(list2, part);
  const sound = withoutBad(part, playbookSchema().properties?.[list2]?.items, ITEMIZED);
  return sound && readyPart(list2, sound);
}
function makeReady(list2, group, isPlain) {
  const { parts } = group;
  group.isReady = true;
  if (parts.length > 1) parts.sort((a, b) => numberIn(b, "priority") - numberIn(a, "priority"));
  let count = 0;
  for (let i = 0; i < parts.length; i++) {
    const ready = prepare(list2, parts[i], isPlain);
    if (ready) parts[count++] = ready;
  }
  parts.length = count;
}
function compilePlaybook(playbook, isPlain) {
  const usable = own(playbook, "format_version") === 1;
  const known2 = {};
  const group = (list2, key2) => {
    const groups = groupsOf(usable ? listOf(playbook, list2) : [], key2 ?? "handle");
    known2[key2 ?? list2] = groups;
    return groups;
  };
  const find2 = (list2, text2 = "", key2) => {
    const found = findGroup(known2[key2 ?? list2] ?? group(list2, key2), text2);
    if (found === void 0) return NOTHING;
    if (!found.isReady) makeReady(list2, found, isPlain);
    return found.parts;
  };
  return {
    usable,
    version: numberIn(playbook, "version"),
    branding: once(
      () => withoutBad(usable && own(playbook, "branding"), playbookSchema().properties?.branding)
    ),
    part: (list2, handle2) => find2(list2, handle2)[0],
    placements: (key2, text2) => find2("placements", text2, key2 === "handle" ? void 0 : key2)
  };
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
var known = /* @__PURE__ */ new Map();
var MOST = 1e3;
function patternOf(pattern, flags) {
  const key2 = `${flags}/${pattern}`;
  const made = known.get(key2) ?? compile(pattern, flags);
  if (known.size >= MOST) known.clear();
  known.set(key2, made);
  return made;
}

// src/decision/values.ts
var isPrimitive = (value) => typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
var isHolder = (value) => typeof value === "object" && value !== null;
var { hasOwnProperty: has } = Object.prototype;
function isEqual(a, b) {
  if (!isHolder(a) || !isHolder(b) || Array.isArray(a) !== Array.isArray(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key2) => Object.hasOwn(b, key2) && isEqual(a[key2], b[key2]));
}
function hasOperators(wanted) {
  if (typeof wanted !== "object") return false;
  for (const key2 in wanted) {
    if (key2[0] === "$" && has.call(wanted, key2)) return !Array.isArray(wanted);
  }
  return false;
}
var ownOf = (value, key2) => isHolder(value) && has.call(value, key2) ? value[key2] : null;
function valueBehind(scope, steps) {
  let value = scope;
  for (let i = 0; i < steps.length; i++) value = ownOf(value, steps[i] ?? "");
  return value ?? null;
}
function isAmong(actual, list2) {
  if (!Array.isArray(list2)) return false;
  if (!Array.isArray(actual)) return list2.includes(actual);
  for (let i = 0; i < actual.length; i++) if (list2.includes(actual[i])) return true;
  return false;
}
var fold = (value) => typeof value === "string" ? value.toLowerCase() : Array.isArray(value) ? value.map(fold) : value;

// src/decision/inspect.ts
var operatorsOf = (table) => new Map(
  Object.entries(table).flatMap(
    ([types, keys]) => keys.split(" ").map((key2) => [key2, types])
  )
);
var OPERATORS = operatorsOf({
  "": "$eq $ne $exists $not $size",
  array: "$in $nin $ini $nini $all $alli",
  "string or number or boolean": "$gt $gte $lt $lte",
  string: "$veq $vne $vgt $vgte $vlt $vlte $type $regex $regexi $inSegment $notInSegment",
  object: "$elemMatch"
});
var LOGICAL = operatorsOf({ "": "$not", array: "$and $nor $or" });
var isAboutItems = (wanted) => Object.keys(Object(wanted)).some(
  (key2) => OPERATORS.has(key2) || key2[0] === "$" && !LOGICAL.has(key2)
);
var report = ({ problems }, path, message) => void problems.push({ path, message });
function inspectPart(found, part, isValue, path) {
  if (isValue && !hasOperators(part)) return;
  if (!isObject(part)) return report(found, path, "must be object");
  for (const key2 in part) {
    if (!has.call(part, key2)) continue;
    const operand = part[key2];
    const at = found.isTold ? joinPath(path, key2) : path;
    const types = (isValue ? OPERATORS : LOGICAL).get(key2);
    if (types && !types.includes(typeOf(operand))) report(found, at, `must be ${types}`);
    else if (types !== void 0) inspectOperand(found, key2, operand, isValue, at);
    else if (isValue) report(found, at, "is not an operator");
    else if (OPERATORS.has(key2)) report(found, at, "is an operator where a path is wanted");
    else inspectPart(found, operand, true, at);
  }
}
function inspectOperand(found, key2, operand, isValue, path) {
  switch (key2) {
    case "$and":
    case "$or":
    case "$nor":
    case "$all":
    case "$alli": {
      const list2 = itemsOf(operand);
      for (let i = 0; i < list2.length; i++) {
        inspectPart(found, list2[i], isValue, found.isTold ? joinPath(path, i) : path);
      }
      break;
    }
    case "$not":
    case "$size":
      inspectPart(found, operand, isValue, path);
      break;
    case "$elemMatch":
      inspectPart(found, operand, isAboutItems(operand), path);
      break;
    case "$inSegment":
    case "$notInSegment":
      found.segments.push(`${operand}`);
      break;
    case "$regex":
    case "$regexi": {
      const pattern = patternOf(`${operand}`, key2.slice(6));
      if (typeof pattern === "string") report(found, path, pattern);
      else found.hasPattern = true;
    }
  }
}
function inspect(condition2, path) {
  const found = { problems: [], hasPattern: false, segments: [], isTold: path !== void 0 };
  try {
    if (false) return NOTHING;
    inspectPart(found, condition2, false, path ?? "");
  } catch {
    report(found, path ?? "", "is nested too deeply");
  }
  return found;
}
function findIn(root) {
  root.findings ??= inspect(root.condition);
  return root.findings;
}

// src/decision/trace.ts
function record(trace, gate, passed, actual, expected, children) {
  trace?.push({
    gate,
    passed,
    actual: actual ?? null,
    expected: expected ?? null,
    ...children?.length && { children }
  });
  return passed;
}

// src/decision/versions.ts
function versionKey(version) {
  if (typeof version !== "string" && typeof version !== "number") return void 0;
  const parts = `${version === "" ? 0 : version}`.replace(/^v|\+.*$/g, "").split(/[-.]/);
  if (parts.length === 3) parts.push("~");
  return parts.map((part) => /^\d+$/.test(part) ? part.padStart(16, "0") : `w${part}`).join(" ");
}

// src/decision/operators.ts
function someDecides(decisive, scope, wanted, run, trace) {
  const list2 = itemsOf(wanted);
  let answer2 = false;
  for (let i = 0; i < list2.length && (run.thorough || !answer2); i++) {
    if (meets(scope, list2[i], run, trace) === decisive) answer2 = true;
  }
  return answer2;
}
function fits(actual, wanted, flags, run) {
  const pattern = patternOf(`${wanted}`, flags);
  if (typeof pattern === "string" || !isPrimitive(actual)) return false;
  run.refused ||= `${actual}`.length > LONGEST_INPUT;
  return !run.refused && pattern.test(`${actual}`);
}
function holds(operator, actual, wanted, run, trace, isValue = true) {
  switch (operator) {
    case "":
      return hasValue(actual, wanted, run, trace);
    case "$in":
      return isAmong(actual, wanted);
    case "$nin":
      return !isAmong(actual, wanted);
    case "$gte":
      return isPrimitive(actual) && isPrimitive(wanted) && actual >= wanted;
    case "$gt":
      return isPrimitive(actual) && isPrimitive(wanted) && actual > wanted;
    case "$lte":
      return isPrimitive(actual) && isPrimitive(wanted) && actual <= wanted;
    case "$lt":
      return isPrimitive(actual) && isPrimitive(wanted) && actual < wanted;
    case "$eq":
      return isEqual(actual, wanted);
    case "$ne":
      return !isEqual(actual, wanted);
    case "$exists":
      return actual !== null === !!wanted;
    case "$or":
      return someDecides(true, actual, wanted, run, trace) || !itemsOf(wanted)[0];
    case "$and":
      return !someDecides(false, actual, wanted, run, trace);
    case "$nor":
      return !someDecides(true, actual, wanted, run, trace);
    case "$not":
      return !(isValue ? hasValue : meets)(actual, wanted, run, trace);
    default:
      return holdsUncommon(operator, actual, wanted, run, trace);
  }
}
function holdsUncommon(operator, actual, wanted, run, trace) {
  const items = itemsOf(actual);
  const isList = items === actual;
  switch (operator) {
    case "$type":
      return typeOf(actual) === wanted;
    case "$regex":
    case "$regexi":
      return fits(actual, wanted, operator.slice(6), run);
    case "$all": {
      const isMissing = (one) => !items.filter((item) => hasValue(item, one, run)).length;
      return isList && !itemsOf(wanted).filter(isMissing).length;
    }
    case "$elemMatch": {
      const meetsPart = isAboutItems(wanted) ? hasValue : meets;
      return items.filter((item) => item != null && meetsPart(item, wanted, run)).length > 0;
    }
    case "$size": {
      const length = isList ? items.length : null;
      return hasValue(length, wanted, run, isList ? trace : void 0) && isList;
    }
    case "$inSegment":
    case "$notInSegment": {
      const mayAsk = !findIn(run.root).problems[0];
      const isMember = mayAsk && isAmong(actual, run.scope.membersOf(`${wanted}`));
      return isMember === (operator === "$inSegment");
    }
    case "$ini":
    case "$nini":
    case "$alli":
      return holds(operator.slice(0, -1), fold(actual), fold(wanted), run);
    default: {
      const key2 = versionKey(actual);
      const known2 = key2 !== void 0 && OPERATORS.has(operator);
      return known2 && holds(operator.replace("v", ""), key2, versionKey(wanted), run);
    }
  }
}
function hasValue(actual, wanted, run, trace) {
  if (typeof wanted === "object") {
    if (!hasOperators(wanted)) return isEqual(actual, wanted);
    return meets(actual, wanted, run, trace, true);
  }
  if (actual === null || !isPrimitive(wanted)) return isEqual(actual, wanted);
  if (typeof wanted === "boolean") return !!actual === wanted;
  if (!isPrimitive(actual)) return false;
  return typeof wanted === "number" ? Number(actual) === wanted : `${actual}` === wanted;
}
function meets(scope, condition2, run, trace, isValue = false) {
  const wanted = condition2;
  const operators = isValue ? OPERATORS : LOGICAL;
  let answer2 = true;
  for (const gate in wanted) {
    if (!has.call(wanted, gate)) continue;
    const expected = wanted[gate];
    const isOperator = gate[0] === "$" && operators.has(gate);
    let actual = scope;
    if (!isOperator) {
      if (gate.includes(".")) actual = valueBehind(scope, gate.split("."));
      else actual = isHolder(scope) && has.call(scope, gate) ? scope[gate] ?? null : null;
    }
    const children = trace && [];
    const passed = isOperator ? holds(gate, actual, expected, run, children, isValue) : hasValue(actual, expected, run, children);
    if (trace) {
      const values = isValue || !isOperator ? [actual, expected] : [];
      record(trace, gate, passed, values[0], values[1], children);
    }
    if (!passed && !run.thorough) return false;
    answer2 &&= passed;
  }
  return answer2;
}

// src/decision/conditions.ts
function matches(scope, asked, trace) {
  if (asked === void 0) return true;
  const { condition: condition2 } = asked;
  try {
    const compiler = false ? scope.playbook?.compiler : void 0;
    const answer2 = compiler?.answer(asked, scope);
    if (answer2 !== void 0) return answer2;
    if (!trace && !meets(scope.context, condition2, runOf(scope, asked, false))) return false;
    const { problems, hasPattern } = findIn(asked);
    if (problems[0]) return false;
    if (!trace && !hasPattern) return true;
    const all = runOf(scope, asked, true);
    return meets(scope.context, condition2, all, trace) && !all.refused;
  } catch {
    return false;
  }
}

// src/decision/segments.ts
function leadsBack(playbook, handle2) {
  const asks = (one) => {
    const segment = playbook.part("segments", one);
    return segment ? findIn(segment.condition).segments : [];
  };
  const reached = new Set(asks(handle2));
  for (const one of reached) for (const next of asks(one)) reached.add(next);
  return reached.has(handle2);
}

// src/decision/trial.ts
var DAY = 864e5;
var TIME = /^(\d{4}-\d\d(?:-\d\d)?)(?:[T ]([\d:.]+)(Z|[+-]\d\d(:?\d\d)?)?)?$/;
function parseTime(text2) {
  const [, day = "", time2, zone = "Z", minutes] = TIME.exec(text2.toUpperCase()) ?? [];
  const rest = zone[1] && !minutes ? ":00" : "";
  if (new Date(day).getUTCDate() < Number(day.slice(8))) return Number.NaN;
  return new Date(time2 ? `${day}T${time2}${zone}${rest}` : day).getTime();
}
var timeIn = (trial, key2) => parseTime(textOf(trial, key2) ?? "");
var firstNumber = (...values) => Number(values.find(Number.isFinite));
function trialState(playbook, trial, now) {
  const { in_trial, converted, day_number, days_remaining, started_at, ends_at } = trial;
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
  const given = (key2) => (trial[key2] ?? null) === null ? now : timeIn(trial, key2);
  const dates = [now, given("started_at"), given("ends_at")];
  const isClear = [...dates, day_number ?? now, days_remaining ?? now].every(Number.isFinite);
  const active = in_trial === true && converted !== true && isClear && !isOver;
  const dayAfter = (at) => Math.floor((now - at) / DAY) + 1;
  const left = endsAt - Math.max(now, timeIn(trial, "started_at") || now);
  const daysRemaining = firstNumber(days_remaining, Math.max(0, Math.ceil(left / DAY)));
  const dayNumber = firstNumber(day_number, Math.max(1, dayAfter(startedAt)));
  const midpoint = (startedAt + endsAt) / 2;
  return {
    isClear,
    active,
    plan: playbook.part("plans", textOf(trial, "plan_handle") ?? authored?.plan),
    context: {
      ...trial,
      started_at: started_at ?? new Date(startedAt).toJSON(),
      ends_at: ends_at ?? new Date(endsAt).toJSON(),
      days_remaining: daysRemaining >= 0 ? daysRemaining : null,
      day_number: dayNumber || null
    },
    // Where the trial ends at another time of day than it began, the two counts change at different times.
    nextDay: Math.min(
      startedAt + dayAfter(startedAt) * DAY || Infinity,
      endsAt + dayAfter(endsAt) * DAY || Infinity
    ),
    stage(daysBeforeEnd, noteDue2) {
      const ending = endsAt - daysBeforeEnd * DAY;
      for (const time2 of [midpoint, ending]) noteDue2(time2);
      if (converted === true) return void 0;
      if (!active) return isOver || in_trial === false && authored ? "ended" : void 0;
      if (now >= ending) return "ending";
      return now >= midpoint ? "midpoint" : "started";
    }
  };
}

// src/decision/subject.ts
var NOTHING2 = { context: {}, now: 0 };
function createSubject(playbook, asked) {
  const input = asked ?? NOTHING2;
  const { now } = input;
  const given = isObject(input.context) ? input.context : {};
  const said = given.trial && own(given, "trial");
  const trial = said && isObject(said) ? trialState(playbook, Object.assign(/* @__PURE__ */ Object.create(null), said), now) : void 0;
  const subject = {
    playbook,
    input,
    // Conditions and tokens also see what follows from a trial's dates. Without a prototype, so that
    // an own `__proto__` stays a key like any other.
    context: trial ? Object.assign(/* @__PURE__ */ Object.create(null), given, { trial: trial.context }) : given,
    now,
    due: Infinity,
    trial,
    entitlements: void 0,
    identity: void 0,
    membersOf
  };
  if (trial) noteDue(subject, trial.nextDay);
  return subject;
}
var idOf = ({ context }) => textOf(context, "id") ?? textOf(context, "anonymous_id");
var planOf = ({ playbook, context }) => playbook.part("plans", textOf(context, "plan_handle"));
function noteDue(subject, time2) {
  if (time2 > subject.now && time2 < subject.due) subject.due = time2;
}
function membersOf(segment) {
  return isInSegment(this, segment) ? [idOf(this), textOf(this.context, "anonymous_id")] : [];
}
function isCircular({ playbook }, segment, handle2) {
  segment.isCircular ??= leadsBack(playbook, handle2);
  return segment.isCircular;
}
function isInSegment(subject, handle2) {
  const { context, playbook } = subject;
  if (context.segments && listOf(context, "segments").includes(handle2)) return true;
  const segment = playbook.part("segments", handle2);
  if (!segment) return false;
  subject.identity ??= {};
  if (segment.identity === subject.identity) return segment.isMember;
  if (segment.isOpen && isCircular(subject, segment, handle2)) return false;
  segment.isOpen = true;
  const isMember = matches(subject, segment.condition) && !isCircular(subject, segment, handle2);
  segment.isOpen = false;
  segment.identity = subject.identity;
  segment.isMember = isMember;
  return isMember;
}
function isInAny(subject, segments2) {
  for (let i = 0; i < segments2.length; i++) {
    if (isInSegment(subject, segments2[i] ?? "")) return true;
  }
  return false;
}

// src/decision/entitlements.ts
function grantedBy(subject, { plans: plans2, segments: segments2 }) {
  if (segments2 && !isInAny(subject, segments2)) return void 0;
  if (!plans2) return segments2 && "granted_by_segment";
  if (plans2.includes(planOf(subject)?.handle ?? "")) return "granted_by_plan";
  const { trial } = subject;
  if (!trial?.active || !plans2.includes(trial.plan?.handle ?? "")) return void 0;
  return "granted_by_trial";
}
var rounded = (units) => units && Number(units.toFixed(9));
function usagePercent({ limit, used = 0 }) {
  if (typeof limit !== "number") return void 0;
  return limit > 0 ? Number(rounded(used / limit * 100)) : 100;
}
function answer(subject, handle2) {
  const { playbook, context } = subject;
  if (!playbook.usable) return ["playbook_unavailable"];
  const said = context.entitlements && own(own(context, "entitlements"), handle2);
  if (typeof said === "boolean") return [said ? "granted_by_server" : "denied_by_server"];
  const entitlement2 = playbook.part("entitlements", handle2);
  if (!entitlement2) return ["entitlement_unknown"];
  const { grants } = entitlement2;
  for (let i = 0; i < grants.length; i++) {
    const grant = grants[i];
    const reason = grant && grantedBy(subject, grant);
    if (reason) return granted(subject, entitlement2, grant, reason);
  }
  return [planOf(subject) ? "not_in_plan" : "plan_unknown"];
}
function granted({ context }, { handle: handle2, type, warn_at_percent: warnAt }, { limit = null, enforcement, tier = "" }, reason) {
  if (type === "feature") return [reason];
  if (type === "tier") return [reason, { tier }];
  const given = own(own(context, "usage"), handle2);
  const used = given === void 0 ? 0 : given;
  if (typeof used !== "number" || !(used >= 0) || used === Infinity) return ["usage_invalid"];
  if (limit === null) return [reason, { limit, used, remaining: null }];
  const reached = used >= limit && (enforcement === "soft" ? "over_soft_limit" : "limit_reached");
  const isNear = warnAt !== void 0 && Number(usagePercent({ limit, used })) >= warnAt && "near_limit";
  return [
    reached || isNear || reason,
    { limit, used, remaining: Math.max(0, Number(rounded(limit - used))) }
  ];
}
function resultOf(subject, handle2) {
  const { playbook, input } = subject;
  const found = answer(subject, handle2);
  const reason = found[0];
  const amounts = found[1];
  const isGranted = reason.startsWith("granted");
  const isLimited = reason === "near_limit" || reason === "over_soft_limit";
  const status = isLimited ? "limited" : isGranted ? "granted" : "denied";
  const allowed = status !== "denied";
  const source = playbook.usable ? input.source ?? "playbook" : "none";
  if (false) return { handle: handle2, allowed, status, reason, source };
  return { handle: handle2, allowed, status, reason, ...amounts, source };
}
function entitlementOf(subject, handle2) {
  subject.entitlements ??= /* @__PURE__ */ new Map();
  const { input, entitlements: known2 } = subject;
  const result = known2.get(handle2) ?? input.entitled?.(handle2) ?? resultOf(subject, handle2);
  known2.set(handle2, result);
  return result;
}
function decideEntitlement(playbook, handle2, input) {
  return input?.entitled?.(handle2) ?? resultOf(createSubject(playbook, input), handle2);
}

// src/decision/frequency.ts
var HOUR = DAY / 24;
var REMIND_HOURS = 24;
var SESSION_MS = 30 * 6e4;
var WINDOWS = { day: DAY, week: 7 * DAY, month: 30 * DAY };
var NEVER = -Infinity;
var timeIn2 = (entries, key2) => {
  const given = own(entries, key2);
  const at = typeof given === "string" ? parseTime(given) : given;
  return Number.isFinite(at) ? Number(at) : NEVER;
};
var orNull = (at) => at > NEVER ? at : null;
function testFrequency(question) {
  const { subject, query, payload, trace } = question;
  const {
    now,
    input: { history }
  } = subject;
  const latest = now + SESSION_MS;
  const key2 = keyOf(question.placement, payload);
  const { caps = [], cooldown_hours } = payload.payload;
  const isEnforced = query.enforceCaps !== false;
  const isAnswer = query.requested || query.trigger?.type === "entitlement_denied";
  const remindHours = payload.payload.remind_later_hours ?? (isAnswer ? 0 : REMIND_HOURS);
  const isOnDisplay = () => query.displaying?.includes(key2);
  const sessionStart = timeIn2(history, "session_started_at");
  const isInSession = (at) => at >= sessionStart && at <= latest;
  const displays = listOf(history, "displays").filter((display) => own(display, "key") === key2).map((display) => timeIn2(display, "at")).filter((at) => at > NEVER);
  const isWaiting = (from, hours2) => {
    if (!hours2) return !isAnswer && from > NEVER && isInSession(from);
    const until = from + hours2 * HOUR;
    if (from <= latest) noteDue(subject, until);
    return from <= latest && now < until;
  };
  const reminded = timeIn2(own(history, "reminded"), key2);
  const isPutOff = isWaiting(reminded, isEnforced ? remindHours : void 0);
  if (!record(trace, "remind_later", !isPutOff, orNull(reminded), remindHours)) {
    return "reminded_later";
  }
  const hours = isEnforced ? cooldown_hours : void 0;
  const dismissed = timeIn2(own(history, "dismissed"), key2);
  const starts = [dismissed, ...hours && !isOnDisplay() ? displays : []];
  const isCooling = starts.some((at) => isWaiting(at, hours));
  const last = starts.reduce((a, b) => Math.max(a, b));
  if (!record(trace, "cooldown", !isCooling, orNull(last), hours || "session")) {
    return "cooling_down";
  }
  let hasRoom = true;
  const counts = caps.map(({ period, count }) => {
    const length = WINDOWS[period];
    const counting = displays.filter(
      (at) => length ? at <= latest && at > now - length : period === "lifetime" || isInSession(at)
    ).sort((a, b) => a - b);
    if (length) noteDue(subject, (counting.at(-count) ?? NEVER) + length);
    hasRoom &&= counting.length < count;
    return counting.length;
  });
  const actual = counts.length > 1 ? counts : counts[0];
  const isFree = !isEnforced || hasRoom || !!isOnDisplay();
  return record(trace, "caps", isFree, actual, caps) ? void 0 : "cap_reached";
}

// src/decision/gates.ts
var ENDING_DAYS = 3;
var PAGE_LEVEL = PAGE_LEVEL_SURFACES;
var isOccasion = (trigger) => trigger?.type === "entitlement_denied" || trigger?.type === "event";
var TINY = 1e-9;
function passesDraw({ subject, trace }, gate, of, percent2) {
  const id = idOf(subject);
  const position = id === void 0 ? null : bucket(`${of}:${gate}`, id);
  const isDrawn2 = percent2 >= 100 || position !== null && position + TINY < percent2 / 100;
  const actual = position === null ? null : Math.round(position * 1e4) / 100;
  return record(trace, gate, isDrawn2 === (gate === "rollout"), actual, percent2);
}
function meetsTrigger({ subject, query, placement, trace }) {
  const { context } = subject;
  const {
    condition: condition2,
    placement: { category, trigger = { type: "slot_render" } }
  } = placement;
  const children = trace && [];
  let passed = true;
  let actual;
  if ([category, trigger.type].some((one) => query.inactive?.includes(one))) {
    passed = false;
    actual = "switched off";
  } else if (trigger.type === "usage_threshold") {
    actual = usagePercent(entitlementOf(subject, trigger.entitlement));
    passed = Number(actual) >= trigger.percent;
  } else if (trigger.type === "trial_stage") {
    const daysBeforeEnd = trigger.days_before_end ?? ENDING_DAYS;
    actual = subject.trial?.stage(daysBeforeEnd, (time2) => noteDue(subject, time2));
    passed = actual === trigger.stage;
  } else if (trigger.type === "entitlement_denied") {
    actual = own(query.trigger, "entitlement") ?? trigger.entitlement;
    passed = actual === trigger.entitlement;
  } else if (trigger.type === "event" || trigger.type === "page_view") {
    const isEvent = trigger.type === "event";
    actual = isEvent ? own(context.event, "name") : own(context.page, "path");
    passed = (!isEvent || actual === trigger.name) && matches(subject, condition2, children);
  }
  return record(trace, "trigger", passed, actual, trigger, children);
}
function testPlacement(question) {
  const { subject, query, placement, trace } = question;
  const { handle: handle2, trigger, holdout: percent2 } = placement;
  if (!query.requested) {
    if (trigger?.type === "entitlement_denied") {
      const { allowed, reason } = entitlementOf(subject, trigger.entitlement);
      if (!record(trace, "entitlement", !allowed, reason, "denied")) return "entitled";
    }
    const mayFail = true;
    if (mayFail && !meetsTrigger(question)) return "trigger_not_met";
  }
  if (percent2 && !passesDraw(question, "holdout", handle2, percent2)) return "holdout";
  return void 0;
}
var segmentsOf = (subject, segments2) => segments2.filter((segment) => isInSegment(subject, segment));
function testTarget({
  subject,
  payload,
  trace
}) {
  const { plans: plans2, segments: segments2, condition: condition2 } = payload;
  if (plans2) {
    const isMet = plans2.includes(planOf(subject)?.handle ?? "");
    if (!record(trace, "plan", isMet, subject.context.plan_handle, plans2)) return "plan_mismatch";
  }
  if (segments2) {
    const joined = segmentsOf(subject, segments2);
    if (!record(trace, "segment", !!joined[0], joined, segments2)) return "segment_mismatch";
  }
  if (condition2) {
    const children = trace && [];
    const isMet = matches(subject, condition2, children);
    if (!record(trace, "condition", isMet, void 0, condition2.condition, children)) {
      return "condition_mismatch";
    }
  }
  const { schedule } = payload.payload;
  if (schedule) {
    const { now } = subject;
    const { from, until } = schedule;
    const begins = from === void 0 ? now : new Date(from).getTime();
    const ends = until === void 0 ? Infinity : new Date(until).getTime();
    noteDue(subject, now < begins ? begins : ends);
    const isOn = begins <= now && now < ends;
    if (!record(trace, "schedule", isOn, now, schedule)) return "outside_schedule";
  }
  return void 0;
}
function testReach(question) {
  const { query, payload, trace } = question;
  const { rollout_percent: percent2, surface } = payload.payload;
  if (percent2 !== void 0) {
    const key2 = keyOf(question.placement, payload);
    if (!passesDraw(question, "rollout", key2, percent2)) return "rollout_excluded";
  }
  const { registered, slot, surfaces } = query;
  const inFlow = IN_FLOW.includes(surface) || !!registered?.includes(surface);
  const isKnown = inFlow || PAGE_LEVEL.includes(surface);
  if (!record(trace, "surface_known", isKnown, surface, "registered")) return "surface_unknown";
  const isAny = slot === void 0 || isOccasion(query.trigger);
  const isAccepted2 = surfaces?.includes(surface) ?? (inFlow || isAny);
  const wanted = surfaces ?? (isAny ? "any" : "in flow");
  const isHere = record(trace, "surface_accepted", isAccepted2, surface, wanted);
  return isHere ? void 0 : "surface_not_accepted";
}

// src/decision/tokens.ts
var UNWRITTEN = "{{price}}";
var TOKEN = /\{\{([a-z_][a-z0-9_.]*)(?:\|([^{}]*))?\}\}/g;
var localeOf = ({ context }, query) => (
  // Some write `de_AT` for `de-AT`.
  (textOf(query, "locale") ?? textOf(context, "locale"))?.replaceAll("_", "-")
);
function find(name, { subject, query, placement, words }) {
  const { content, ctas = [] } = words;
  const { context, playbook, input } = subject;
  const nameOf = (one) => one?.name ?? one?.handle;
  if (name.startsWith("traits.")) return name.split(".").reduce(own, context);
  const plan2 = planOf(subject);
  const meter = content.meter?.entitlement ?? textOf(placement.trigger, "entitlement");
  const usage = meter ? entitlementOf(subject, meter) : {};
  const named = ctas.map((cta) => own(cta.params, "plan")).find((one) => one);
  const { price } = (named ? playbook.part("plans", `${named}`) : plan2) ?? {};
  return own(
    {
      plan_name: nameOf(plan2),
      trial_plan_name: nameOf(subject.trial?.plan),
      days_remaining: own(context.trial, "days_remaining"),
      day_number: own(context.trial, "day_number"),
      usage_used: rounded(usage.used),
      usage_limit: usage.limit,
      usage_remaining: rounded(usage.remaining),
      usage_percent: Math.floor(usagePercent(usage) ?? NaN),
      workspace_name: own(playbook.branding(), "workspace_name"),
      user_name: own(context, "name"),
      // A getter: the first formatter takes long to make, so only a price token may ask for one.
      get price() {
        return price && (input.formatPrice?.(price, localeOf(subject, query)) ?? UNWRITTEN);
      }
    },
    name
  );
}
function expandTokens(value, scope, missing, key2) {
  if (typeof value === "string") {
    return value.replace(TOKEN, (token, name, fallback) => {
      const found = find(name, scope);
      if (false) return token;
      const said = isPrimitive(found) && found !== "" ? found : fallback;
      if (said === void 0) missing.push(name);
      const text2 = `${said}`;
      return key2 === "url" ? encodeURIComponent(text2.replace(/\p{Cs}/gu, "\uFFFD")) : text2;
    });
  }
  if (typeof value !== "object" || !value) return value;
  if (Array.isArray(value)) return value.map((item) => expandTokens(item, scope, missing));
  const copy2 = { ...value };
  for (const name in copy2) {
    const one = copy2[name];
    const isFine = false;
    if (!isFine && has.call(copy2, name)) copy2[name] = expandTokens(one, scope, missing, name);
  }
  return copy2;
}

// src/decision/outputs.ts
var stem = (tag) => `${tag.toLowerCase().replaceAll("_", "-")}-`;
var tagsIn = (locales = {}, locale = "") => Object.keys(locales).filter((tag) => stem(locale).startsWith(stem(tag))).sort((a, b) => a.length - b.length);
var wordsIn = (locales, locale) => tagsIn(locales, locale).map((tag) => locales?.[tag]);
var payloadOf = (playbook, { placement, payload }) => playbook.part("placements", placement)?.placement.payloads.find(({ handle: handle2 }) => handle2 === payload);
function languageOf(subject, output) {
  const authored = payloadOf(subject.playbook, output);
  const drawn = authored?.variants?.find(({ handle: handle2 }) => handle2 === output.variant);
  const tags = [authored, drawn].flatMap((one) => tagsIn(one?.locales, localeOf(subject, {})));
  return tags.pop()?.replaceAll("_", "-");
}
var saidIn = (words) => Object.fromEntries(
  Object.entries(words ?? {}).filter(([, one]) => one !== void 0)
);
function wordsOf({ subject, query, payload }, variant) {
  const locale = localeOf(subject, query);
  const { locales } = payload.payload;
  let { content, ctas = [] } = payload.payload;
  const layers = [...wordsIn(locales, locale), variant, ...wordsIn(variant?.locales, locale)];
  for (const words of layers) {
    if (words) {
      content = { ...content, ...saidIn(words.content) };
      ctas = ctas.map((cta, i) => ({ ...cta, ...saidIn(words.ctas?.[i]) }));
    }
  }
  return { content, ctas };
}
function outputOf(question) {
  const { subject, query, placement, payload, trace } = question;
  const { handle: handle2, variants, locales, surface } = payload.payload;
  const variant = variants && chooseByWeight(variants, bucket(`${keyOf(placement, payload)}:variant`, idOf(subject) ?? ""));
  const words = variants || locales ? wordsOf(question, variant) : payload.payload;
  let { content, ctas = [] } = words;
  if (false) payload.isPlain ??= isPlain(words);
  if (false) {
    content = { ...content };
    ctas = [];
  } else {
    const missing = [];
    const scope = { subject, query, placement, words };
    content = expandTokens(content, scope, missing);
    ctas = expandTokens(ctas, scope, missing);
    if (!record(trace, "tokens", !missing.length, missing.sort(), [])) return "token_missing";
  }
  const slot = query.slot ?? placement.placement.slot;
  const playbook_version = subject.playbook.version;
  if (false) {
    return {
      placement: placement.handle,
      payload: handle2,
      slot,
      surface,
      content,
      ctas,
      playbook_version
    };
  }
  return {
    placement: placement.handle,
    payload: handle2,
    ...variant && { variant: variant.handle },
    ...slot && { slot },
    surface,
    content,
    ctas,
    playbook_version
  };
}

// src/decision/placements.ts
function isTriggeredBy({ trigger }) {
  return ["entitlement", "name", "stage"].every((key2) => {
    const wanted = own(this, key2);
    return wanted === void 0 || wanted === own(trigger, key2);
  });
}
function candidatesFor(playbook, { placement, slot, trigger }) {
  if (placement !== void 0) return playbook.placements("handle", placement);
  if (slot !== void 0) return slot ? playbook.placements("slot", slot) : [];
  if (trigger) return playbook.placements("type", trigger.type).filter(isTriggeredBy, trigger);
  return playbook.placements("slot").filter(({ trigger: trigger2 }) => !isOccasion(trigger2));
}
var FINAL = ["reminded_later", "cooling_down", "cap_reached"];
var hidden = (reason) => ({
  visible: false,
  reasons: [reason]
});
function keepVerdict(evaluation, verdict, { handle: placement }, gates = [], payload) {
  const { reasons, output, candidates } = evaluation;
  const isReason = typeof verdict === "string";
  const reason = isReason ? verdict : output ? "lower_priority" : "shown";
  if (!isReason) evaluation.output ??= verdict;
  if (!reasons.includes(reason)) reasons.push(reason);
  candidates?.push({
    placement,
    ...payload && { payload: payload.payload.handle },
    reason,
    gates
  });
  return !isReason || FINAL.includes(verdict);
}
function consider(evaluation, placement) {
  const { subject, query, candidates } = evaluation;
  const gates = candidates && [];
  const unmet = testPlacement({ subject, query, placement, trace: gates });
  if (unmet) return void keepVerdict(evaluation, unmet, placement, gates);
  for (const payload of placement.payloads) {
    const trace = gates && [...gates];
    const question = { subject, query, placement, payload, trace };
    const verdict = testTarget(question) || testReach(question) || testFrequency(question) || outputOf(question);
    if (keepVerdict(evaluation, verdict, placement, trace, payload)) break;
  }
}
function evaluate(subject, query, candidates) {
  const { playbook } = subject;
  const evaluation = { subject, query, candidates, reasons: [], output: void 0 };
  for (const one of candidatesFor(playbook, query ?? {})) {
    if (evaluation.output && !candidates) break;
    try {
      if (!query?.except?.includes(one.handle)) consider(evaluation, one);
    } catch {
    }
  }
  const { output, reasons } = evaluation;
  if (output) return { visible: true, reasons: ["shown"], output };
  const none = playbook.usable ? "no_placement" : "playbook_unavailable";
  return { visible: false, reasons: reasons[0] ? reasons : [none] };
}
function subjectFor(playbook, query, input) {
  const trigger = query?.trigger;
  if (trigger?.type !== "event") return createSubject(playbook, input);
  const { name, properties = {} } = trigger;
  const context = { ...input?.context, event: { name, properties } };
  return createSubject(playbook, { ...input, context });
}
function explainPlacement(playbook, query, input) {
  const candidates = [];
  const { visible, reasons } = evaluate(subjectFor(playbook, query, input), query, candidates);
  return { visible, reasons, candidates };
}

// src/decision/validate.ts
function* findProblems(playbook) {
  const inspector = inspectorOf(playbook);
  const { properties = {}, ...schema } = playbookSchema();
  const handles = { type: "array", items: { properties: { handle: {} } } };
  const lists = { segments: handles, placements: handles };
  const whole2 = { ...schema, properties: { ...properties, ...lists } };
  const problems = problemsOf(whole2, playbook, "", inspector);
  for (const list2 in lists) {
    let i = 0;
    for (const part of listOf(playbook, list2)) {
      yield;
      const path = `${list2}[${i++}]`;
      problems.push(...problemsOf(properties[list2]?.items ?? {}, part, path, inspector));
    }
  }
  return problems;
}
function inspectorOf(playbook) {
  const compiled = compilePlaybook(playbook);
  return (schema, value, path, report2) => {
    const mustBeIn = (list2, handle2, at) => {
      if (list2 && !listOf(playbook, list2).some((part) => own(part, "handle") === handle2)) {
        report2(at, `names nothing in ${list2}`);
      }
    };
    if (schema === condition) {
      for (const problem of inspect(value, path).problems) report2(problem.path, problem.message);
    }
    mustBeIn(schema.refers, value, path);
    const { action, grants, condition: asks } = schema.properties ?? {};
    const isSegment = asks && path.startsWith("segments");
    if (isSegment && leadsBack(compiled, textOf(value, "handle") ?? "")) {
      report2(`${path}.condition`, "leads back to this segment, so that nobody is in it");
    }
    const isWhole = schema.required || own(value, "params");
    if (action && isWhole && own(value, "action") === "open_placement") {
      const named = own(own(value, "params"), "placement");
      mustBeIn("placements", named, joinPath(path, "params.placement"));
    }
    if (Array.isArray(value) && schema.items?.properties?.handle) {
      const handles = /* @__PURE__ */ new Set();
      value.forEach((part, i) => {
        const handle2 = own(part, "handle");
        if (handles.has(handle2)) report2(`${path}[${i}].handle`, "is used twice");
        handles.add(handle2);
      });
    }
    const type = own(value, "type");
    listOf(grants && value, "grants").forEach((grant, i) => {
      const at = `${path}.grants[${i}]`;
      if (!isObject(grant)) return;
      if (!own(grant, "plans") && !own(grant, "segments")) {
        report2(at, "must name plans or segments");
      } else if (type === "tier") {
        const tiers = own(value, "tiers") ?? [];
        const isKnown = !Array.isArray(tiers) || tiers.includes(own(grant, "tier"));
        if (!isKnown) report2(`${at}.tier`, "must be one of the entitlement's tiers");
      } else if (COUNTED.includes(type) && own(grant, "limit") === void 0) {
        report2(`${at}.limit`, "is required; null is unlimited");
      }
    });
  };
}

// src/options/sources.ts
var ANSWERS = {
  getPlacementDecision: "placements",
  getPlacement: "placements",
  checkEntitlement: "entitlements",
  fetchUserContext: "context",
  getTrialStatus: "trial"
};
var DOMAINS = {
  ...ANSWERS,
  resolvePlaybook: "",
  getPlaybook: "playbook",
  getContext: "",
  identify: "context",
  onEvent: "analytics"
};
function sourcesOf(options) {
  const { localRuntime, provider, configProvider } = options;
  const { providerFallbacks = [], domainProviders = [] } = options;
  return [
    ["localRuntime", localRuntime],
    ["resolvers", localRuntime?.resolvers],
    ["provider", provider],
    ...providerFallbacks.map((one, i) => [`providerFallbacks[${i}]`, one]),
    ...domainProviders.map((one, i) => [`domainProviders[${i}]`, one.provider, one.domain]),
    ["configProvider", configProvider, "playbook"]
  ];
}
var hasMethod = (given, method) => typeof Object(given)[method] === "function";
var mayAnswer = ([, given, domain], method) => !!given && (!domain || domain === DOMAINS[method]) && (typeof given === "function" || hasMethod(given, method));
var mayHavePlaybook = (options) => !!options.localRuntime?.playbook || sourcesOf(options).some(
  (source) => mayAnswer(source, "getPlaybook") || mayAnswer(source, "resolvePlaybook")
);

// src/options/fields.ts
var GONE = new Map([
  ["ingestPublicKey", ["was removed; use publicKey", "removed"]],
  ["localRuntime.exportedConfig", ["is now localRuntime.playbook", "earlier_shape"]],
  [
    "localRuntime.resolvers.resolveExportedConfig",
    ["is now resolvers.resolvePlaybook", "earlier_shape"]
  ],
  [
    "localRuntime.initialData.entitlementByHandle",
    ["is now the Playbook's grants or resolvers.checkEntitlement", "earlier_shape"]
  ],
  [
    "localRuntime.initialData.placementsByLookupKey",
    ["is ignored; use the Playbook or resolvers.getPlacement", "retired"]
  ],
  ...["decide", "decideContext", "bootstrapContext", "getPlacement", "checkEntitlement"].map(
    (name) => [
      `endpointOverrides.${name}`,
      ["is never read: the SDK decides by itself", "retired"]
    ]
  )
]);
var SERVER_KEY = ["is a server key, never for a browser; use publicKey", "refused"];
var TOKEN2 = ["is a client-session token; use clientSession", "refused"];
var EARLIER_KEY = [
  "is now publicKey in a browser, a new server key on a server, nothing in local_only",
  "earlier_shape"
];
var text = (pattern, description) => ({
  type: "string",
  pattern,
  description
});
var key = (type, refuse) => ({
  ...text(/^svc_\S+$/, `a key of type ${type}, svc_\u2026`),
  refuse: (value) => value.startsWith("svc_client_") ? TOKEN2 : refuse(value)
});
var any = {};
var plain = { type: "object" };
var call = { type: "function" };
var userFields = () => object({
  ...each("id plan_handle name email locale country timezone created_at", string),
  traits: map(any),
  usage: plain,
  segments: list(string),
  entitlements: map(boolean)
});
var pageFields = () => object({ ...each("url title referrer", string), tags: list(string) });
var trialFields = () => object({
  ...each("trial_handle plan_handle", string),
  ...each("started_at ends_at", any),
  day_number: number,
  days_remaining: any,
  ...each("in_trial converted", boolean),
  kind: word("free reverse")
});
var instance = (methods) => object(each(methods, call), methods);
function optionFields(browser) {
  const answers = Object.keys(ANSWERS).join(" ");
  const overrides = Object.keys(PATHS).join(" ");
  const address = text(
    /^(https?:\/\/(?![^/]*@).|[^:/]*\/|[^:/]+$)/i,
    "a path or an http(s) URL without credentials"
  );
  const playbook = {
    type: "object",
    description: "a Playbook; data-playbook takes a URL, or the #id of an element with its JSON"
  };
  const provider = {
    ...object(each(`${answers} getPlaybook identify onEvent`, call)),
    type: ["object", "function"]
  };
  const endpointOverrides = {
    ...object(each(overrides, address)),
    description: `one or more of ${overrides}`
  };
  const storage = instance("getItem setItem removeItem");
  return object({
    tenantId: string,
    publicKey: key("public", (value) => /^svc_(server|secret|sk)_/.test(value) && SERVER_KEY),
    apiKey: key(
      "server",
      (value) => /^(svc_(live|test)_|local$)/.test(value) ? EARLIER_KEY : browser && SERVER_KEY
    ),
    runtimeMode: word("service_server custom_endpoints local_only"),
    endpoint: browser ? address : text(/^https?:\/\/(?![^/]*@)./, "an http(s) URL without credentials"),
    mode: word("react snippet iframe"),
    endpointOverrides,
    configProvider: instance("getPlaybook"),
    localRuntime: object({
      playbook,
      placements: list(plain),
      initialData: object({
        placementDecisionsByPlacementId: plain,
        userContextByUserId: map(userFields()),
        trialStatus: trialFields()
      }),
      resolvers: object(each(`${answers} resolvePlaybook`, call)),
      storageKey: string,
      getContext: call
    }),
    provider,
    providerFallbacks: list(provider),
    domainProviders: list(
      object(
        { domain: word("playbook placements entitlements context trial analytics"), provider },
        "domain provider"
      )
    ),
    providerFailureSlotBehavior: word("placeholder invisible"),
    uiPathResolvers: map(call),
    branding: object({ ...each("workspace_name logo_url", string), theme: plain }),
    user: userFields(),
    page: pageFields(),
    contextPolicy: object(each("inferUser inferPage routerAutoTrack", boolean)),
    placementBehavior: object(
      each("enableClientCapsEnforcement enableAutoGatedPlacement enableTrialAutoTriggers", boolean)
    ),
    ...each("persistentStorage sessionStorage", storage),
    clientSession: call,
    trustedKeys: list(object({ kid: string }, "kid")),
    consent: word("granted pending denied"),
    debug: boolean
  });
}

// src/options/valid-copy.ts
var boundTo = (object2, value) => typeof value === "function" ? value.bind(object2) : value;
function isGiven(object2, name) {
  const { get, value } = Object.getOwnPropertyDescriptor(object2, name) ?? {};
  return !!get || value !== void 0;
}
var plain2 = (name) => name.replace(/_/g, "").toLowerCase();
function validCopy(field, read2, path, report2) {
  const {
    type,
    items,
    required,
    properties = {},
    additionalProperties,
    refuse,
    description
  } = field;
  const isTable = type === "object" && !required && (field.properties ?? additionalProperties);
  const accept = (value) => {
    if (value instanceof Error) {
      report2(path, `cannot be read: ${value.message}`);
      return false;
    }
    const fault = !!value && refuse?.(`${value}`);
    if (fault) {
      report2(path, ...fault);
      return false;
    }
    const problems = problemsOf(isTable ? { type } : field, value, path);
    for (const { path: at, message } of problems) {
      const wanted = description ? `must be ${description}` : message;
      report2(at, at === path ? `${wanted} (got ${typeOf(value)})` : wanted);
    }
    return !problems.length;
  };
  const soundOf = (given) => {
    const value = refuse && typeof given === "string" ? given.trim() : given;
    if (value === void 0 || accept(value)) return value;
    const kept = items && Array.isArray(value) ? value.filter((item) => isSound(items, item)) : [];
    return kept.length ? kept : void 0;
  };
  try {
    const sound = read2().map(soundOf).filter((value) => value !== void 0);
    if (!isTable) return sound[0];
    const objects = sound.filter(isObject);
    const entries = [];
    for (const name of new Set([properties, ...objects].flatMap(Object.keys))) {
      const at = joinPath(path, name);
      const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (inner) {
        const isOption = (object2) => isGiven(object2, name) || !(name in Object.prototype);
        const values = () => objects.filter(isOption).map((object2) => boundTo(object2, object2[name]));
        const value = validCopy(inner, values, at, report2);
        if (value !== void 0) entries.push([name, value]);
      } else if (objects.some((object2) => isGiven(object2, name))) {
        const meant = Object.keys(properties).find((one) => plain2(one) === plain2(name));
        const hint = meant ? `; did you mean ${meant}?` : properties.traits ? "; free values go under traits" : "";
        report2(at, ...GONE.get(at) ?? [`is unknown${hint}`, "unknown"]);
      }
    }
    return entries.length ? Object.fromEntries(entries) : void 0;
  } catch {
    return report2(path, "cannot be read");
  }
}

// src/options/read-options.ts
function readOptions(input, environment) {
  const { browser, attributes, config } = environment;
  const found = [];
  const report2 = (option, message, code = "type") => void found.push({ option: option || "options", message, code });
  const fields = optionFields(browser);
  const valid = read(fields, [attributes, input, config], "", report2);
  const isWrong = (name) => found.some(({ option, code }) => code !== "unknown" && option.startsWith(name));
  const options = Object.assign(/* @__PURE__ */ Object.create(null), {
    ...valid,
    // What can't be read was meant to limit something: so nothing is granted, and no key trusted.
    ...isWrong("consent") && { consent: "denied" },
    ...isWrong("trustedKeys") && { trustedKeys: valid.trustedKeys ?? [] }
  });
  const { runtimeMode = "service_server", localRuntime } = options;
  const required = localRuntime?.playbook ? `${runtimeMode}, not in local_only` : runtimeMode;
  const missing = missingOptions(options, browser);
  for (const option of missing) {
    if (found.some((fault) => fault.option === option)) continue;
    const { description } = fields.properties?.[option] ?? {};
    const isEarlier = found.some((f) => f.code === "retired" && f.option.startsWith(option));
    report2(
      option,
      `is required in ${required}${description ? `: ${description}` : ""}`,
      isEarlier ? "earlier_shape" : "required"
    );
  }
  const faults = found.map((fault) => ({
    ...fault,
    fatal: missing.includes(fault.option) || ["refused", "earlier_shape"].includes(fault.code)
  }));
  return { options, faults: faults.sort((a, b) => Number(b.fatal) - Number(a.fatal)) };
}
var cleaner = (kind, fields) => (value, warn) => read(fields(), [value], kind, (option, message) => warn(`${option} ${message}`));
var cleanUser = cleaner("user", userFields);
var cleanPage = cleaner("page", pageFields);
var cleanTrial = cleaner("trial", trialFields);
function read(field, sources, path, report2) {
  return validCopy(field, () => sources, path, report2) ?? {};
}
function missingOptions(options, browser) {
  const { runtimeMode } = options;
  if (runtimeMode === "local_only")
    return mayHavePlaybook(options) ? [] : ["localRuntime.playbook"];
  const required = ["tenantId", browser ? "publicKey" : "apiKey"];
  const overrides = runtimeMode === "custom_endpoints" ? ["endpointOverrides"] : [];
  return [...required, ...overrides].filter((option) => !options[option]);
}

// src/sdk/clock.ts
var deviceTime = () => Math.floor(Number(Date.now()));
var INEXACT_MS = 5e3;
function createClock(device, onJump) {
  const now = () => clock.offset + device();
  const clock = {
    now,
    device,
    offset: 0,
    set(at) {
      const before = now();
      clock.offset = at - device();
      if (Math.abs(at - before) > INEXACT_MS) onJump();
    }
  };
  return clock;
}

// src/sdk/instance.ts
var KEY = /* @__PURE__ */ Symbol.for("service.sdk");
function findInstance(window2) {
  return Object(window2)[KEY];
}
function keepInstance(window2, service) {
  Object(window2)[KEY] = service;
}

// src/sdk/page-console.ts
var say = (level) => (...words) => attempt(() => globalThis.console[level](...words));
var pageConsole = { debug: say("debug"), error: say("error"), warn: say("warn") };

// src/context/within-time.ts
function withinTime(answer2, ms) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, ms, new Error(`no answer in ${ms / 1e3} seconds`));
    answer2.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// src/context/client-session.ts
var TOKEN3 = /^svc_client_[\w.~+/=-]+$/;
var LIMIT_MS = 1e4;
function createClientSession({ mint, warn }) {
  let give = mint;
  let asked;
  let held;
  async function ask(give2) {
    try {
      const token = `${await withinTime(Promise.resolve(give2()), LIMIT_MS) ?? ""}`.trim();
      if (TOKEN3.test(token)) return token;
      warn("clientSession gave no client-session token");
      return token ? "" : void 0;
    } catch {
      warn("clientSession failed");
      return "";
    }
  }
  return {
    async token() {
      if (!give) return void 0;
      asked ??= ask(give);
      const mine = asked;
      const token = await mine;
      if (asked !== mine) return void 0;
      if (!token) asked = void 0;
      held = token;
      return token;
    },
    expire(token) {
      if (held === token) held = asked = void 0;
    },
    renew(isKnown) {
      give = isKnown ? mint : void 0;
      held = asked = void 0;
    }
  };
}

// src/context/consent.ts
function initialConsent(option, navigator) {
  return option ?? (attempt(() => !navigator?.globalPrivacyControl) ? "granted" : "denied");
}

// src/context/copy.ts
function copy(value) {
  if (Array.isArray(value)) return value.map(copy);
  if (!isObject(value)) return value;
  if (Object.getPrototypeOf(Object.getPrototypeOf(value) ?? Object.prototype)) return value;
  return Object.fromEntries(Object.entries(value).map(([key2, one]) => [key2, copy(one)]));
}
var copyOf = (value) => attempt(() => copy(value)) ?? value;

// src/context/storage.ts
var LIMIT_BYTES = 2 ** 20;
function readMatches(storage, name, pattern) {
  const value = storage.read(name);
  return typeof value === "string" && value.match(pattern) || [];
}
var guarded = (open) => (question) => attempt(() => {
  const answer2 = question(open());
  Promise.resolve(answer2).catch(() => {
  });
  return answer2;
});
function openStorage({ adapter, native, prefix, ...options }) {
  let { enabled } = options;
  const memory = /* @__PURE__ */ new Map();
  const unstored = /* @__PURE__ */ new Map();
  const start2 = `${prefix}:`;
  const keyOf2 = (name) => start2 + name;
  const fits2 = (text2) => new TextEncoder().encode(text2).length <= LIMIT_BYTES;
  const ask = guarded(() => adapter ?? native());
  const storedAt = (key2) => ask((store) => store.getItem(key2));
  const isShared = () => {
    let isRead = false;
    const read2 = (store) => {
      const value = store.getItem(start2);
      isRead = true;
      return value;
    };
    if (enabled) ask(read2);
    return isRead;
  };
  const isThere = (key2) => typeof (storedAt(key2) || 0) === "string";
  const index = keyOf2("names");
  const noted = () => `${storedAt(index) ?? ""}`.split("\n");
  const erase = (key2) => ask((store) => store.removeItem(key2));
  function storedKeys() {
    const listed = new Set(ask(Object.keys));
    const known2 = /* @__PURE__ */ new Set([...listed, ...noted()]);
    const keys = [.../* @__PURE__ */ new Set([...known2, ...memory.keys()])].filter(
      (key2) => key2.startsWith(start2) && (listed.has(key2) || isThere(key2))
    );
    if (!keys.every((key2) => known2.has(key2))) {
      const unlisted = keys.filter((key2) => !listed.has(key2)).join("\n");
      ask((store) => store.setItem(index, unlisted));
    }
    return keys;
  }
  function load(key2) {
    const text2 = storedAt(key2);
    if (typeof text2 !== "string" || text2 === unstored.get(key2) || !fits2(text2)) return void 0;
    memory.set(key2, text2);
    unstored.delete(key2);
    return text2;
  }
  function save(key2, text2) {
    if (enabled) {
      if (fits2(text2)) ask((store) => store.setItem(key2, text2));
      else erase(key2);
      if (load(key2) !== text2) unstored.set(key2, storedAt(key2));
      else if (!ask((store) => Object.hasOwn(store, key2)) && !noted().includes(key2)) storedKeys();
    }
    memory.set(key2, text2);
  }
  return {
    keyOf: keyOf2,
    isShared,
    names() {
      const keys = isShared() ? [...unstored.keys(), ...storedKeys()] : memory.keys();
      return [...new Set(keys)].map((key2) => key2.slice(start2.length));
    },
    read(name) {
      const key2 = keyOf2(name);
      const isHere = () => unstored.has(key2) || !isShared();
      const text2 = enabled && load(key2) || isHere() && memory.get(key2);
      return text2 ? attempt(() => JSON.parse(text2)) : void 0;
    },
    write(name, value) {
      attempt(() => save(keyOf2(name), JSON.stringify(value)));
    },
    remove(name) {
      const key2 = keyOf2(name);
      memory.delete(key2);
      unstored.delete(key2);
      if (enabled) erase(key2);
    },
    unstore(name) {
      const key2 = keyOf2(name);
      if (unstored.has(key2)) return;
      erase(key2);
      unstored.set(key2, storedAt(key2));
    },
    enable(on) {
      enabled = on;
      for (const [key2, text2] of memory) {
        if (!on) erase(key2);
        else if (!load(key2)) save(key2, text2);
      }
      const left = on ? [] : [...ask(Object.keys) ?? [], ...noted(), index];
      left.filter((key2) => key2.startsWith(start2)).forEach(erase);
    }
  };
}

// src/context/tab-lock.ts
var PATIENCE_MS = 5e3;
var NOTE = "lock";
var SETTLE_MS = 100;
var LOOKS = 20;
var SPREAD_MS = 2e3;
var settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
async function holdNote(storage, work, ends) {
  const mine = Math.random();
  const isOurs = () => storage.read(NOTE) === mine;
  const end = () => {
    ends.delete(end);
    if (isOurs()) storage.remove(NOTE);
  };
  ends.add(end);
  for (let looks = LOOKS; looks >= 0 && !isOurs(); looks--) {
    if (!looks || !storage.read(NOTE)) storage.write(NOTE, mine);
    await settle();
  }
  work();
  await settle();
  end();
}
function createTabLock(options, name) {
  const { storage } = options;
  const jobs = [];
  const work = (announced = "") => {
    const all = [];
    for (const job of jobs.splice(0)) all.push(...job([announced, ...all].join()));
    return all;
  };
  const ends = /* @__PURE__ */ new Set();
  options.listen("pagehide", () => {
    work();
    for (const end of [...ends]) end();
  });
  const underLock = async (locks) => {
    const { held = [] } = await locks.query();
    const announced = held.map((lock2) => lock2.name).filter((one) => one?.startsWith(name));
    const hold = () => new Promise((resolve) => {
      const end = () => {
        ends.delete(end);
        resolve();
      };
      ends.add(end);
      setTimeout(end, SPREAD_MS);
    });
    for (const text2 of work(announced.join()))
      locks.request(`${name} ${text2}`, { mode: "shared" }, hold).catch(() => {
      });
  };
  const lock = async () => {
    await void 0;
    const locks = options.locks();
    if (!locks) return void (storage.isShared() ? await holdNote(storage, work, ends) : work());
    const granted2 = locks.request(name, () => underLock(locks));
    await withinTime(granted2, PATIENCE_MS);
  };
  return (job) => {
    if (jobs.push(job) === 1) lock().catch(() => work());
  };
}

// src/context/history.ts
var NAME = "history";
var LIMIT_BYTES2 = 32 * 1024;
var ENTRY = /[\d.]{1,20} (displays|dismissed|reminded) ["-.0-:<-~]+\/[!-:<-~]+ \d{1,15};/g;
var FORGOTTEN = " !";
var timeOf = (entry) => Number.parseInt(entry.slice(entry.lastIndexOf(" ")), 10);
var latestFirst = (one, other) => timeOf(other) - timeOf(one);
var hash = (id) => `${bucket("user", id)}${bucket(NAME, id)} `;
var textOf2 = (userKey, entry) => `${hash(userKey)}${entry.join(" ")};`;
function createHistory(options) {
  const { storage, clock, onChange } = options;
  const name = storage.keyOf(NAME);
  const runLocked = createTabLock(options, name);
  const stored = () => readMatches(storage, NAME, ENTRY);
  let waiting = [];
  const leaving = [];
  const isKept = (entry) => !leaving.some((user) => entry.startsWith(user));
  function write(all) {
    const seen = /* @__PURE__ */ new Set();
    const last = all.filter((entry) => seen.size < seen.add(entry.replace(/\d+;/, "")).size);
    let room = LIMIT_BYTES2 - 2;
    const fits2 = ({ length }) => {
      room -= length;
      return room >= 0;
    };
    const kept = new Set([.../* @__PURE__ */ new Set([...last, ...all])].filter(fits2));
    storage.write(NAME, all.filter((entry) => kept.has(entry)).join(""));
  }
  function read2(userKey, entries) {
    const displays = [];
    const times = { dismissed: {}, reminded: {} };
    for (const entry of [...entries].reverse()) {
      if (!entry.startsWith(hash(userKey))) continue;
      const [, kind, key2, end] = entry.split(/[ ;]/);
      const at = Number(end) + clock.offset;
      const kept = times[kind];
      if (kept) kept[key2] = at;
      else displays.push({ key: key2, at });
    }
    return { displays, ...times };
  }
  options.listen("storage", ({ key: key2 }) => {
    if ((key2 ?? name) === name) attempt(onChange);
  });
  const add = (make, order) => runLocked((announced) => {
    waiting = [];
    const before = stored();
    const lately = !announced.includes(FORGOTTEN) && announced.match(ENTRY) || [];
    const known2 = [...new Set(lately.reverse().concat(before))];
    const added = (attempt(() => make(known2)) ?? []).filter((entry) => !known2.includes(entry));
    const all = [...added, ...known2];
    if (order) all.sort(order);
    if (`${all}` !== `${before}`) write(all);
    attempt(onChange);
    return added;
  });
  return {
    read: (userKey) => read2(userKey, [...waiting, ...stored().filter(isKept)]),
    update: (userKey, change) => add((known2) => {
      const entry = change(read2(userKey, known2));
      return entry ? [textOf2(userKey, entry)] : [];
    }),
    add(userKey, entry) {
      const text2 = textOf2(userKey, entry);
      waiting = [text2, ...waiting];
      add(() => [text2]);
    },
    forget(userKey) {
      leaving.push(hash(userKey));
      waiting = waiting.filter(isKept);
      runLocked(() => {
        write(stored().filter(isKept));
        leaving.shift();
        attempt(onChange);
        return [FORGOTTEN];
      });
    },
    enable(on) {
      const mine = stored();
      storage.enable(on);
      if (on) add(() => mine, latestFirst);
    }
  };
}

// src/context/identity.ts
var MINUTE = 6e4;
function readAnonymousId(storage, newId) {
  const [id = newId()] = readMatches(storage, "anonymous_id", /^[\da-f-]{36}$/);
  storage.write("anonymous_id", id);
  return id;
}
function touchSession(storage, now, newId, isUsed = true) {
  const stored = readMatches(storage, "session", /^([\da-f-]{36}) (\d{1,15}) (\d{1,15})$/);
  const since = Math.abs(now - Number(stored[3]));
  const [, id = "", start2 = ""] = since < SESSION_MS ? stored : ["", newId(), `${now}`];
  if (!(since < (isUsed ? MINUTE : SESSION_MS))) storage.write("session", `${id} ${start2} ${now}`);
  return { id, started_at: Number(start2) };
}
var sessionIdIn = (storage) => readMatches(storage, "session", /^\S+/)[0];

// src/context/overlay.ts
function overlay(...layers) {
  const entries = layers.flatMap((layer) => Object.entries(layer ?? {}));
  return Object.fromEntries(entries.filter(([, value]) => value !== void 0));
}

// src/context/url.ts
var SECRET_NAME = /token|secret|[cx]srf|pass(w|phrase)|auth(?!or(?!i))|sess(ion|_?id)|signature|jwt|hmac|bearer|credential|access_?key|keys?$|(?<!(country|currency|error|language|postal|status|zip)_?)code$|^(sig|sid|t?otp|mfa|pin|pwd|pass|nonce|cv[cv]|samlre(quest|sponse)|(set.)?cookies?)$/i;
var PAIRS = [
  /()([\w.%-]{1,64})(=())([^\s&#"';]+)/g,
  /()([\w.%-]{1,64})(\\?"\s?:\s?\\?"?())((?:\\.|[^"\\])+)/g,
  /((?:%(?:25)*[\da-f]{2})?)([\w.-]{1,64})(%((?:25)*)(?:3d|22(?::|%\4?3a)%\4?22))((?:[^\s&#"';%]|%(?!\4?2[26]))+)/gi
];
var MAX_INNER = 3;
var SECRET_VALUE = /(?<![a-z])(svc_|[rs]k[_-](live|test|ant|proj)[_-](?=[\w-]{0,64}[\dA-Z])|(eyJ|AKIA|AIza|xox\w-|glpat-)[\w.-]{7})[\w.-]+|(?<=([Bb]earer|ization: Basic)( |\+|%(25)*20))[\w.~+/=-]{8,}|(?<![a-z])whsec_[\w+/=-]+|-----BEGIN [A-Z ]*KEY[\s\S]*?(-----END[^-]*-----|$)|(?<![\w-])(?=[\w-]*\d[A-Za-z])(?=[\w-]*[a-z][A-Z])[\w-]{32,}|\b(?=\w*\d)(?=\w*[A-Z])\w{32,}|(?<![^\W_])(?=[^\W_]*\d)[^\W_]{32,}/g;
var HASH_ROUTE = /^#!?\/[^?&=#]*/;
var cleanSecrets = (text2 = "") => text2.replace(SECRET_VALUE, "redacted");
var cleanPairs = (text2, inner = MAX_INNER) => PAIRS.reduce(
  (cleaned2, pattern) => cleaned2.replace(pattern, (pair, start2, name, equals, _level, value) => {
    if (SECRET_NAME.test(name)) return `${start2}${name}${equals}redacted`;
    return inner ? start2 + name + equals + cleanPairs(value, inner - 1) : pair;
  }),
  text2
);
function parseCleanUrl(address, base) {
  if (!address) return void 0;
  return attempt(() => {
    const url = new globalThis.URL(address.replace(/^data:.*/is, "data:,"), base);
    const pairs = [...url.searchParams];
    const kept = pairs.filter(([name]) => !SECRET_NAME.test(name));
    if (kept.length < pairs.length) url.search = `${new URLSearchParams(kept)}`;
    return Object.assign(url, {
      username: "",
      password: "",
      pathname: cleanSecrets(url.pathname),
      search: cleanSecrets(cleanPairs(url.search)),
      hash: cleanSecrets(HASH_ROUTE.exec(url.hash)?.[0])
    });
  });
}

// src/context/page.ts
function readPage(page, base) {
  const address = parseCleanUrl(page.url, base);
  return overlay({
    ...page,
    url: address?.href,
    path: address?.pathname,
    referrer: parseCleanUrl(page.referrer)?.href,
    query: address && Object.fromEntries([...address.searchParams].reverse())
  });
}
function inferPage({ document: document2 }, url) {
  return {
    url,
    title: attempt(() => document2.title) ?? "",
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
var EMAIL = /[^\s@:;,"'<>()[\]/?&=]{1,64}(@|%(25)*40)([\p{L}\p{M}\d-]+\.)+[\p{L}\p{M}]{2,}/giu;
var SEPARATOR = /%20|[\s+-]/;
var UUID = "\\b[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}\\b";
var UUID_OR_NUMBER = new RegExp(
  `(${UUID})|(?<!\\d|\\d\\.)\\d{3,}((${SEPARATOR.source})\\d{3,})*`,
  "gi"
);
function isCard(digits) {
  if (!/^\d{15,19}$/.test(digits)) return false;
  const sum = [...digits.padStart(20, "0")].reduce(
    (sum2, digit, i) => sum2 + Number(i % 2 ? digit : "0246813579"[Number(digit)]),
    0
  );
  return sum % 10 === 0;
}
var holdsCard = (groups) => groups.some(
  (_, start2) => [1, 2, 3, 4, 5, 6].some((count) => isCard(groups.slice(start2, start2 + count).join("")))
);
var HALF = /\p{Cs}/gu;
function cleanText(text2, room = TEXT_LIMIT) {
  const known2 = text2.slice(0, READ_LIMIT).replace(ADDRESS, (address) => parseCleanUrl(address)?.href ?? address);
  const cut = cleanPairs(known2).replace(EMAIL, "redacted").replace(
    UUID_OR_NUMBER,
    (found, uuid) => !uuid && holdsCard(found.split(SEPARATOR)) ? "redacted" : found
  );
  return cleanSecrets(cut).slice(0, text2.length > READ_LIMIT ? -MAX_SPLIT : void 0).slice(0, Math.max(0, Math.min(room, TEXT_LIMIT))).replace(HALF, "\uFFFD");
}
var COUNT = /(token|session)s$|count$/i;
var isSecret = (name, value) => SECRET_NAME.test(name) && typeof value !== "boolean" && !(typeof value === "number" && COUNT.test(name)) && !(name === "session_id" && /^[\da-f-]{36}$/.test(`${value}`));
function redact(value) {
  let left = LIMIT;
  function copy2(value2, ancestors) {
    left -= VALUE_COST;
    if (typeof value2 === "string" || typeof value2 === "bigint") {
      const text2 = cleanText(`${value2}`, left);
      left -= text2.length;
      return text2;
    }
    if (typeof value2 !== "object" || !value2) return value2;
    if (ancestors.length > MAX_DEPTH || ancestors.includes(value2)) return void 0;
    return attempt(() => copyObject(value2, [...ancestors, value2]));
  }
  function copyObject(value2, ancestors) {
    const toJson = attempt(() => Reflect.get(value2, "toJSON"));
    if (typeof toJson === "function") return copy2(Reflect.apply(toJson, value2, []), ancestors);
    const entries = [];
    for (const key2 of Object.keys(value2)) {
      if (left <= 0) break;
      const name = cleanText(key2);
      left -= name.length;
      const item = copy2(
        attempt(() => Reflect.get(value2, key2)),
        ancestors
      );
      entries.push([name, item !== void 0 && isSecret(key2, item) ? "redacted" : item]);
    }
    return Array.isArray(value2) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  }
  return JSON.parse(JSON.stringify(copy2(value, [])) ?? null);
}
var redactFields = (details) => Object.fromEntries(
  Object.entries(details).flatMap(
    ([key2, value]) => value === void 0 ? [] : [[key2, redact(value)]]
  )
);
var redactNames = (details) => ({
  ...redactFields(details),
  ...Object.fromEntries(Object.entries(details).filter(([, value]) => HANDLE.test(`${value}`)))
});

// src/context/zone.ts
function outsideZone(act, args = []) {
  const { root, current } = Object(attempt(() => Object(globalThis).Zone));
  if (typeof root?.run !== "function") return act(...args);
  const bound = (arg) => typeof arg === "function" ? current.wrap(arg, "Service") : arg;
  return root.run(() => act(...args.map(bound)));
}

// src/context/routes.ts
var TITLE_MS = 100;
var MOST_WAITS = 100;
var ANCHOR = /#(?!!?\/).*/;
function watchRoutes({ window: window2, onLeave, onAddress, onRoute }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const read2 = () => window2.location.href.replace(ANCHOR, "");
  let current = read2();
  let timer;
  let settle2 = () => {
  };
  function detect(event, isReplaced2 = event?.navigationType === "replace") {
    const href = read2();
    if (href === current && !event?.persisted) return;
    current = href;
    settle2();
    const notify = (listener) => {
      if (!signal.aborted) attempt(() => listener(href, isReplaced2));
    };
    settle2 = () => {
      clearTimeout(timer);
      settle2 = () => {
      };
      notify(onRoute);
    };
    notify(onLeave);
    Promise.resolve().then(() => notify(onAddress));
    const wait = (times) => {
      const isRendered = () => !times || !navigation?.transition;
      timer = setTimeout(() => isRendered() ? settle2() : wait(times - 1), TITLE_MS);
    };
    wait(MOST_WAITS);
  }
  const listen = (target, type) => attempt(() => target.addEventListener(type, detect, { signal }));
  function patch(name) {
    const { history } = window2;
    const original = history[name];
    const patched = new Proxy(original, {
      apply(...call2) {
        const result = Reflect.apply(...call2);
        outsideZone(() => detect(void 0, name === "replaceState"));
        return result;
      }
    });
    history[name] = patched;
    signal.addEventListener("abort", () => {
      if (history[name] === patched) history[name] = original;
    });
  }
  for (const type of ["popstate", "hashchange", "pageshow"]) listen(window2, type);
  const navigation = attempt(() => window2.navigation?.currentEntry && window2.navigation);
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
var userOf = ({ inferred, given, userContext, clientContext }) => mergeUsers(inferred, given, userContext, clientContext);
function forgetOvertaken(parts, offset = 0) {
  const answered = parseTime(parts.clientContext?.as_of ?? "");
  const updates = Object.entries(parts.usageUpdates ?? {});
  const held = updates.filter(
    ([, { at, after = 0 }]) => !(Math.max(at + offset, after) < answered)
  );
  return held.length < updates.length ? { ...parts, usageUpdates: Object.fromEntries(held) } : parts;
}
function buildTargetingContext(parts) {
  const { clientContext, usageUpdates = {}, inferredPage, givenPage, base } = parts;
  const { email = "", usage, as_of: _, entitlements, ...user } = userOf(parts);
  const updates = Object.entries(usageUpdates).map(([handle2, { value }]) => [handle2, value]);
  return overlay({ trial: parts.trial }, user, {
    anonymous_id: parts.anonymousId,
    email_domain: /@([^@\s]+)$/.exec(email)?.[1]?.toLowerCase(),
    usage: overlay(usage, Object.fromEntries(updates)),
    entitlements: clientContext?.entitlements,
    page: readPage(overlay(inferredPage, givenPage), base)
  });
}

// src/context/title.ts
var MOST_CHANGES = 5;
function watchTitle(document2, onTitle) {
  let title;
  let left = MOST_CHANGES;
  const isNew = () => {
    const before = title;
    title = attempt(() => document2.title);
    return title !== before;
  };
  const observer = attempt(() => {
    const watching = new MutationObserver(() => {
      if (isNew() && left-- > 0) attempt(onTitle);
    });
    watching.observe(document2.head, { childList: true, characterData: true, subtree: true });
    return watching;
  });
  isNew();
  return {
    renew() {
      left = MOST_CHANGES;
    },
    stop: () => observer?.disconnect()
  };
}

// src/context/user.ts
function inferUser(window2) {
  return overlay({
    locale: attempt(() => window2.navigator.language),
    // Making a page's first formatter takes longer than all the rest of its start.
    timezone: attempt(
      () => window2.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    ),
    device: attempt(() => {
      if (!window2.matchMedia("(pointer: coarse)").matches) return "desktop";
      return Math.min(window2.screen.width, window2.screen.height) < 600 ? "mobile" : "tablet";
    })
  });
}

// src/sdk/notifier.ts
var EVENTS = "ready, playbook, context, decision, impression, dismiss, cta, route, error";
function cleaned(error) {
  const { stack, message } = Object(error);
  if (typeof stack !== "string") return error === void 0 ? error : redact(error);
  return redact(stack.includes(message) ? stack : `${message}
${stack}`);
}
function createNotifier(console) {
  const listeners = /* @__PURE__ */ new Set();
  const told = /* @__PURE__ */ new Set();
  let isReady = false;
  const tell = (error) => notifier.fail(`${redact(Object(error).message ?? error)}`, error);
  const notifier = {
    on(event, listener) {
      const hear = (name = "ready", detail) => {
        const isHeard = name === event && listeners.has(hear);
        if (!isHeard) return;
        const report2 = event === "error" ? () => notifier.warn("an error listener failed") : tell;
        notifier.call(() => Reflect.apply(listener, void 0, [copyOf(detail)]), report2);
      };
      notifier.guard(() => {
        const name = String(event);
        const isKnown = EVENTS.split(", ").includes(name);
        if (!isKnown) notifier.warn(`on("${name}"): the events are ${EVENTS}`);
      });
      if (notifier.isFunction(listener, "on")) listeners.add(hear);
      if (isReady) queueMicrotask(hear);
      return () => void listeners.delete(hear);
    },
    emit(event, detail) {
      isReady ||= event === "ready";
      for (const hear of [...listeners]) hear(event, detail);
    },
    warn(message) {
      if (!told.has(message)) console.warn(`[Service] ${cleanSecrets(message)}`);
      told.add(message);
    },
    fail(message, error) {
      if (!told.has(message)) {
        told.add(message);
        console.error(
          ...[`[Service] ${cleanSecrets(message)}`, cleaned(error)].filter(
            (one) => one !== void 0
          )
        );
        notifier.emit("error", { message, error });
      }
    },
    isFunction(given, method) {
      const isOne = typeof given === "function";
      if (!isOne) notifier.warn(`${method} needs a function`);
      return isOne;
    },
    guard(action) {
      try {
        return action();
      } catch (error) {
        tell(error);
        return void 0;
      }
    },
    call(action, report2 = tell) {
      (async () => action())().catch(report2);
    }
  };
  return notifier;
}

// src/telemetry/event-id.ts
function createEventId(now, fill) {
  const bytes = new Uint8Array(16);
  fill(bytes);
  const time2 = now.toString(16).padStart(12, "0");
  const random = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${time2}7${random}`.replace(/(.{8})(.{4})(.{4})(...)(.{12}).*/, "$1-$2-$3-8$4-$5");
}

// src/telemetry/types.ts
var CALLS = {
  events: "ingestEvents",
  interactions: "touchpointTransition",
  slots: "surfaceSlots",
  types: "placementTypes"
};
var KINDS = Object.keys(CALLS);
var isKind = (word2 = "") => Object.hasOwn(CALLS, word2);

// src/telemetry/queue.ts
var LIMIT_BYTES3 = 256 * 1024;
var MEMORY_BYTES = 4 * LIMIT_BYTES3;
var MAX_ITEMS = 1e3;
var MAX_ITEM_BYTES = 32 * 1024;
var PREFIX = "queue.";
var NAME2 = /^queue\.(\d+)\.(\w+)\.([\d.]+)\.(\w+)\.(\d{1,5})$/;
var bytesOf = (text2) => new TextEncoder().encode(text2).length;
function createQueue({ storage, now, newId, receiver }) {
  const page = newId().slice(-8);
  let last = 0;
  let lastOfTurn = Infinity;
  const held = /* @__PURE__ */ new Map();
  const sizeOf = (name, bytes) => Number(bytes) + storage.keyOf(name).length;
  function drop(name) {
    held.delete(name);
    storage.remove(name);
  }
  function list2() {
    const names = new Set(storage.names());
    for (const name of held.keys()) if (!names.has(name)) drop(name);
    return [...names].sort().flatMap((name) => {
      const [, time2, owner, to, kind, bytes = ""] = NAME2.exec(name) ?? [];
      const isHere = to === receiver;
      const isOwn = owner === page;
      const isLate = isOwn && Number(time2) > lastOfTurn;
      const size = sizeOf(name, bytes);
      if (isKind(kind)) return { name, kind, isHere, isLate, isOwn, size };
      if (name.startsWith(PREFIX)) drop(name);
      return [];
    });
  }
  return {
    /** What this page adds from now on waits for the next turn. */
    beginTurn() {
      lastOfTurn = last;
    },
    /** The kinds of what waits for this receiver, the one with the oldest item first. */
    kinds: () => [...new Set(list2().flatMap(({ isHere, kind }) => isHere ? kind : []))],
    add(kind, item) {
      const bytes = bytesOf(JSON.stringify(item));
      if (bytes > MAX_ITEM_BYTES) return;
      last = Math.max(Math.floor(now()), last + 1);
      const name = `${PREFIX}${last}.${page}.${receiver}.${kind}.${bytes}`;
      let total = sizeOf(name, bytes);
      let count = 1;
      for (const older of list2().reverse()) {
        total += older.size;
        count++;
        const limit = older.isOwn ? MEMORY_BYTES : LIMIT_BYTES3;
        if (count > MAX_ITEMS || total > limit) drop(older.name);
        else if (total > LIMIT_BYTES3) storage.unstore(older.name);
      }
      held.set(name, false);
      storage.write(name, item);
    },
    /** The oldest items of a kind for this receiver, at most `most` and as many as there is room for; marks them as being sent. */
    take({ kind, room, most = Infinity, onlyOwn }) {
      const items = [];
      let left = room;
      for (const one of list2()) {
        const { name, size } = one;
        const isWaiting = one.isHere && one.kind === kind && !held.get(name);
        const isWanted = isWaiting && (onlyOwn ? one.isOwn : !one.isLate);
        if (!isWanted || items.length >= most || size > left) continue;
        const item = storage.read(name);
        const text2 = isObject(item) ? JSON.stringify(item) : "";
        if (!text2 || text2.length > MAX_ITEM_BYTES) {
          drop(name);
          continue;
        }
        left -= size;
        held.set(name, true);
        items.push({ name, text: text2 });
      }
      return items[0] && { kind, items };
    },
    /** The batch was not sent after all. */
    putBack({ items }) {
      for (const { name } of items) held.set(name, false);
    },
    /** Removes the batch from storage; where that fails, it stays marked and is not sent again. */
    remove({ items }) {
      for (const { name } of items) storage.remove(name);
    },
    /** @returns the kinds of what was dropped */
    clear: () => list2().map(({ name, kind }) => {
      drop(name);
      return kind;
    })
  };
}

// src/telemetry/back-off.ts
var MAX_BACKOFF_MS = 3e4;
var MAX_FAILURES = 5;
function createBackOff(options) {
  const { now, isOnline, pause } = options;
  let failures = 0;
  let backoffUntil = 0;
  const left = () => {
    const ms = backoffUntil - now();
    return ms > MAX_BACKOFF_MS ? 0 : ms;
  };
  return {
    /** Milliseconds until something may be sent; Infinity while only an event can change that. */
    wait: () => options.isGranted() && isOnline() && failures < MAX_FAILURES ? Math.max(0, left(), pause.left()) : Infinity,
    fail(answer2) {
      if (answer2) pause.obey(answer2);
      if ((answer2 || isOnline()) && left() <= 0) {
        failures++;
        const ms = Math.min(MAX_BACKOFF_MS, 1e3 * 2 ** failures);
        backoffUntil = now() + ms * (1 - options.random() / 2);
      }
    },
    /** In a row. */
    failures: () => failures,
    /** Forgets earlier failures. */
    reopen() {
      failures = 0;
      backoffUntil = 0;
    }
  };
}

// src/telemetry/sending-lock.ts
var PATIENCE_MS2 = 5e3;
var LEASE_MS = 6e4;
var SPREAD_MS2 = 30;
var sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function holdLease({ storage, now, random }, work) {
  let until = 0;
  const renew = () => {
    until = now() + LEASE_MS - random();
    storage.write("lease", until);
  };
  renew();
  await sleep(SPREAD_MS2);
  if (storage.read("lease") !== until) return;
  const timer = setInterval(renew, LEASE_MS / 4);
  await work().finally(() => clearInterval(timer));
  storage.remove("lease");
}
async function holdSendingLock(options, stop, job) {
  const { storage, now } = options;
  const { signal } = stop;
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  const patience = setTimeout(() => stop.abort(), PATIENCE_MS2);
  const work = async () => {
    clearTimeout(patience);
    if (!signal.aborted) await Promise.race([stopped, job(signal).then(() => sleep(SPREAD_MS2))]);
  };
  const lock = async () => {
    const locks = options.locks();
    await Promise.race([stopped, locks?.request(storage.keyOf("queue"), { signal }, work)]);
    return !!locks;
  };
  if (!await lock().catch(() => false)) {
    const until = storage.read("lease");
    const left = (typeof until === "number" ? until : 0) - now();
    if (!signal.aborted && !(left > 0 && left <= LEASE_MS)) await holdLease(options, work);
  }
  clearTimeout(patience);
}

// src/telemetry/sender.ts
var KEEPALIVE_BYTES = 63 * 1024;
var BODY_BYTES = 6e4;
var MAX_REFUSALS = 20;
var SPOILT = [400, 413, 422];
var FOR_NOW = [401, 403, 404, 405, 408, 425, 429];
var isAccepted = (status) => status >= 200 && status < 300;
var isFinal = (status) => isAccepted(status) || status >= 400 && status < 500 && !FOR_NOW.includes(status);
function createSender(options, queue) {
  const common = createBackOff(options);
  const separate = new Map(KINDS.map((kind) => [kind, createBackOff(options)]));
  let isAnswered = false;
  let refusals = 0;
  let most;
  let keepaliveBytes = 0;
  let pending = Promise.resolve();
  const failuresOf = (kind) => separate.get(kind)?.failures() ?? 0;
  const wait = (kinds = queue.kinds()) => Math.min(...kinds.map((kind) => (isAnswered && separate.get(kind) || common).wait()));
  const mayOutlive = (kind, bytes, isLeaving) => (isLeaving || !failuresOf(kind)) && keepaliveBytes + bytes <= KEEPALIVE_BYTES;
  const opening = () => JSON.stringify(options.envelope()).slice(0, -1);
  async function deliver(batch2, isLeaving) {
    const { kind, items } = batch2;
    const body = `${opening()},"${kind}":[${items.map(({ text: text2 }) => text2)}]}`;
    const bytes = bytesOf(body);
    const keepalive = mayOutlive(kind, bytes, isLeaving);
    const spent = keepalive ? bytes : 0;
    keepaliveBytes += spent;
    const answer2 = await options.post(CALLS[kind], body, keepalive).catch(() => sleep());
    keepaliveBytes -= spent;
    const { status = 0 } = answer2 ?? {};
    const isSettled = isFinal(status);
    const isSpoilt = SPOILT.includes(status) && refusals++ < MAX_REFUSALS && items.length > 1;
    if (isAccepted(status)) {
      most &&= refusals ? most : most * 2;
      refusals = 0;
    } else if (isSpoilt) most = items.length >> 1;
    else if (refusals > MAX_REFUSALS) most &&= most * 2;
    if (isSettled && !isSpoilt) queue.remove(batch2);
    else queue.putBack(batch2);
    isAnswered ||= isSettled;
    for (const backOff of [common, separate.get(kind)]) {
      if (isSettled) backOff?.reopen();
      else backOff?.fail(answer2);
    }
  }
  function send(batch2, isLeaving = false) {
    const sent = deliver(batch2, isLeaving).then(
      () => true,
      () => false
    );
    pending = pending.then(() => sent);
    return sent;
  }
  function next(room, onlyOwn) {
    for (const kind of queue.kinds().sort((a, b) => failuresOf(a) - failuresOf(b))) {
      if (wait([kind])) continue;
      const batch2 = queue.take({ kind, room: room - bytesOf(opening()), most, onlyOwn });
      if (batch2) return batch2;
    }
    return void 0;
  }
  return {
    wait,
    /**
     * Batch after batch, until nothing is left that may be sent, or `signal` is aborted. What comes
     * meanwhile has its own turn: else each answer would have the little that came since sent by itself.
     */
    async drain(signal) {
      await pending;
      queue.beginTurn();
      while (!signal.aborted) {
        const batch2 = next(BODY_BYTES);
        if (!batch2 || !await send(batch2)) return;
      }
    },
    /**
     * As many batches as fit, at once. Only this page's own: all tabs may be closing together.
     * Settles when every request under way has settled.
     */
    leave() {
      for (; ; ) {
        const batch2 = next(Math.min(BODY_BYTES, KEEPALIVE_BYTES - keepaliveBytes), true);
        if (!batch2) return pending;
        send(batch2, true);
      }
    },
    reopen() {
      for (const backOff of [common, ...separate.values()]) backOff.reopen();
    }
  };
}

// src/telemetry/telemetry.ts
var DELAY_MS = 1e3;
function createTelemetry(options) {
  const queue = createQueue(options);
  const sender = createSender(options, queue);
  let stopping = new AbortController();
  let last = Promise.resolve();
  let next;
  function plan2(kinds) {
    options.sooner(Math.max(DELAY_MS * (1 + options.random()), sender.wait(kinds)), flush);
  }
  function flush() {
    next ??= last = last.then(async () => {
      next = void 0;
      if (!sender.wait()) {
        await sleep();
        stopping = new AbortController();
        if (options.isHidden()) await sender.leave();
        else await holdSendingLock(options, stopping, sender.drain);
      }
      plan2();
    }).catch(() => {
    });
    return next;
  }
  plan2();
  return {
    add(kind, item) {
      if (!options.isGranted()) return;
      queue.add(kind, item);
      plan2([kind]);
    },
    isOpen: () => !sender.wait(KINDS),
    flush,
    leave() {
      stopping.abort();
      sender.leave();
    },
    reopen() {
      sender.reopen();
      plan2();
    },
    forget: queue.clear
  };
}

// src/placements/elements.ts
var isElement = (node) => "attachShadow" in node;
var readAttribute = (element, name) => Element.prototype.getAttribute.call(element, name);
function writeAttribute(element, name, value) {
  if (value === null) Element.prototype.removeAttribute.call(element, name);
  else Element.prototype.setAttribute.call(element, name, value);
}
var isMatch = (element, selector) => Element.prototype.matches.call(element, selector);
var findIn2 = (element, selector) => [
  ...Element.prototype.querySelectorAll.call(element, selector)
];

// src/placements/roots.ts
var HOST = "service-host";
function handOver(element, root) {
  Object.defineProperty(element, "shadowRoot", {
    configurable: true,
    // An extension's content script has none.
    get: () => customElements?.get(`${element.localName}`) ? null : root
  });
  element.attachShadow = () => {
    delete element.attachShadow;
    Reflect.deleteProperty(element, "shadowRoot");
    root.adoptedStyleSheets = [];
    root.replaceChildren();
    return root;
  };
}
var rootOf = ({ shadowRoot }) => shadowRoot?.getElementById?.(HOST) ? shadowRoot : void 0;
function openRoot(element) {
  if (element.shadowRoot) return rootOf(element);
  return attempt(() => {
    const slot = document.createElement("slot");
    slot.id = HOST;
    const root = element.attachShadow({ mode: "open" });
    root.appendChild(slot);
    if (element.matches(":not(:defined)")) handOver(element, root);
    return root;
  });
}
var isOnPage = (element) => (
  // An image may be named as the method is.
  attempt(() => document.contains(element)) ?? element.isConnected
);
var findAll = (selector) => [
  ...attempt(() => document.querySelectorAll(selector)) ?? Document.prototype.querySelectorAll.call(
    document,
    selector
  )
];
var isStripped = (element) => rootOf(element)?.adoptedStyleSheets?.length === 0;
var MODALS = "dialog:modal,:fullscreen:not(html,iframe,video,img,canvas)";
function pageParent() {
  const dialogs = findAll(MODALS);
  const find2 = (selector) => dialogs.findLast((dialog) => dialog.matches(selector));
  return find2(":focus-within") ?? find2(`:has(>${HOST})`) ?? dialogs.at(-1) ?? document.body;
}
var slotsNamed = (handle2) => findAll(`[data-service-slot="${handle2}"]`);
var isShown = (element) => attempt(() => element?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }));
var isDrawn = (element) => attempt(() => element?.checkVisibility());
var holdsDialog = ({ shadowRoot }) => isDrawn(shadowRoot?.querySelector(":modal"));
var isInert = (root) => !!root.querySelector(":modal");
var isElsewhere = (host) => host.parentNode !== pageParent();
var isMisplaced = (host) => isElsewhere(host) && !holdsDialog(host);
var someHost = (test) => findAll(HOST).some(test);
var isCovered = () => someHost(isElsewhere);
var isLeftBehind = () => someHost((host) => isShown(host.parentElement) === false && isMisplaced(host));
function openPageHost() {
  const [found] = findAll(HOST);
  if (found?.shadowRoot) {
    found.ariaHidden = null;
    found.removeAttribute("inert");
    return found;
  }
  found?.remove();
  const host = document.createElement(HOST);
  host.setAttribute("data-turbo-permanent", "");
  host.setAttribute("data-mantine-stop-propagation", "true");
  Object.defineProperty(host, "inert", { set() {
  } });
  const tray = document.createElement("div");
  tray.className = "tray";
  tray.popover = "manual";
  openRoot(host)?.appendChild(tray);
  pageParent().append(host);
  return host;
}

// src/placements/focus.ts
function aroundFocus() {
  const path = [];
  let one = document.activeElement;
  if (one?.localName === HOST) return path;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  const read2 = (name) => Reflect.get(Element.prototype, name, one);
  while (one) {
    path.push(one);
    one = read2("assignedSlot") ?? read2("parentElement") ?? Object(read2("parentNode")).host;
  }
  return path;
}

// src/placements/uncover.ts
var SETTLED_MS = 400;
function uncoverFocus() {
  const [focused] = aroundFocus();
  if (!focused) return;
  for (const block of ["center", "start"]) {
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const isUnder = (y) => document.elementFromPoint((left + right) / 2, y)?.localName === HOST;
    if (isUnder(top + 1) && isUnder(bottom - 1)) {
      focused.scrollIntoView({ block, behavior: "instant" });
    }
  }
}
var uncover = () => {
  setTimeout(() => attempt(uncoverFocus), SETTLED_MS);
};

// src/placements/page-dialogs.ts
function isAway(element) {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const { position, overflow } = getComputedStyle(element);
  if (width * height > 0) {
    const isAbove = bottom <= 0 && position === "fixed";
    return isAbove || right <= 0 || left >= innerWidth || top >= innerHeight;
  }
  const cuts = overflow !== "visible";
  return [...element.children].every(
    (one) => isAway(one) || cuts && getComputedStyle(one).position !== "fixed"
  );
}
var DIALOGS = "dialog:modal,[aria-modal=true]";
var isOpen = (dialog) => dialog.matches(":modal") || (isShown(dialog) ?? dialog.getClientRects()[0]) && !isAway(dialog);
var isAnyOpen = (selector) => findAll(selector).some(isOpen);
var hasPageDialog = (elements) => elements.some((one) => isMatch(one, DIALOGS) || findIn2(one, DIALOGS)[0]);
var hasOpenDialog = () => isAnyOpen(DIALOGS) || aroundFocus().some((one) => isMatch(one, DIALOGS));
var TRAPS = "dialog:modal,[aria-modal=true],:is([role=dialog],[role=alertdialog]):focus-within";
var isTrapped = () => isAnyOpen(TRAPS);
var isOursOpen = () => someHost(holdsDialog);
var isObstructing = () => isOursOpen() && isAnyOpen("[aria-modal=true]:not(:modal)");
function focusPageDialog() {
  const open = findAll("[aria-modal=true]:not(:modal)").filter(isOpen);
  const dialog = open.at(-1);
  if (!dialog || dialog.matches(":focus-within")) return false;
  for (const one of [dialog, ...dialog.querySelectorAll("*")]) {
    attempt(() => Object(one).focus());
    if (dialog.matches(":focus-within")) break;
  }
  return true;
}
var EVENTS2 = "click keydown focusin pointerdown pointerup mousedown mouseup touchstart touchend touchmove wheel resize".split(
  " "
);
function keepWithin(event) {
  event.stopImmediatePropagation();
  if (event.type !== "click") return;
  event.preventDefault();
  const { ctrlKey, metaKey, shiftKey, detail } = event;
  const init = { ctrlKey, metaKey, shiftKey, detail, bubbles: true, cancelable: true };
  event.composedPath()[0]?.dispatchEvent(new MouseEvent("click", init));
}
var SCROLLS = /^(wheel|touchmove|keydown( |Page|Arrow|Home|End))/;
function scrollsPage(event, dialog) {
  const { type, key: key2 = "", ctrlKey, altKey, metaKey, touches } = Object(event);
  const isOther = ctrlKey || altKey || metaKey || touches?.[1];
  const isElsewhere2 = key2 && event.composedPath()[0] !== dialog;
  if (isOther || isElsewhere2 || dialog.scrollHeight > dialog.clientHeight) return false;
  return SCROLLS.test(type + key2);
}
function keepFromPage(box) {
  const isDialog2 = box instanceof HTMLDialogElement;
  const wasTrapped = isTrapped();
  const stop = new AbortController();
  let before;
  const keepEnd = (event) => {
    event.stopImmediatePropagation();
    window.removeEventListener("keyup", keepEnd, true);
  };
  const keep = (event) => {
    const path = event.composedPath();
    const { type, key: key2, relatedTarget } = Object(event);
    const isFocus = type === "focusin";
    if (!path.includes(box)) return /focusin|resize|Tab/.test(type + key2) ? uncover() : void 0;
    if (isFocus) before = relatedTarget ?? before;
    const { scale, width } = Object(window.visualViewport);
    const isEnlarged = scale > 1 || width * 1.06 < innerWidth;
    box.style.overscrollBehavior = isEnlarged ? "auto" : "";
    if (isDialog2 && !isEnlarged && scrollsPage(event, box)) event.preventDefault();
    const isEscape = key2 === "Escape";
    const isKept = isDialog2 ? wasTrapped || isEscape || /wheel|touchmove/.test(type) : !isEscape && isTrapped();
    if (!isKept) return;
    if (isEscape) window.addEventListener("keyup", keepEnd, true);
    keepWithin(event);
  };
  const options = { capture: true, signal: stop.signal, ...isDialog2 && { passive: false } };
  for (const type of EVENTS2) window.addEventListener(type, keep, options);
  return () => {
    stop.abort();
    const { activeElement } = Object(box.getRootNode());
    if (box.contains(activeElement)) Object(before).focus?.({ preventScroll: true });
  };
}

// src/placements/clicks.ts
var GATE = "data-service-gate";
var EVENT = "data-service-event";
var PROPERTY = "data-service-prop-";
var FIELDS = "input,select,textarea,:read-write";
var NOT_CAPTURED = `${FIELDS},[data-service-no-capture]`;
var CONTROLS = `a,button,${FIELDS}`;
var PRESSES = [
  ...["pointerdown", "mousedown", "touchstart"],
  ...["pointerup", "mouseup", "touchend", "keyup"]
];
var KEYS = ["Enter", " "];
function pathsOf(event) {
  const path = event.composedPath().filter(isElement).filter(({ id }) => id !== HOST);
  const end = path.findIndex((element) => rootOf(element)?.contains(path[0] ?? null));
  const own2 = path.slice(0, Math.max(end, 0));
  return { own: own2, path: path[end]?.localName === HOST ? own2 : path };
}
function takeBack(pointer, { own: own2, path }) {
  if (!path.some((element) => element.hasPointerCapture?.(pointer))) return;
  own2.find((element) => isMatch(element, CONTROLS))?.setPointerCapture(pointer);
}
function watchClicks({ listen, isAllowed, onStopped, onEvent }) {
  let pressed;
  let pointer = 0;
  const refusalsOn = (path) => path.flatMap((gate) => {
    const entitlement2 = readAttribute(gate, GATE);
    if (entitlement2 === null) return [];
    const allowed = isAllowed(entitlement2);
    return allowed ? [] : { gate, entitlement: entitlement2, allowed };
  });
  const isRefused = (event, { own: own2, path }) => {
    const { type, repeat } = Object(event);
    const isDown = type === "pointerdown";
    if (isDown) pressed = void 0;
    const [refusal] = refusalsOn(path);
    if (!refusal) return false;
    const { gate, entitlement: entitlement2, allowed } = refusal;
    if (own2.some((element) => isMatch(element, CONTROLS)) && !own2.includes(gate)) {
      if (type !== "auxclick") keepWithin(event);
      return false;
    }
    if (/(pointer|mouse)up/.test(type) && gate !== pressed) return true;
    if (isDown) pressed = gate;
    event.stopImmediatePropagation();
    const first = path.find((element) => element === gate || Object(element).tabIndex >= 0);
    const isForNothing = Object(first).tabIndex < 0 && !path[0]?.matches(FIELDS);
    if (type === "mousedown" && isForNothing) event.preventDefault();
    if (PRESSES.includes(type)) return true;
    event.preventDefault();
    if (type !== "dblclick" && !repeat) onStopped(entitlement2, gate, allowed);
    return true;
  };
  const onInput = (event) => {
    const { type, button, key: key2, ctrlKey, altKey, metaKey, pointerId } = Object(event);
    const isKey = type.startsWith("key");
    const isPress = KEYS.includes(key2) && !(ctrlKey || altKey || metaKey);
    if (button > 1 || isKey && !isPress) return;
    const paths = pathsOf(event);
    if (type === "pointerdown") pointer = pointerId;
    if (type === "mousedown") takeBack(pointer, paths);
    if (isKey && paths.path[0]?.matches(FIELDS)) return;
    if (isRefused(event, paths) || !/^(aux)?click$/.test(type)) return;
    const path = paths.own[0] ? paths.own : paths.path;
    const marked = path.find((element) => readAttribute(element, EVENT));
    if (marked && !path.some((element) => isMatch(element, NOT_CAPTURED))) {
      const properties = [...marked.attributes].filter(({ name }) => name.startsWith(PROPERTY)).map(({ name, value }) => [name.slice(PROPERTY.length).replaceAll("-", "_"), value]);
      onEvent(readAttribute(marked, EVENT) ?? "", Object.fromEntries(properties));
    }
  };
  for (const type of ["click", "auxclick", "dblclick", "submit", "keydown", ...PRESSES]) {
    listen(window, type, onInput);
  }
}

// src/placements/dom-events.ts
function dispatch(target, type, detail, cancelable = false) {
  return target.dispatchEvent(
    new CustomEvent(type, { detail, cancelable, bubbles: true, composed: true })
  );
}

// src/placements/visibility.ts
var isTabHidden = () => globalThis.document?.hidden === true;
function isBehindKeyboard(element) {
  const { offsetTop, height } = window.visualViewport ?? {};
  const { top } = element.getBoundingClientRect();
  return height === 0 || top > Number(offsetTop) + Number(height);
}

// src/placements/impression.ts
var LARGE_AREA = 242500;
var SHARE = 0.5;
var LARGE_SHARE = 0.3;
var DURATION_MS = 1e3;
var LOOKS2 = 10;
var UNSEEN_MS = 250;
var canBeSeen = (element) => attempt(() => {
  const { width, height } = element.getBoundingClientRect();
  const isLoaded = element.querySelector("img")?.complete !== false;
  const isThere = width * height >= 1 && isLoaded && isShown(element) !== false;
  return isThere && !isBehindKeyboard(element);
}) ?? true;
function watchImpression(element, onImpression) {
  let observer;
  let sizes;
  let inView = true;
  let timer;
  let looks = 0;
  const look = () => {
    const isSeen = canBeSeen(element);
    looks = isSeen ? looks + 1 : 0;
    if (looks <= LOOKS2) {
      timer = setTimeout(look, isSeen ? DURATION_MS / LOOKS2 : UNSEEN_MS);
      return;
    }
    stop();
    onImpression();
  };
  const update = () => {
    if (inView && !isTabHidden()) {
      if (timer) return;
      looks = 0;
      look();
    } else {
      clearTimeout(timer);
      timer = void 0;
    }
  };
  const stop = () => {
    inView = false;
    update();
    observer?.disconnect();
    sizes?.disconnect();
    document.removeEventListener("visibilitychange", update);
  };
  attempt(() => {
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
    sizes = new ResizeObserver(() => {
      observer?.unobserve(element);
      observer?.observe(element);
    });
    sizes.observe(element);
  });
  document.addEventListener("visibilitychange", update);
  update();
  return stop;
}

// src/placements/hide-anew.ts
var OURS = "service";
var MOST2 = 50;
var PERIOD_MS = 100;
function createHideAnew(rescan) {
  let rounds = 0;
  let undone = 0;
  let timer;
  const write = (element, hidden2) => {
    if (hidden2 !== OURS || rounds <= MOST2) writeAttribute(element, "hidden", hidden2);
  };
  const end = () => {
    rounds = 0;
    timer = void 0;
  };
  return {
    /** Gives an element this `hidden`; ours not for ever. */
    write,
    hide(element) {
      if (readAttribute(element, "hidden") !== null) return;
      undone = 1;
      write(element, OURS);
    },
    /** One has left the page, perhaps for another in its place. */
    note() {
      undone = 1;
    },
    /** What is undone from now on counts anew. */
    count() {
      rounds += undone;
      undone = 0;
      if (!rounds) return;
      timer ??= setTimeout(() => {
        if (rounds <= MOST2) return end();
        timer = setTimeout(() => {
          end();
          rescan();
        }, PERIOD_MS);
      });
    },
    stop: () => clearTimeout(timer)
  };
}

// src/placements/marks.ts
var KINDS2 = ["slot", "gate", "show-if", "hide-if"];
var attributeOf = (name) => `data-service-${name}`;
var ATTRIBUTES = [...KINDS2, "surfaces"].map(attributeOf);
var SELECTOR = ATTRIBUTES.map((attribute) => `[${attribute}]`).join();
var WATCHED = {
  subtree: true,
  childList: true,
  attributeFilter: ["hidden", "open", "aria-modal", ...ATTRIBUTES]
};
function createSheet() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ":is([data-service-show-if],[data-service-hide-if],#a #a #a)[hidden]{display:none!important;visibility:hidden!important}"
  );
  const adopt = () => {
    const { adoptedStyleSheets: sheets } = document;
    if (!sheets.includes(sheet)) sheets.push(sheet);
  };
  adopt();
  return {
    adopt,
    remove() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    }
  };
}
var NO_SLOT = ["body", "blockquote"];
function prepare2(element, kind, handle2) {
  const { localName } = element;
  if (!HANDLE.test(handle2)) return `"${handle2}" is not a handle: <${localName}>`;
  const isFit = kind !== "slot" || !NO_SLOT.includes(localName) && openRoot(element);
  return isFit ? "" : `<${localName}> cannot be a slot`;
}
var isCondition = ({ kind }) => kind.endsWith("if");
var touchedBy = (records) => records.flatMap(
  ({ type, target, addedNodes, removedNodes }) => type === "attributes" ? target : [...addedNodes, ...removedNodes]
).filter(isElement);
function watchMarks(options) {
  const { hasSlots, listen, isAllowed, isLost: isLost2, onChange, guard, onError } = options;
  const known2 = /* @__PURE__ */ new Map();
  const hides = ({ kind, handle: handle2, hidden: hidden2 }) => {
    const allowed = isAllowed(handle2);
    return kind === "show-if" ? !allowed : allowed ?? hidden2 !== null;
  };
  const hide = (marks, isOver) => {
    const conditions = marks.filter(isCondition);
    const [first] = conditions;
    if (!first) return;
    const { element, hidden: hidden2 } = first;
    const shown2 = isOver ? hidden2 : conditions.some(hides) ? hidden2 ?? OURS : null;
    if (readAttribute(element, "hidden") !== shown2) anew.write(element, shown2);
  };
  const show = () => {
    sheet?.adopt();
    for (const marks of known2.values()) {
      for (const { kind, handle: handle2 } of marks) if (kind === "gate") isAllowed(handle2);
      guard(() => hide(marks));
    }
  };
  const visit = (element) => {
    const isHere = isOnPage(element);
    const values = ATTRIBUTES.map((name) => isHere ? readAttribute(element, name) : null);
    const before = known2.get(element) ?? [];
    const isEarly = document.readyState !== "complete" && isMatch(element, ":not(:defined)");
    if (!hasSlots || isEarly) values[0] = null;
    const text2 = JSON.stringify(values);
    if (before[0]?.text === text2) {
      if (before.filter(isCondition).some(hides)) anew.hide(element);
      return false;
    }
    if (!isHere && before.some(isCondition)) anew.note();
    const shown2 = isHere ? OURS : null;
    if ([OURS, shown2].includes(readAttribute(element, "hidden"))) hide(before, true);
    const value = readAttribute(element, "hidden");
    const hidden2 = value === OURS ? null : value;
    const surfaces = (values.at(-1) || void 0)?.split(/[\s,]+/).filter(Boolean);
    const marks = KINDS2.flatMap((kind, index) => {
      const handle2 = values[index];
      if (handle2 == null) return [];
      const fault = prepare2(element, kind, handle2);
      if (fault) onError(fault);
      return fault && kind === "slot" ? [] : { kind, element, handle: handle2, surfaces, hidden: hidden2, text: text2 };
    });
    known2.delete(element);
    if (marks[0]) known2.set(element, marks);
    return before[0] || marks[0];
  };
  const review = (elements, touched) => {
    const changed = elements.filter((element) => guard(() => visit(element)));
    if (isLost2(touched) || changed[0]) {
      show();
      onChange([...known2.values()].flat());
    }
  };
  const rescan = () => review([...known2.keys(), ...findAll(SELECTOR)]);
  const anew = createHideAnew(rescan);
  let observer;
  let sheet;
  attempt(() => {
    observer = new MutationObserver(
      (records) => guard(() => {
        anew.count();
        const touched = touchedBy(records);
        const marked = touched.flatMap((element) => findIn2(element, SELECTOR));
        review([...touched, ...marked], touched);
      })
    );
    observer.observe(document.documentElement, WATCHED);
    sheet = createSheet();
    observer.observe(document, WATCHED);
  });
  listen(window, "load", () => void Promise.resolve(rescan).then(guard));
  rescan();
  return {
    show,
    rescan,
    /** Stops watching, and puts every `hidden` back. */
    stop() {
      observer?.disconnect();
      anew.stop();
      for (const marks of known2.values()) hide(marks, true);
      sheet?.remove();
    }
  };
}

// node_modules/preact/src/constants.js
var MODE_HYDRATE = 1 << 5;
var MODE_SUSPENDED = 1 << 7;
var INSERT_VNODE = 1 << 2;
var MATCHED = 1 << 1;
var REF_DETACHED = 1 << 3;
var COMPONENT_PROCESSING_EXCEPTION = 1 << 0;
var COMPONENT_PENDING_ERROR = 1 << 1;
var COMPONENT_FORCE = 1 << 2;
var COMPONENT_DIRTY = 1 << 3;
var RESET_MODE = ~(MODE_HYDRATE | MODE_SUSPENDED);
var SVG_NAMESPACE = "http://www.w3.org/2000/svg";
var NULL = null;
var VNODE_MARKER = /* @__PURE__ */ Symbol.for("pv");
var EMPTY_OBJ = (
  /** @type {any} */
  {}
);
var EMPTY_ARR = [];
var LIS_CANDIDATE = 1 << 4;

// node_modules/preact/src/util.js
var isArray = Array.isArray;
var slice = EMPTY_ARR.slice;
function removeNode(node) {
  if (node && node.parentNode) node.remove();
}

// node_modules/preact/src/create-element.js
function createElement(type, props, children) {
  let normalizedProps = {}, i, length = arguments.length;
  for (i in props) {
    normalizedProps[i] = props[i];
  }
  if (length > 2) {
    normalizedProps.children = length > 3 ? slice.call(arguments, 2) : children;
  }
  return createVNode(type, normalizedProps);
}
function createVNode(type, props) {
  const vnode = {
    type,
    props,
    _children: NULL,
    _dom: NULL,
    constructor: VNODE_MARKER,
    _flags: 0
  };
  return vnode;
}

// node_modules/preact/src/diff/props.js
function setProperty(dom, name, value, oldValue, namespace) {
  let useCapture;
  if (name[0] == "o" && name[1] == "n") {
    dom[name.toLowerCase()] = value;
  } else {
    if (namespace != SVG_NAMESPACE && name in dom) {
      dom[name] = value == NULL ? "" : value;
      return;
    }
    if (value != NULL && (value !== false || name[4] == "-")) {
      dom.setAttribute(name, value);
    } else {
      dom.removeAttribute(name);
    }
  }
}

// node_modules/preact/src/diff/index.js
function diff(parentDom, newVNode, oldVNode, namespace) {
  let tmp, resumed, newType = newVNode.type;
  if (newVNode.constructor !== VNODE_MARKER) return NULL;
  newVNode._dom = diffElementNodes(
    oldVNode._dom,
    newVNode,
    oldVNode,
    namespace,
    parentDom
  );
}
function diffElementNodes(dom, newVNode, oldVNode, namespace, parentDom) {
  let oldProps = oldVNode.props || EMPTY_OBJ;
  const newProps = newVNode.props;
  const nodeType = (
    /** @type {string} */
    newVNode.type
  );
  let i;
  let newHtml;
  let oldHtml;
  let newChildren;
  let value;
  let inputValue;
  let checked;
  if (nodeType == "svg") namespace = SVG_NAMESPACE;
  if (!dom) {
    const doc = document;
    if (!nodeType) {
      return doc.createTextNode(newProps);
    }
    dom = doc.createElementNS(
      namespace,
      nodeType
    );
  }
  if (!nodeType) {
    if (oldProps !== newProps) {
      dom.data = newProps;
    }
  } else {
    for (i in oldProps) {
      value = oldProps[i];
      if (i != "children" && !(i in newProps)) {
        setProperty(dom, i, NULL, value, namespace);
      }
    }
    for (i in newProps) {
      value = newProps[i];
      if (i == "children") {
        newChildren = value;
      } else if (oldProps[i] !== value) {
        setProperty(dom, i, value, oldProps[i], namespace);
      }
    }
    diffChildren(
      dom,
      isArray(newChildren) ? newChildren : [newChildren],
      newVNode,
      oldVNode,
      namespace
    );
  }
  return dom;
}

// node_modules/preact/src/diff/children.js
function diffChildren(parentDom, renderResult, newParentVNode, oldParentVNode, namespace) {
  let i, oldVNode, childVNode, newDom, oldDom;
  let oldChildren = oldParentVNode._children || EMPTY_ARR;
  let newChildrenLength = renderResult.length;
  constructNewChildrenArray(
    newParentVNode,
    renderResult,
    oldChildren,
    newChildrenLength
  );
  oldDom = parentDom.firstChild;
  for (i = 0; i < newChildrenLength; i++) {
    childVNode = newParentVNode._children[i];
    if (childVNode == NULL) continue;
    oldVNode = childVNode._flags ? EMPTY_OBJ : oldChildren[i];
    let result = diff(
      parentDom,
      childVNode,
      oldVNode,
      namespace
    );
    newDom = childVNode._dom;
    if (newDom && childVNode._flags) {
      parentDom.insertBefore(newDom, oldDom);
    } else if (newDom) {
      oldDom = newDom.nextSibling;
    }
  }
}
function constructNewChildrenArray(newParentVNode, renderResult, oldChildren, newChildrenLength) {
  let i;
  let childVNode;
  let oldVNode;
  let oldChildrenLength = oldChildren.length;
  let skew = 0;
  let moved = 0;
  let newChildren = newParentVNode._children = Array(newChildrenLength);
  for (i = 0; i < newChildrenLength; i++) {
    childVNode = renderResult[i];
    if (childVNode == NULL || typeof childVNode == "boolean") {
      newChildren[i] = NULL;
      continue;
    } else if (typeof childVNode != "object") {
      childVNode = newChildren[i] = createVNode(NULL, childVNode);
    } else {
      newChildren[i] = childVNode;
    }
    oldVNode = oldChildren[i];
    if (oldVNode && oldVNode.type == childVNode.type) oldVNode._flags = MATCHED;
    else childVNode._flags = INSERT_VNODE;
  }
  if (oldChildrenLength) {
    for (i = 0; i < oldChildrenLength; i++) {
      oldVNode = oldChildren[i];
      if (oldVNode && !(oldVNode._flags & MATCHED)) {
        removeNode(oldVNode._dom);
      }
    }
  }
}

// node_modules/preact/src/render.js
function render(vnode, parentDom) {
  let oldVNode = parentDom._children;
  parentDom._children = createVNode();
  diffChildren(
    parentDom,
    [vnode],
    parentDom._children,
    oldVNode || EMPTY_OBJ,
    parentDom.namespaceURI
  );
}

// src/placements/safe-url.ts
var LINKS = /^(https?|mailto|tel):$/;
var IMAGES = /^https?:$/;
var parse = (url, base) => attempt(() => new globalThis.URL(url, base));
function safeUrl(url, protocols = LINKS) {
  if (!url || typeof url !== "string") return void 0;
  const { protocol = "", href } = parse(url, document.baseURI) ?? {};
  return protocols.test(protocol) || !parse(url) ? href : void 0;
}

// src/placements/surface.tsx
var FLOATING = ["bar", "toast", "tooltip"];
var isDialog = (surface) => surface === "modal" || surface === "full_page";
function openDialog(box, before = {}) {
  const menu = aroundFocus().findLast((one) => isMatch(one, "[popover]:not([popover=manual])"));
  Object(menu).hidePopover?.();
  const { element } = before;
  before.element = void 0;
  if (document.activeElement === document.body) Object(element).focus?.({ preventScroll: true });
  box.showModal?.();
  box.focus();
  box.scrollTop = 0;
}
function startDialog(box, before) {
  if (!(box instanceof HTMLDialogElement)) return void 0;
  const [target] = findAll(":target");
  openDialog(box, before);
  return () => {
    if (target === findAll(":target")[0]) box.close?.();
    else box.remove();
    const { activeElement } = document;
    if (focusPageDialog()) before.element = activeElement;
  };
}
var picture = (name, url, alt = "") => {
  const src = url && safeUrl(url, IMAGES);
  const settle2 = ({ type, currentTarget: image }) => {
    const isThere = type === "load";
    image.className = isThere ? name : "";
    image.hidden = !isThere && !alt;
  };
  return src && /* @__PURE__ */ createElement("img", { class: name, src, alt, onLoad: settle2, onError: settle2 });
};
var icon = (path) => /* @__PURE__ */ createElement("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, /* @__PURE__ */ createElement("path", { d: path }));
function meterFor({ used, limit, text: text2 }, labelledBy) {
  const share = limit > 0 ? Math.min(used / limit, 1) : 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: every browser draws `<meter>` its own way.
    /* @__PURE__ */ createElement(
      "div",
      {
        class: share < 1 ? "meter" : "meter full",
        role: "meter",
        "aria-labelledby": labelledBy,
        "aria-valuemax": limit,
        "aria-valuenow": Math.min(used, limit),
        "aria-valuetext": text2
      },
      /* @__PURE__ */ createElement("div", { class: "track" }, /* @__PURE__ */ createElement("i", { style: `inline-size:${share * 100}%` })),
      text2
    )
  );
}
function drawSurface(drawn) {
  const { output, branding, meter, confirming, onCta, onDismiss } = drawn;
  const { placement, surface, ctas, content } = output;
  const { title, body, image } = content;
  const overPage = isDialog(surface);
  const dismissible = content.dismissible !== false || overPage && !ctas[0];
  const Box = overPage ? "dialog" : "div";
  const Title = overPage ? "h2" : "p";
  const press = async (event, index) => {
    const { currentTarget, detail } = event;
    if (currentTarget.ariaBusy || detail > 1) return event.preventDefault();
    currentTarget.ariaBusy = currentTarget.ariaDisabled = "true";
    Object(currentTarget.parentNode).ariaLive = "polite";
    await onCta(index, event);
    currentTarget.ariaBusy = currentTarget.ariaDisabled = null;
  };
  const close = ({ detail }) => overPage && detail > 1 || onDismiss();
  const stay = (event) => event.target.closest("button") && event.preventDefault();
  const keepPresses = (event) => {
    if (/^( |Enter)$/.test(event.key)) event.stopPropagation();
  };
  const onClose = ({ currentTarget }) => {
    if (!currentTarget.isConnected) return;
    if (dismissible) onDismiss();
    else openDialog(currentTarget);
  };
  const kind = overPage ? {
    tabIndex: -1,
    // Never by a click beside it: that may be the second of a double click on a gate.
    closedby: dismissible ? "closerequest" : "none",
    onClose
  } : {
    role: surface === "bar" || surface === "tooltip" ? "region" : "group",
    // It may scroll: without a button in it, no key would reach its end.
    ...FLOATING.includes(surface) && !dismissible && !ctas[0] && { tabindex: 0 }
  };
  return /* @__PURE__ */ createElement(Box, { class: "box", "aria-labelledby": placement, onClick: stay, onKeyDown: keepPresses, ...kind }, picture("image", image?.url, image?.alt), /* @__PURE__ */ createElement("div", { class: "text" }, overPage && picture("logo", branding?.logo_url, branding?.workspace_name), surface === "gate" && icon("M5 11h14v10H5zm3 0V7a4 4 0 0 1 8 0v4"), /* @__PURE__ */ createElement(Title, { class: "title", id: placement }, title), body && /* @__PURE__ */ createElement("p", { class: "body" }, body), meter && meterFor(meter, placement)), ctas.length > 0 && /* @__PURE__ */ createElement("div", { class: "ctas" }, ctas.map(({ label, action, params }, index) => {
    const href = action === "open_url" ? safeUrl(params?.url) : void 0;
    const Control = href ? "a" : "button";
    const onClick = (event) => press(event, index);
    const onAuxClick = (event) => event.button === 1 && press(event, index);
    return /* @__PURE__ */ createElement(
      Control,
      {
        class: "cta",
        ...href && { href, onAuxClick },
        ...action === confirming && { "aria-busy": true, "aria-disabled": true },
        onClick
      },
      action === confirming ? /* @__PURE__ */ createElement("span", { lang: "en" }, "Confirming\u2026") : label
    );
  })), dismissible && /* @__PURE__ */ createElement("button", { class: "close", type: "button", lang: "en", "aria-label": "Dismiss", onClick: close }, icon("M6 6l12 12M18 6 6 18")));
}

// src/placements/parts.css
var parts_default = '.root{all:initial;--service-background:Canvas;--service-surface:color-mix(in srgb,#fff 5%,var(--service-background));--service-fill:var(--service-surface);--service-ink_fill:CanvasText;--service-text:color-mix(in srgb,var(--service-ink_fill) 92%,var(--service-fill));--service-muted:color-mix(in srgb,var(--service-text) 72%,var(--service-fill));--service-border:color-mix(in srgb,var(--service-text) 15%,var(--service-surface));--service-primary:#4f46e5;--service-ink_primary:#fff;--service-on_primary:var(--service-ink_primary);--service-edge:var(--service-primary);--service-danger:#dc2626;--service-radius:.75em;--service-font_family:system-ui;--service-size:2.5em;color-scheme:inherit;visibility:inherit;pointer-events:inherit;color:CanvasText;transition:color 1ms;display:block;flex:auto;min-inline-size:0;line-height:1.5;font-family:var(--service-font_family),sans-serif;overflow-wrap:anywhere;hyphens:auto;hyphenate-limit-chars:16 6 6;@supports (color:light-dark(lch(from color-mix(in srgb,red,Canvas) l c h),red)){--service-ink_fill:lch(from color(from var(--service-fill) xyz 0 y 0) calc((49.2 - l)*1000000) 0 0 / 1);--service-ink_primary:lch(from color(from var(--service-primary) xyz 0 y 0) calc((49.2 - l)*1000000) 0 0 / 1);--service-edge:light-dark(lch(from var(--service-primary) min(l,65) c h),lch(from var(--service-primary) max(l,40) c h))}@media(pointer:coarse){--service-size:max(2.5em,44px)}~slot{display:none}:where(*){box-sizing:border-box;margin:0;font:inherit;text-align:match-parent;text-align:-webkit-match-parent;unicode-bidi:plaintext;@media(prefers-reduced-motion:no-preference){transition:.2s,visibility 0s}}&[lang]:is(:lang(ar),:lang(ckb),:lang(fa),:lang(he),:lang(ps),:lang(ur)){direction:rtl;:where(*){unicode-bidi:normal}}}.box{display:inline-grid;grid:auto / minmax(0,1fr);inline-size:100%;vertical-align:top;gap:1em;padding:min(1.25em,5vw);border:1px solid var(--service-border);border-radius:min(var(--service-radius),3em);background:var(--service-fill);color:var(--service-text);font-size:.875em;box-shadow:0 1px 2px #0001;scroll-padding:.5em}.title{font-weight:600;text-wrap:balance}:is(.card,.usage_meter,.modal,.toast,.tooltip) .text:has(~.close) .title{padding-inline-end:2em}.body{margin-block-start:.25em;white-space:pre-line;text-wrap:pretty}.image{inline-size:100%;max-block-size:min(16em,40vh);aspect-ratio:16 / 9;object-fit:cover;.toast &{max-block-size:8em}}.box>img:not(.image){padding-inline-end:2em}.logo{display:block;block-size:2em;max-inline-size:calc(100% - 2em);object-fit:contain;margin-block-end:1em}.icon{inline-size:1.25em;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}.ctas,.close,.meter,.track{display:flex;flex-wrap:wrap;align-items:center;gap:.5em;min-inline-size:0;max-inline-size:100%}.cta,.close{place-content:center;min-block-size:var(--service-size);min-inline-size:var(--service-size);padding:.25em min(1em,5vw);border:1px solid transparent;outline-offset:3px;background:none;color:var(--service-text);font-weight:500;text-align:center;overflow-wrap:break-word;hyphens:none;text-decoration:none;cursor:pointer}.image,.cta,.close{border-radius:min(var(--service-radius) * .7,2em)}.cta:nth-child(2){border-color:color-mix(in srgb,currentColor,transparent)}.cta:first-child{--service-text:var(--service-on_primary);--service-fill:var(--service-primary);border-color:var(--service-edge)}.cta:first-child,.button .cta{background:var(--service-fill)}.box>:first-child:not([hidden]),[hidden]+.text,.close{grid-area:1 / 1}.close{--service-y:calc(.75em - var(--service-size) / 2);place-self:start end;margin-block:var(--service-y) calc(0em - var(--service-y) - var(--service-size));margin-inline-end:calc(.5em - min(1.25em,5vw));padding:0;border:0}.body,.close,.meter,.text .icon{color:var(--service-muted)}.image~.close,.button .close{background:var(--service-fill);border-radius:50%}:is(.card,.usage_meter,.modal,.toast,.tooltip) .image~.close{--service-y:calc(2em - var(--service-size) / 2);margin-inline-end:calc(1.75em - min(1.25em,5vw))}.cta:hover,.close:hover{background:color-mix(in srgb,gray 8%,var(--service-fill));color:var(--service-text)}.cta:active,.close:active{background:color-mix(in srgb,gray 20%,var(--service-fill))}.cta[aria-busy]{opacity:.6;cursor:progress;position:relative;&:after{content:"";position:absolute;inset:auto 1em .25em;border-block-end:2px solid;@media(prefers-reduced-motion:no-preference){animation:wait .8s infinite alternate}}}@keyframes wait{0%{scale:0}}.meter{margin-block-start:.5em;unicode-bidi:normal}.track{flex:1 0 4em;overflow:hidden;border-radius:1em;outline:1px solid transparent;background:var(--service-border)}.track i{border-block-start:.5em solid var(--service-primary);@supports (color:light-dark(red,red)){border-color:light-dark(var(--service-edge),color-mix(in srgb,var(--service-primary) 65%,var(--service-ink_fill)))}}.full{--service-primary:var(--service-danger);--service-edge:var(--service-danger)}';

// src/placements/surfaces.css
var surfaces_default = ".banner,.bar{--service-fill:color-mix(in srgb,var(--service-primary) 5%,var(--service-surface));--service-border:color-mix(in srgb,var(--service-edge) 24%,var(--service-surface));.box{display:inline-flex;flex-flow:wrap;align-items:center;padding-block:1em}.box:has(.close){padding-inline-end:calc(var(--service-size) + 1em)}.text{flex:1 1 16em;align-content:center;min-block-size:var(--service-size)}.close{--service-y:0em}.meter{max-inline-size:28em}.box:has(.body) .close{--service-y:calc(.75em - var(--service-size) / 2)}.image{inline-size:3.5em;aspect-ratio:1}}.banner{.box:has(.close){padding-block-start:0}.close{order:-1;align-self:start;margin-block:calc(1em + var(--service-y)) calc(-1em - var(--service-y) - var(--service-size));margin-inline:calc(100% + .5em) calc(-.5em - var(--service-size))}}.card .box{max-inline-size:28em}.button{display:inline-block;flex:none;max-inline-size:100%;.box{vertical-align:baseline;display:inline-flex;align-items:center;gap:.25em;padding:0;border:0;background:none;box-shadow:none}.text:has(~.ctas),img{display:none}.text{padding:.5em 1em;border-radius:inherit;background:var(--service-fill)}.close{margin:0;align-self:start}}.gate{--service-fill:color-mix(in srgb,gray 8%,var(--service-surface));--service-pad:max(2.5em,var(--service-size));.box{justify-items:center;padding:var(--service-pad) min(1.5em,5vw);text-align:center}.text,.image{inline-size:min(28em,100%)}.ctas{justify-content:center}.text .icon{margin-block-end:.5em}.close{--service-y:calc(min(1.25em,5vw) + .75em - var(--service-size) / 2 - var(--service-pad));margin-inline-end:calc(.5em - min(1.5em,5vw))}.image~.close{--service-y:calc(0em - var(--service-pad))}}dialog.box{position:fixed;inline-size:30em;box-shadow:0 1em 3em #0003;margin:auto;padding:min(1.75em,5vw);outline:0;overscroll-behavior:contain;.title{font-size:1.25em;line-height:1.3}&::backdrop{overflow:hidden;overscroll-behavior:inherit;background:#0006}}.modal .close{--service-y:calc(.8em - var(--service-size) / 2);margin-inline-end:calc(.5em - min(1.75em,5vw))}.modal .image~.close{margin-inline-end:.5em}.full_page .close{--service-y:calc(min(1.25em,5vw) - .25em - var(--service-size) / 2)}:is(.bar,.full_page) .close{position:absolute;grid-area:auto;inset-block-start:calc(1em + var(--service-y));inset-inline-end:.5em;margin:0}.full_page .box{align-content:safe center;min-inline-size:100%;min-block-size:100%;padding:4em max(5vw,50% - 18em);border:solid #0000;border-width:env(safe-area-inset-top) env(safe-area-inset-right);border-radius:0;font-size:1em;.title{font-size:1.75em}}:host(service-host){all:unset!important;position:fixed!important}.tray{all:unset;writing-mode:horizontal-tb;display:flex;flex-flow:column;position:fixed;inset-block-end:0;inset-inline-end:0;max-block-size:100%;max-inline-size:100%;margin-block-end:env(safe-area-inset-bottom);margin-inline-end:env(safe-area-inset-right);pointer-events:none;>*{pointer-events:auto}&:has(.bar.bottom){align-items:end;inset-inline-start:0;margin:0}}@media print{.tray{display:none}}.toast{display:flex;min-block-size:0;max-inline-size:100%;pointer-events:none;>*{pointer-events:auto}}.toast:not(:empty){~&~&~&~&{display:none}@media(height<60em){~&~&:has(.image){display:none}}@media(height<44em){~&~&{display:none}}@media(height<26em){~&{display:none}}}.toast .box,.tooltip .box{position:relative;inline-size:min(22em,100vw - 2em);margin:0 1em 1em;box-shadow:0 1em 3em #0003;z-index:1}.toast .box{max-inline-size:calc(100% - 2em)}.tray div.box{max-block-size:60vh}dialog.box,.tray .box{overflow-x:hidden;@starting-style{opacity:0;translate:0 .5em}}.tray .bar .box{max-block-size:40vh}.tooltip :popover-open{transition:none;position:fixed;inset:auto;block-size:auto;margin:.5em 0;position-anchor:--spot;position-area:block-end span-inline-end;position-try-fallbacks:flip-block,flip-inline,flip-block flip-inline,block-end,block-start}.tooltip i:popover-open{all:unset;position:fixed;position-anchor:auto;inset:anchor(top,-9in) anchor(right) anchor(bottom) anchor(left);pointer-events:none;anchor-name:--spot}.bar .box{position:fixed;inset:0 0 auto;inset-block-start:anchor(--bar end,0px);anchor-name:--bar;border-width:env(safe-area-inset-top) env(safe-area-inset-right) 1px;border-color:#0000 #0000 var(--service-border);border-radius:0}.bar.bottom{order:1;align-self:stretch;.box{position:relative;anchor-name:none;border-width:1px env(safe-area-inset-right) env(safe-area-inset-bottom);border-color:var(--service-border) #0000 #0000}}";

// src/placements/theme.ts
var PROPERTIES = {
  radius: "padding-top",
  font_family: "font-family"
};
var REFUSED = /\\|(url|src|set)\(|currentcolor|^\s*(inherit|initial|unset|revert(-\w+)?)\s*$/i;
function setBranding(sheet, branding, warn) {
  const { colors, radius, font_family } = branding?.theme ?? {};
  const corners = typeof radius === "number" ? `${radius}px` : radius;
  const { style } = document.createElement("i");
  for (const [name, value] of Object.entries({ ...colors, radius: corners, font_family })) {
    if (value === void 0) continue;
    const text2 = String(value);
    const fits2 = attempt(() => CSS.supports(PROPERTIES[name] ?? "color", text2)) ?? true;
    if (fits2 && !REFUSED.test(text2)) {
      style.setProperty(`--service-${name}`, text2, "important");
    } else warn(`theme ${name} (${text2}) cannot be used`);
  }
  sheet.replaceSync?.(`${parts_default}${surfaces_default}.root{${style.cssText}}`);
}
var CONTRAST = 4.5;
var WEIGHTS = [0.2126, 0.7152, 0.0722];
var luminance = (layers) => WEIGHTS.reduce((sum, weight, i) => {
  const part = layers.reduce((behind, layer) => {
    const alpha = layer[3] ?? 1;
    return (layer[i] ?? 0) * alpha + behind * (1 - alpha);
  }, 0);
  return sum + weight * (part > 0.04 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92);
}, 0.05);
function correctContrast(wrapper, colors, warn) {
  const { style } = wrapper;
  for (const [front, ...backs] of [
    ["text", "fill"],
    ["muted", "fill"],
    ["on_primary", "fill", "primary"]
  ]) {
    const ours = [...backs, front].map((name) => `var(--service-${name})`);
    const shadow = ["Canvas", ...ours].map((color) => `0 0 color-mix(in srgb,${color} 100%,red)`);
    const kept = ["", `var(--service-ink_${backs.at(-1)})`, "#000", "#fff"].findIndex((value) => {
      style.setProperty(`--service-${front}`, value, "important");
      style.boxShadow = shadow.join();
      const painted = [...getComputedStyle(wrapper).boxShadow.matchAll(/srgb ([^)]+)/g)];
      const layers = painted.map(([, color = ""]) => color.split(/[ /]+/).map(Number));
      const ratio = luminance(layers) / luminance(layers.slice(0, -1));
      return !layers[0] || Math.max(ratio, 1 / ratio) >= CONTRAST;
    });
    if (kept && colors[front]) {
      warn(`theme color ${front} (${colors[front]}) has a contrast below ${CONTRAST}`);
    }
  }
  style.boxShadow = "";
}
function keepReadable(wrapper, colors, warn) {
  if (!colors && !wrapper.ontransitionrun) return;
  const correct = () => wrapper.isConnected && correctContrast(wrapper, colors ?? {}, warn);
  setTimeout(correct);
  wrapper.ontransitionrun = ({ target }) => target === wrapper && correct();
}

// src/placements/toast-time.ts
var TOAST_MS = 8e3;
var TICK_MS = 100;
function startToast(box, { root, wrapper, time: time2, onExpire }) {
  let timer;
  const tick = () => {
    const isUsable = !isInert(root) && isShown(wrapper) !== false;
    const waits = () => isBehindKeyboard(box) || box.matches(".box:hover,:focus-within");
    if (!isUsable || attempt(waits)) return;
    if (!box.parentNode) {
      const held = attempt(() => root.querySelector(".toast:is(:hover,:focus-within)"));
      wrapper.append(box);
      if (held && isShown(held) === false) return box.remove();
    }
    time2.left -= TICK_MS;
    if (time2.left < 0) {
      stop();
      onExpire();
    }
  };
  const run = () => {
    clearInterval(timer);
    if (!isTabHidden()) timer = setInterval(tick, TICK_MS);
  };
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", run);
  };
  box.remove();
  document.addEventListener("visibilitychange", run);
  run();
  return stop;
}

// src/placements/mount.ts
function anchorNamed(handle2) {
  const anchors = slotsNamed(handle2);
  const shown2 = anchors.filter(isShown);
  return shown2.find((one) => !isAway(one)) ?? shown2[0] ?? anchors[0];
}
function placeAt(anchor, box) {
  if (!attempt(() => CSS.supports("position-area:end"))) return;
  const spot = document.createElement("i");
  box.before(spot);
  spot.popover = "manual";
  let isRead = false;
  spot.showPopover?.({
    get source() {
      isRead = true;
      return anchor;
    }
  });
  if (!isRead) return;
  box.popover = "manual";
  box.showPopover();
}
function setLanguage(element, lang) {
  if (lang) element.lang = lang;
  else element.removeAttribute("lang");
}
function createWrapper({ surface, content }) {
  const wrapper = document.createElement("div");
  wrapper.className = `root ${surface} ${content.position ?? ""}`;
  wrapper.toggleAttribute("data-html2canvas-ignore");
  if (surface === "toast") wrapper.role = "status";
  return wrapper;
}
function speak(wrapper) {
  wrapper.role = null;
  wrapper.ariaHidden = "true";
  setTimeout(() => {
    wrapper.role = "alert";
    wrapper.ariaHidden = null;
  }, TICK_MS);
}
function mountSurface(options) {
  const { root, sheet, output, renderer, onCta, onDismiss, onError } = options;
  const { surface, content } = output;
  const wrapper = createWrapper(output);
  const time2 = { left: 0 };
  let words;
  let cleanUp;
  const anchor = surface === "tooltip" && !renderer ? anchorNamed(content.anchor) : void 0;
  const end = () => {
    const once2 = cleanUp;
    cleanUp = void 0;
    Promise.resolve(once2?.()).catch(onError);
  };
  const fail = (error) => {
    wrapper.remove();
    onError(error);
    guard(end);
  };
  const guard = (act) => {
    try {
      act();
    } catch (error) {
      fail(error);
    }
  };
  const drawOwn = (draw2, output2) => {
    const before = words;
    words = JSON.stringify({ ...output2, decision_id: "" });
    if (words === before) return;
    end();
    const own2 = document.createElement("div");
    wrapper.replaceChildren(own2);
    const drawn = draw2(own2, output2, { cta: (index) => void onCta(index), dismiss: onDismiss });
    cleanUp = typeof drawn === "function" ? drawn : void 0;
    Promise.resolve(drawn).catch((error) => own2.parentNode && fail(error));
  };
  const update = (output2, state, isAgain, isAnswer) => guard(() => {
    if (isAgain) time2.left = content.duration_ms ?? TOAST_MS;
    if (isAgain && isAnswer && surface !== "toast" && !isDialog(surface)) {
      speak(wrapper);
    }
    setLanguage(wrapper, state.lang);
    if (renderer) drawOwn(renderer, output2);
    else render(drawSurface({ ...options, ...state, output: output2 }), wrapper);
    keepReadable(wrapper, state.branding?.theme?.colors, options.warn);
  });
  const start2 = (box2) => {
    const release = tray && keepFromPage(box2);
    if (anchor) placeAt(anchor, box2);
    const { onExpire } = options;
    const stop = surface === "toast" ? startToast(box2, { root, wrapper, time: time2, onExpire }) : startDialog(box2, options.before);
    return () => {
      release?.();
      stop?.();
    };
  };
  if (!root.adoptedStyleSheets?.includes(sheet)) root.adoptedStyleSheets = [sheet];
  const tray = root.querySelector(".tray");
  if (!tray) root.querySelector(".root")?.remove();
  (tray ?? root).prepend(wrapper);
  if (tray && !isInert(root)) {
    attempt(() => tray.hidePopover());
    tray.showPopover?.();
  }
  update(output, options, true, options.isAnswer);
  const box = !renderer && wrapper.querySelector(".box");
  guard(() => {
    if (!box) return;
    cleanUp = start2(box);
    if (isDialog(surface) && isShown(document.body) && isDrawn(box) === false) {
      throw new Error("hidden by a blocker");
    }
  });
  return {
    element: box || wrapper,
    anchor,
    update,
    unmount: () => guard(() => {
      end();
      wrapper.remove();
    })
  };
}

// src/sdk/agenda.ts
var LONGEST_MS = 6e4;
function createAgenda(options) {
  const { window: window2, device, guard, isOver } = options;
  const jobs = /* @__PURE__ */ new Map();
  let timer;
  const leftOf = ({ at, ms }) => at - device() > ms + 1 ? 0 : at - device();
  function arm() {
    clearTimeout(timer);
    const wait = Math.min(...[...jobs.values()].map(leftOf));
    if (isOver() || isTabHidden() || wait === Infinity) return;
    timer = setTimeout(work, Math.max(0, Math.min(wait, LONGEST_MS)));
    Object(timer).unref?.();
  }
  function work() {
    for (const [name, one] of jobs) {
      if (leftOf(one) > 0) continue;
      jobs.delete(name);
      guard(one.job);
    }
    arm();
  }
  function later(name, ms, job) {
    jobs.set(name, { at: device() + ms, ms, job });
    arm();
  }
  options.undo.push(arm);
  guard(() => window2 && options.listen(window2.document, "visibilitychange", arm));
  return {
    later,
    sooner(name, ms, job) {
      const planned = jobs.get(name);
      if (!planned || ms < leftOf(planned)) later(name, ms, job);
    },
    cancel(name) {
      jobs.delete(name);
      arm();
    }
  };
}

// src/sdk/numbers.ts
var MINOR_DIGITS = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW"
};
function format(number2, locale, options) {
  try {
    return number2.toLocaleString(locale, options);
  } catch (error) {
    if (locale) return format(number2, void 0, options);
    throw error;
  }
}
var OWN_DIGITS = /^(a[rs]|b[hn]|bgc|c[ck]|dz|fa|ff|ks|lrc|m[nryz]|n[eq]|p[as]|raj|s[ad]|u[rz])|-nu-/i;
function formatUsage(used, limit, locale = "") {
  const isPlain = (amount3) => Number.isInteger(amount3) && amount3 < 1e3;
  const both = [used, limit];
  const arePlain = both.every(isPlain) && !OWN_DIGITS.test(locale);
  return (arePlain ? both : both.map((amount3) => format(amount3, locale || void 0))).join(" / ");
}
function formatPrice({ amount: amount3, currency }, locale) {
  const digits = Object.keys(MINOR_DIGITS).find((key2) => MINOR_DIGITS[key2]?.includes(currency));
  const minimumFractionDigits = Number(digits ?? 2);
  return format(amount3 / 10 ** minimumFractionDigits, locale, {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
    minimumFractionDigits
  });
}

// src/sdk/read-answers.ts
var amount2 = { type: ["number", "null"] };
function outputSchema() {
  const { content = {}, ctas = {} } = payloadSchema().properties ?? {};
  const words = "placement payload surface";
  return object({ ...each(words, string), content, ctas }, `${words} content`);
}
var entitlementSchema = () => object(
  { allowed: boolean, limit: amount2, used: number, remaining: amount2, tier: string },
  "allowed"
);
function ensureSound(schema, answer2) {
  const value = JSON.parse(JSON.stringify(answer2));
  const [problem] = problemsOf(schema, value);
  if (problem) throw new TypeError(`the answer's ${problem.path || "value"} ${problem.message}`);
  return value;
}
function readObject(answer2) {
  if (!isObject(answer2)) throw new TypeError("the answer must be object");
  return answer2;
}
var readTrial = (answer2, warn) => ({
  in_trial: false,
  ...cleanTrial(answer2, warn)
});
function readEntitlement(answer2, handle2, source) {
  const said = ensureSound(entitlementSchema(), answer2);
  const granted2 = said.status === "limited" ? "limited" : "granted";
  const status = said.allowed ? granted2 : "denied";
  return { ...said, handle: handle2, status, reason: "by_resolver", source };
}
var shown = (output) => ({
  visible: true,
  reasons: ["by_resolver"],
  output: { ctas: [], ...output }
});
var readPlacement = (answer2) => answer2 === null ? hidden("by_resolver") : shown(ensureSound(outputSchema(), answer2));
function readDecision(answer2) {
  const schema = object({ visible: boolean }, "visible");
  if (!ensureSound(schema, answer2).visible) return readPlacement(null);
  const output = object({ output: outputSchema() }, "output");
  return shown(ensureSound(output, answer2).output);
}

// src/sdk/rules.ts
function readRules({ localRuntime, placementBehavior = {} }, fail) {
  const { placementDecisionsByPlacementId: given = {} } = localRuntime?.initialData ?? {};
  const stated = /* @__PURE__ */ new Map();
  for (const [placement, decision] of Object.entries(given)) {
    try {
      stated.set(placement, readDecision(decision));
    } catch (error) {
      fail(`placementDecisionsByPlacementId.${placement} is left out`, error);
    }
  }
  const inactive = [
    ...placementBehavior.enableAutoGatedPlacement === false ? ["gated", "entitlement_denied"] : [],
    ...placementBehavior.enableTrialAutoTriggers === false ? ["trial_stage"] : []
  ];
  const enforceCaps = placementBehavior.enableClientCapsEnforcement;
  return { formatPrice, inactive, enforceCaps, stated };
}

// src/sdk/sources.ts
var TIMEOUT_MS = 3e3;
var MOST_AT_ONCE = 1e3;
function createSource(options, listed) {
  const [name, given] = listed;
  const source = name === "resolvers" ? "resolver" : "provider";
  let made;
  return {
    name,
    source,
    mayAnswer: (method) => mayAnswer(listed, method),
    /** A factory is called when its provider is first needed, and again after it has failed. */
    async open() {
      if (typeof given !== "function") return given;
      made ??= (async () => readObject(await given(options)))();
      return made.catch((error) => {
        made = void 0;
        throw error;
      });
    }
  };
}
function createSources(options, fail) {
  const sources = sourcesOf(options).map((source) => createSource(options, source));
  let asking = 0;
  return {
    has: (...methods) => sources.some((source) => methods.some(source.mayAnswer)),
    /**
     * The first sound answer of any source. Never rejects.
     * @param read also gets answers that come too late
     */
    async ask(methods, args, read2) {
      let failed = false;
      for (const { name, source, mayAnswer: mayAnswer2, open } of sources) {
        let isOpen2 = false;
        for (const method of methods.filter(mayAnswer2)) {
          let isStuck = true;
          const answering = async () => {
            const provider = Object(await open());
            isOpen2 = true;
            if (asking > MOST_AT_ONCE) throw new Error("it asks itself");
            let answer2;
            try {
              if (hasMethod(provider, method)) answer2 = await provider[method](...copyOf(args));
            } finally {
              isStuck = false;
            }
            return answer2 === void 0 ? answer2 : read2(answer2, { method, source });
          };
          asking++;
          try {
            const value = await withinTime(answering(), TIMEOUT_MS);
            if (value !== void 0) return { value };
          } catch (error) {
            failed = true;
            fail(`${name}${isOpen2 ? `.${method}` : ""} failed`, error);
            if (isStuck) break;
          } finally {
            asking--;
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
  let i;
  while (lqIndex < listenerQueue.length) {
    i = lqIndex;
    lqIndex += QUEUE_ITEMS_PER_LISTENER;
    let pendingStores = batchSeen?.get(listenerQueue[i]);
    if (pendingStores) {
      if (!pendingStores.has(listenerQueue[i + 1])) continue;
      pendingStores.clear();
    }
    try {
      listenerQueue[i](
        listenerQueue[i + 1].value,
        listenerQueue[i + 2],
        listenerQueue[i + 3]
      );
    } catch (e) {
      thrown = e;
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
        for (let i = lqIndex; i < listenerQueue.length; ) {
          if (listenerQueue[i] === listener && listenerQueue[i + 1] === $atom) {
            listenerQueue.splice(i, QUEUE_ITEMS_PER_LISTENER);
          } else {
            i += QUEUE_ITEMS_PER_LISTENER;
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

// src/sdk/stores.ts
function createStores(rules, clock, undo) {
  const $state = atom({
    playbook: compilePlaybook(null),
    context: {},
    revision: {},
    history: {},
    occasions: [],
    finished: [],
    slots: [],
    renderers: /* @__PURE__ */ new Map(),
    confirming: []
  });
  let parts = {};
  const onDisplay = { shown: /* @__PURE__ */ new Map() };
  const state = () => $state.get();
  const patch = (changed) => $state.set({ ...state(), revision: {}, ...changed });
  return {
    state,
    patch,
    /** Whether it is denied for want of a plan that the service may be about to say: until then nobody is offered what they have. */
    needsPlan: ({ reason }) => reason === "plan_unknown" && state().asking,
    /** Calls `listener` at each change, until `destroy()`. */
    listen(listener) {
      undo.push($state.listen(listener));
    },
    /** What the targeting context is built of. */
    contextParts: () => parts,
    /** The only way to change the context. If the resulting context is the same, nothing is decided anew. */
    patchContext(changed) {
      const next = copyOf({ ...parts, ...changed });
      const held = forgetOvertaken(next, clock.offset);
      const context = buildTargetingContext(held);
      parts = clock.offset ? held : next;
      const isSame = attempt(() => JSON.stringify(context) === JSON.stringify(state().context));
      if (!isSame) $state.set({ ...state(), context });
    },
    /** What is on display. Not part of the state: a change of it must not have everything decided anew. */
    onDisplay,
    momentNow() {
      const registered = [...state().renderers.keys()];
      const displaying = [...onDisplay.shown.values()].map(({ key: key2 }) => key2);
      return { ...rules, ...state(), ...onDisplay, registered, displaying, now: clock.now() };
    }
  };
}

// src/sdk/wire.ts
var TIMEOUT_MS2 = 1e4;
var isUrl = (path) => /^https?:/i.test(path);
var absolute = (address) => attempt(() => new globalThis.URL(address, globalThis.document?.baseURI).href) ?? address;
function createWire(options, fetch2) {
  const { tenantId = "", publicKey, apiKey, runtimeMode } = options;
  const endpoint = absolute(options.endpoint ?? "https://api.service.example").replace(/\/*([?#].*)?$/, "");
  const overrides = runtimeMode === "custom_endpoints" && options.endpointOverrides;
  async function send(call2, { token, ms = TIMEOUT_MS2, ...init }, query) {
    const rerouted = textOf(overrides, call2);
    const path = rerouted ?? textOf(PATHS, call2) ?? call2;
    const url = isUrl(path) ? path : `${endpoint}/${path.replace(/^\/+/, "")}`;
    const isForeign = isUrl(path) || call2 === "ingestSdkMeta";
    const bearer = token || (isForeign ? void 0 : apiKey);
    return fetch2(query ? `${url}${url.includes("?") ? "&" : "?"}${query}` : url, {
      ...init,
      ...bearer && { headers: { authorization: `Bearer ${bearer}` } },
      credentials: rerouted ? "same-origin" : "omit",
      // The page's address, and any secret in it, must not go along.
      referrer: "",
      signal: AbortSignal.timeout(ms)
    });
  }
  return {
    endpoint,
    isRerouted: (call2) => !!textOf(overrides, call2),
    get(address, { query, ...init } = {}) {
      const call2 = address.startsWith(`${endpoint}/`) ? address.slice(endpoint.length) : address;
      return send(
        call2,
        init,
        // A URL is somewhere else, such as on a CDN, where our key has no business.
        isUrl(call2) ? void 0 : new URLSearchParams({
          tenant_id: tenantId,
          ...publicKey && { key: publicKey },
          ...query
        })
      );
    },
    // Sent as text, so that no preflight is needed: at unload there is no time for one.
    async post(call2, body, keepalive) {
      const response = await send(call2, { method: "POST", body, keepalive });
      const text2 = await response.text().catch(() => "");
      const isPage = response.status === 200 && /^\s*<(!|html)/i.test(text2);
      return isPage ? Response.error() : response;
    }
  };
}

// src/sdk/core.ts
var IDLE_MS = 500;
var UNANSWERED_MS = 1e3;
function createCore(options, environment, base) {
  const { window: window2, console, now: device } = environment;
  const clock = createClock(device, () => {
    stores.patchContext({});
    stores.patch({});
  });
  let isOver = false;
  const undo = [
    () => {
      isOver = true;
    }
  ];
  const listen = (target, type, listener) => {
    const heard = (event) => base.guard(() => listener(event));
    target.addEventListener(type, heard, true);
    undo.push(() => target.removeEventListener(type, heard, true));
  };
  const shared = { ...base, window: window2, undo, listen, isOver: () => isOver };
  const agenda = createAgenda({ ...shared, device });
  const untilOver = (action) => (...args) => {
    if (!isOver) action(...args);
  };
  const fetch2 = async (...request) => {
    if (isOver) throw new Error("destroyed");
    return environment.fetch(...request);
  };
  const consent = { granted: initialConsent(options.consent, window2?.navigator) === "granted" };
  const open = (name, adapter) => openStorage({
    adapter,
    prefix: options.localRuntime?.storageKey ?? "service",
    enabled: consent.granted,
    native: () => globalThis[name]
  });
  if (options.endpointOverrides && options.runtimeMode !== "custom_endpoints") {
    base.warn("endpointOverrides counts in custom_endpoints only");
  }
  const persistent = open("localStorage", options.persistentStorage);
  const stores = createStores(readRules(options, base.fail), clock, undo);
  const newId = () => createEventId(
    clock.now(),
    (bytes) => attempt(() => crypto.getRandomValues(bytes)) ?? // Missing or made to throw. Ids only have to be unique, not secret.
    bytes.set(bytes.map(() => Math.random() * 256))
  );
  const stamp = () => new Date(clock.now()).toISOString();
  const fail = untilOver(base.fail);
  return {
    ...shared,
    emit: untilOver(base.emit),
    fail,
    warn: untilOver(base.warn),
    console,
    options,
    clock,
    agenda,
    wire: options.runtimeMode === "local_only" ? void 0 : createWire(options, fetch2),
    stores,
    sources: createSources(options, fail),
    consent,
    locks: () => consent.granted ? window2?.navigator.locks : void 0,
    persistent,
    said: { ...persistent, write: untilOver(persistent.write) },
    session: open("sessionStorage", options.sessionStorage),
    newId,
    stamp,
    toEvent: (details) => ({ event_id: newId(), ...details, occurred_at: stamp() }),
    whenIdle(job) {
      const run = once(() => isOver || base.guard(job));
      const isAsked = attempt(() => window2?.requestIdleCallback?.(run, { timeout: IDLE_MS }));
      if (!isAsked) setTimeout(run, IDLE_MS);
    },
    tellUnanswered: (name, tell) => window2 ? agenda.later(`unanswered ${name}`, UNANSWERED_MS, tell) : tell()
  };
}

// src/sdk/decisions/answer-cache.ts
function createAnswerCache({ stores: { state, patch } }, question) {
  const entries = /* @__PURE__ */ new Map();
  const unknown = /* @__PURE__ */ new Set();
  const nameOf = (key2) => {
    const { id, anonymous_id } = state().context;
    return JSON.stringify([id ?? anonymous_id, key2]);
  };
  const entryOf = (key2) => entries.get(nameOf(key2));
  async function ask(key2) {
    if (!question) return {};
    const { context } = state();
    const name = nameOf(key2);
    const isStale = () => {
      const { page, plan_handle } = state().context;
      return page?.url !== context.page?.url || plan_handle !== context.plan_handle;
    };
    const before = entries.get(name);
    let asked = before?.context === context ? before.asked : void 0;
    if (!asked) {
      const entry = { context, known: before?.known };
      entries.set(name, entry);
      asked = question(key2, context).then((answer3) => {
        Object.assign(entry, { asked: void 0 }, !isStale() && { known: answer3 });
        patch({});
        return answer3;
      });
      entry.asked = asked;
    }
    const answer2 = await asked;
    return name === nameOf(key2) && !isStale() ? answer2 : ask(key2);
  }
  return {
    ask,
    /** The answer as far as it is known; notes that it is wanted. */
    read(key2) {
      if (!question) return {};
      unknown.add(key2);
      return entryOf(key2)?.known;
    },
    /** Asks for what was read and isn't known in the present context. True when all of it is known. */
    want() {
      for (const key2 of unknown) {
        const entry = entryOf(key2);
        if (!entry?.asked && entry?.context !== state().context) void ask(key2);
        if (entry?.known) unknown.delete(key2);
      }
      return !unknown.size;
    },
    /** Has everything asked again. */
    refresh() {
      for (const entry of entries.values()) entry.context = void 0;
      patch({});
    }
  };
}

// src/sdk/moment.ts
var historyKey = ({ placement, payload }) => `${placement}/${payload}`;

// src/sdk/decisions/queries.ts
var surfacesOver = ({ registered }) => [
  ...PAGE_LEVEL_SURFACES,
  ...registered
];
var opensOver = (slot, surface) => !slot || PAGE_LEVEL_SURFACES.some((one) => one === surface);
var slotQuery = ({ registered }, { handle: slot, surfaces = [...IN_FLOW_SURFACES, ...registered] }) => ({ slot, surfaces });
function asOnPage(moment, query) {
  const slot = moment.slots.find(({ handle: handle2 }) => handle2 === query?.slot);
  return slot ? { ...slotQuery(moment, slot), ...query } : query;
}
function queryAt(moment, query) {
  const { registered, inactive, enforceCaps } = moment;
  return {
    registered,
    inactive,
    enforceCaps,
    // Read only where a limit is reached: then a decision depends on it.
    get displaying() {
      return moment.displaying;
    },
    ...query
  };
}

// src/sdk/decisions/decide.ts
function admit({ history, playbook, registered }, { slot, surfaces, requested }, decision) {
  const { output } = decision;
  if (!output) return decision;
  const { session_started_at: start2 = 0, dismissed, reminded } = history;
  const key2 = historyKey(output);
  const isPutOff = (times) => !requested && Number(own(times, key2)) >= Number(start2);
  const known2 = [...surfacesOver({ registered }), ...IN_FLOW_SURFACES];
  const reason = surfaces && !known2.includes(output.surface) && "surface_unknown" || surfaces && !surfaces.includes(output.surface) && "surface_not_accepted" || isPutOff(dismissed) && "cooling_down" || isPutOff(reminded) && "reminded_later";
  if (reason) return hidden(reason);
  const playbook_version = output.playbook_version ?? playbook.version;
  return { ...decision, output: { ...output, playbook_version, ...slot && { slot } } };
}
function sourcedFor(moment, query, placement = query.placement) {
  const { slot, surfaces } = query;
  const question = JSON.stringify({ slot, placement, surfaces });
  const decision = (slot ?? placement) && surfaces ? moment.decisionFor?.(question) : void 0;
  return decision && admit(moment, query, decision);
}
function decide(moment, query, subject = subjectFor(moment.playbook, query, moment)) {
  const { playbook, stated } = moment;
  const { placement, slot, except = [] } = query ?? {};
  const isOfSlot = ([handle3, { output }]) => output && !except.includes(handle3) && slot === (output.slot ?? playbook.part("placements", handle3)?.placement.slot);
  const [handle2 = ""] = placement ? [placement] : slot && [...stated].find(isOfSlot) || [];
  const asked = stated.get(handle2);
  const decision = asked ?? evaluate(subject, queryAt(moment, query));
  const candidate = asked ? handle2 : decision.output?.placement ?? "";
  const instead = stated.get(candidate);
  if (!instead) return decision;
  const admitted = admit(moment, query, instead);
  if (placement || admitted.visible) return admitted;
  const next = decide(moment, { ...query, except: [...except, candidate] }, subject);
  return next.visible ? next : admitted;
}

// src/sdk/decisions/turns.ts
var takesTurn = ({ decision: { output } }) => !!output && (isDialog(output.surface) || output.surface === "tooltip");
function takeTurns(page, { open, finished, displaying }, { isDialogOpen, isCovered: isCovered2, yielding, isInSight }) {
  const isOpen2 = ({ placement }) => placement === open && open !== yielding;
  const isTooltip = ({ decision: { output } }) => output?.surface === "tooltip";
  const isAnchored = (one) => {
    if (!isTooltip(one)) return true;
    const anchor = one.decision.output?.content.anchor;
    return (!isDialogOpen || one.occasion?.answersClick) && (!anchor || isInSight(anchor));
  };
  const isFree = (one) => isOpen2(one) || !isDialogOpen || one.occasion?.answersClick && one.placement !== yielding;
  const isFinished = ({ placement, occasion }) => !occasion?.answersClick && finished.includes(placement);
  const isOver = (one) => isFinished(one) && one.decision.output?.content.dismissible !== false;
  const wanting = page.filter((one) => takesTurn(one) && isAnchored(one) && !isOver(one));
  const holder = wanting.find(isOpen2);
  const mayTake = (one) => holder && one !== holder && one.occasion?.answersClick && !isTooltip(one) && (isCovered2 || isTooltip(holder) || isFinished(holder));
  const turn = wanting.find(mayTake) ?? holder ?? wanting.find(isFree);
  const isModal = turn && !isTooltip(turn);
  const isOff = (one) => {
    const { output } = one.decision;
    const isToast = output?.surface === "toast";
    return isToast && (isFinished(one) || isModal && !displaying.includes(historyKey(output)));
  };
  return page.map((one) => {
    const mayShow = takesTurn(one) ? one === turn : isFree(one) && !isOff(one);
    return mayShow || !one.decision.visible ? one : { ...one, decision: hidden("waiting_turn") };
  });
}

// src/sdk/decisions/decisions.ts
var slotKey = ({ handle: handle2, surfaces }) => `${handle2} ${surfaces ?? ""}`;
var isRefusal = ({ query }) => query.trigger?.type === "entitlement_denied";
var MAX_ANSWERED = 50;
var CLICKED = Number.MAX_VALUE;
function awaited({ playbook, occasions }) {
  const waiting = () => playbook.placements("type", "event");
  const names = once(() => new Set(waiting().map(({ trigger }) => own(trigger, "name"))));
  const isAwaited = ({ answersClick, query }) => answersClick || names().has(own(query.trigger, "name"));
  return occasions.filter(isAwaited).slice(-MAX_ANSWERED);
}
function questionsOf({ playbook }, occasion) {
  const { query, done, answersClick } = occasion;
  if (answersClick) return [{ occasion, about: {}, priority: CLICKED }];
  return candidatesFor(playbook, query).filter(({ handle: handle2 }) => !done.has(handle2)).map(({ handle: handle2, placement: { priority = 0, slot } }) => {
    const pageLevel = slot ? void 0 : handle2;
    return { occasion, about: { placement: handle2 }, priority, pageLevel };
  });
}
function createDecisions(moment, keeper) {
  const { playbook } = moment;
  const subject = createSubject(playbook, moment);
  const decideKept = moment.hasSources ? void 0 : keeper?.(moment);
  let due = Infinity;
  const ask = (query, key2) => {
    const about = query.trigger ? subjectFor(playbook, query, moment) : subject;
    const kept = key2 && decideKept?.(key2, query);
    const decision = kept ? kept.decision : decide(moment, query, about);
    due = Math.min(due, (kept || about).due);
    const isUnanswered = query.trigger && !decision.output;
    if (query.slot || isUnanswered || !moment.hasSources) return decision;
    return sourcedFor(moment, query, decision.output?.placement) ?? decision;
  };
  const occasions = awaited(moment);
  const latest = [...occasions].reverse();
  function answer2(occasion, query) {
    const decision = ask({ ...query, ...occasion.query });
    const { output } = decision;
    return output && !occasion.done.has(output.placement) ? [{ occasion, decision }] : [];
  }
  const surfaces = surfacesOver(moment);
  function answersOver(occasion, about = {}) {
    const answers = answer2(occasion, { surfaces, ...about });
    const { output } = answers[0]?.decision ?? {};
    if (!output || opensOver(output.slot, output.surface)) return answers;
    const { except = [] } = about;
    if (except.includes(output.placement)) return [];
    return answersOver(occasion, { ...about, except: [...except, output.placement] });
  }
  function decideSlot(slot) {
    const query = slotQuery(moment, slot);
    const sourced = sourcedFor(moment, query);
    if (sourced) return { decision: sourced };
    const [answered] = latest.flatMap(
      (occasion) => candidatesFor(playbook, occasion.query).filter(({ placement }) => placement.slot === slot.handle).filter(() => !isRefusal(occasion) || !(occasion.isOverPage ?? answersOver(occasion)[0])).flatMap(({ handle: handle2 }) => answer2(occasion, { ...query, placement: handle2 }))
    );
    return answered ?? { decision: ask(query, slotKey(slot)) };
  }
  const slots = /* @__PURE__ */ new Map();
  const unmet = [];
  return {
    subject,
    slots,
    unmet,
    due: () => Math.min(due, subject.due),
    slot(slot) {
      const key2 = slotKey(slot);
      const decided = slots.get(key2) ?? decideSlot(slot);
      slots.set(key2, decided);
      return decided;
    },
    *page(sight) {
      const page = /* @__PURE__ */ new Map();
      const questions = occasions.filter(({ isOverPage }) => isOverPage !== false).flatMap((one) => questionsOf(moment, one)).sort((a, b) => b.priority - a.priority);
      for (const { occasion, about, pageLevel } of questions) {
        yield;
        const answers = answersOver(occasion, about);
        if (pageLevel && !answers[0]) unmet.push({ occasion, placement: pageLevel });
        for (const decided of answers) {
          const { placement = "" } = decided.decision.output ?? {};
          const isClicked = page.get(placement)?.occasion?.answersClick;
          if (!isClicked || occasion.answersClick) page.set(placement, { placement, ...decided });
        }
      }
      for (const { handle: placement } of candidatesFor(playbook, {})) {
        if (page.has(placement)) continue;
        yield;
        page.set(placement, {
          placement,
          decision: ask({ placement, surfaces }, placement)
        });
      }
      return takeTurns([...page.values()], moment, sight);
    }
  };
}

// src/sdk/decisions/explain.ts
function candidatesOf(moment, query, isOfSlot) {
  const { placement: asked, requested: _, ...inSlot } = query;
  const { candidates } = explainPlacement(moment.playbook, queryAt(moment, query), moment);
  if (!isOfSlot || !asked) return candidates;
  const others = candidatesOf(moment, inSlot, isOfSlot);
  return [...candidates, ...others.filter(({ placement }) => placement !== asked)];
}
var toldAs = (candidates, { output, reasons }, { stated }) => candidates.map((one) => {
  if (one.reason !== "shown" && one.reason !== "lower_priority") return one;
  if (!output) return one.reason === "shown" ? { ...one, reason: reasons[0] ?? "shown" } : one;
  if (one.placement === output.placement) return { ...one, reason: "shown" };
  const isStated = stated.get(one.placement)?.visible === false;
  return { ...one, reason: isStated ? "by_resolver" : "lower_priority" };
});
function findOnPage(moment, handle2) {
  const { playbook, slots, page, occasions } = moment;
  const authored = playbook.part("placements", handle2)?.placement;
  const isOfSlot = !!playbook.placements("slot", handle2)[0] || !authored;
  const name = isOfSlot ? handle2 : authored?.slot;
  const decisions = createDecisions(moment);
  const named = slots.filter((one) => one.handle === name);
  const shownIn = (one) => decisions.slot(one).decision.output;
  const showing = named.find((one) => shownIn(one)?.placement === handle2);
  const slot = showing ?? named.find(shownIn) ?? named[0];
  const inSlot = slot && decisions.slot(slot);
  const seen = isOfSlot || showing ? inSlot : page?.find(({ placement }) => placement === handle2);
  const isAbout = ({ query }) => !isOfSlot && candidatesFor(playbook, query).some((one) => one.handle === handle2);
  const { query: about } = seen?.occasion ?? occasions.filter(isAbout).at(-1) ?? {};
  return { authored, isOfSlot, name, slot, inSlot, seen, about };
}
function explain({ stores, window: window2, warn }, handle2) {
  const moment = stores.momentNow();
  const { authored, isOfSlot, name, slot, inSlot, seen, about } = findOnPage(moment, handle2);
  const inPlace = slot ? slotQuery(moment, slot) : { ...name && { slot: name } };
  const opens = about || isOccasion(authored?.trigger);
  const mayOpen = !name || opens && slot;
  const over = name ? PAGE_LEVEL_SURFACES : surfacesOver(moment);
  const surfaces = mayOpen && [...over, ...inPlace.surfaces ?? []];
  const query = isOfSlot ? { ...inPlace, ...about } : { ...!opens && inPlace, ...about, ...surfaces && { surfaces }, placement: handle2 };
  const candidates = candidatesOf(moment, query, isOfSlot);
  const decision = seen?.decision ?? decide(moment, query);
  const isOverPage = opensOver(name, decision.output?.surface);
  const isAsked = isOfSlot || !isOverPage || about;
  const isUnasked = !isAsked && authored?.trigger?.type === "entitlement_denied";
  const reason = isUnasked ? "trigger_not_met" : !isOverPage && inSlot?.decision.reasons[0];
  const isOutdone = moment.page && about || inSlot?.decision.visible;
  const obstacle = isOutdone ? "lower_priority" : reason;
  const made = decision.visible && !seen && obstacle ? hidden(obstacle) : decision;
  const { visible, reasons } = made;
  const isUnknown = !authored && !slot && !candidates[0] && reasons[0] !== "playbook_unavailable";
  if (isUnknown) warn(`no slot or placement is named "${handle2}"`);
  if (visible && window2 && name && !slot && !seen) warn(`slot "${name}" is not on the page`);
  return { visible, reasons, candidates: toldAs(candidates, made, moment) };
}

// src/sdk/user/purchases.ts
var LONGEST_MS2 = 12e4;
var MAX_PAUSE_MS = 4e3;
var CONFIRMING = "confirming";
var UNKNOWN = "?";
var OPEN_PAYMENTS = ["pending", "processing"];
var hashOf = (...parts) => `${bucket(CONFIRMING, JSON.stringify(parts))}`;
function boughtBy({ clientContext }) {
  if (!clientContext) return UNKNOWN;
  const { plan_handle, entitlements, trial, traits } = clientContext;
  const payment = `${traits?.payment_state}`;
  const settled = OPEN_PAYMENTS.includes(payment) ? "" : hashOf(payment);
  return `${hashOf(plan_handle, entitlements, trial?.in_trial)} ${settled}`;
}
function createWait(before, contextParts) {
  let known2 = before;
  return () => {
    const now = boughtBy(contextParts());
    if (now === UNKNOWN) return true;
    const isOpen2 = known2 === UNKNOWN || known2.startsWith(now);
    if (isOpen2) known2 = now;
    return isOpen2;
  };
}
function createPurchases({ options, stores, agenda, wire, session, clock }, { idNow, refreshClient }) {
  const { contextParts } = stores;
  let waiting;
  let wake = () => {
  };
  stores.listen(() => wake());
  async function confirm(confirming, before, until = clock.device() + LONGEST_MS2, who = hashOf(idNow())) {
    const id = idNow();
    const isBuyer = (now) => now === id || !id && [hashOf(void 0), hashOf(now)].includes(who);
    const isOpen2 = createWait(before, contextParts);
    const mine = {};
    const isWaiting = () => waiting === mine && isBuyer(idNow()) && isOpen2();
    waiting = mine;
    stores.patch({ confirming });
    session.write(CONFIRMING, [before, until, who, ...confirming].join("\n"));
    for (let looks = 0; options.clientSession && wire && isWaiting(); looks++) {
      const left = until - clock.device();
      const isInTime = left > 0 && left <= LONGEST_MS2;
      if (!isInTime) break;
      await new Promise((resolve) => {
        agenda.later(CONFIRMING, Math.min(1e3 * 2 ** looks, MAX_PAUSE_MS, left), resolve);
        wake = () => isWaiting() || resolve();
      });
      if (isWaiting()) await refreshClient();
    }
    if (waiting !== mine) return;
    waiting = void 0;
    session.remove(CONFIRMING);
    stores.patch({ confirming: [] });
  }
  return {
    /** Somebody is about to buy. */
    beginPurchase() {
      const id = idNow();
      const before = boughtBy(contextParts());
      return {
        /** Nobody else has come meanwhile. */
        isTheirs: () => id === void 0 || id === idNow(),
        /** It is completed. Settles when the service knows of it, or it has taken too long. */
        confirm: (action) => confirm([...stores.state().confirming, action], before)
      };
    },
    /** Goes on waiting for what an earlier page of this tab was waiting for, unless it names somebody else. */
    resume() {
      const [before, until, who, ...actions] = readMatches(session, CONFIRMING, /.+/g);
      const id = idNow();
      const isTheirs = id === void 0 || who === hashOf(id);
      if (before && isTheirs) void confirm(actions, before, Number(until), who);
    }
  };
}

// src/sdk/order.ts
function createOrder() {
  let asked = 0;
  let accepted = 0;
  return () => {
    const number2 = ++asked;
    return () => {
      const isNewer = number2 > accepted;
      if (isNewer) accepted = number2;
      return isNewer;
    };
  };
}

// src/playbook/pause.ts
function createPause({ storage, clock }, name) {
  const left = () => {
    const said = storage.read(name);
    const [from = 0, until = 0] = (typeof said === "string" ? said : "").split(" ").map(Number);
    const ms = until - clock.device();
    return ms > 0 && ms <= Math.min(DAY, until - from) ? ms : 0;
  };
  return {
    /** The ms for which nothing may be asked. */
    left,
    /** Keeps what `Retry-After` says: seconds, or a date by the server's clock, whose time `Date` may tell. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
    obey({ headers }) {
      const after = headers.get("Retry-After") ?? "";
      const said = new Date(headers.get("Date") ?? "").getTime() || clock.now();
      const date = new Date(after.includes(":") ? after : "");
      const ms = /^\d+$/.test(after) ? Number(after) * 1e3 : date.getTime() - said;
      if (ms > left()) {
        const now = clock.device();
        storage.write(name, `${now} ${now + Math.min(ms, DAY)}`);
      }
    }
  };
}

// src/playbook/verify.ts
var LIMIT_BYTES4 = 5 * 2 ** 20;
var whole = (fields) => object(fields, Object.keys(fields).join(" "));
var schemas = () => ({
  bootstrap: whole({
    ...each("tenant_id environment", string),
    playbook: whole({ manifest_path: string })
  }),
  header: object({ alg: word("ES256"), kid: string, crit: { type: "null" } }, "alg kid"),
  manifest: whole({
    ...each("tenant_id playbook_id", string),
    sequence: number,
    ...each("issued_at expires_at", string),
    bundle: whole({
      ...each("path sha256", string),
      bytes: { type: "number", maximum: LIMIT_BYTES4 }
    })
  }),
  stored: whole(each("endpoint environment jws text", string))
});
function must(holds2, reason) {
  if (!holds2) throw new Error(reason);
}
function ensureSound2(kind, value) {
  const [problem] = problemsOf(schemas()[kind], value);
  must(!problem, `${problem?.path} ${problem?.message}`.trim());
  return value;
}
var decode = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
var encode = (text2) => new TextEncoder().encode(text2);
var fromBase64 = (text2) => Uint8Array.from(atob(text2.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
var ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
async function openManifest(subtle, signed) {
  const match = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(`${signed.jws}`);
  must(match, "is no JWS");
  const [, header = "", payload = "", signature = ""] = match;
  const read2 = (part) => JSON.parse(decode(fromBase64(part)));
  const { kid } = ensureSound2("header", read2(header));
  const key2 = listOf(signed, "keys").find((one) => textOf(one, "kid") === kid);
  must(key2, `names an unknown key, ${kid.slice(0, 30)}`);
  const imported = await subtle.importKey("jwk", key2, ES256, false, ["verify"]);
  const input = encode(`${header}.${payload}`);
  must(await subtle.verify(ES256, imported, fromBase64(signature), input), "has a wrong signature");
  return ensureSound2("manifest", read2(payload));
}
async function digest(subtle, bytes) {
  const hash2 = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return [...hash2].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// src/playbook/playbook-in-use.ts
var GRACE = 7 * DAY;
var TOLERANCE_MS = 1e3;
var STORED = "playbook";
async function readBundle({ storage, subtle }, { path, sha256, bytes }, ask) {
  let found = encode(textOf(storage.read(STORED), "text") ?? "");
  let hash2 = await digest(subtle, found);
  if (hash2 !== sha256 && ask) {
    found = await ask(path);
    hash2 = await digest(subtle, found);
  }
  must(found.length === bytes, `has ${found.length} bytes instead of ${bytes}`);
  must(hash2 === sha256, "has a wrong SHA-256");
  return decode(found);
}
function createPlaybookInUse(options, ask) {
  const { endpoint, subtle, storage, clock } = options;
  const known2 = /* @__PURE__ */ new Map();
  let floor = 0;
  let isGuess = false;
  let current;
  async function judge({ environment, keys, jws, isStored }) {
    const manifest = await openManifest(subtle, { jws, keys });
    const { tenant_id, sequence, issued_at, expires_at, bundle } = manifest;
    must(tenant_id === options.tenantId, "is another tenant's");
    const nameOf = (one) => `accepted ${JSON.stringify([endpoint, one.tenant_id, environment, one.playbook_id])}`;
    const name = nameOf(manifest);
    const issued = parseTime(issued_at);
    let latest = 0;
    let isOlder = false;
    const kept = { jws: storage.read(name), keys };
    const stored = await openManifest(subtle, kept).catch(() => void 0);
    for (const accepted of [known2.get(name), stored]) {
      if (!accepted || nameOf(accepted) !== name) continue;
      const { sequence: least } = accepted;
      const at = parseTime(accepted.issued_at) || 0;
      latest = Math.max(latest, at);
      must(sequence >= least, `has the sequence ${sequence}, ${least} was accepted before`);
      isOlder ||= sequence === least && issued < at && accepted.bundle.sha256 !== bundle.sha256;
    }
    const endsGuess = isGuess && !isStored;
    const now = Math.max(endsGuess ? clock.device() : clock.now(), latest);
    if (endsGuess || now > clock.now()) {
      isGuess = isStored;
      clock.set(now);
    }
    must(issued < now + TOLERANCE_MS, `is issued in the future, ${issued_at}`);
    const until = parseTime(expires_at) + GRACE;
    must(now < (isStored ? until : until - GRACE), `expired at ${expires_at}`);
    must(!isOlder, `is issued at ${issued_at}, a later one was accepted before`);
    if (!isStored) floor = Math.max(latest, issued);
    return { manifest, name, until };
  }
  async function follow(launch) {
    const { environment, jws, branding, isStored } = launch;
    const { manifest, name, until } = await judge(launch);
    const { bundle } = manifest;
    const mark = JSON.stringify([environment, jws, branding]);
    const content = JSON.stringify([bundle.sha256, bundle.bytes, branding]);
    const last = current;
    let text2 = last?.text ?? "";
    if (last?.content === content) options.confirm();
    else {
      text2 = await readBundle(options, bundle, isStored ? void 0 : ask);
      const playbook = JSON.parse(text2);
      await judge(launch);
      options.use(playbook, { source: isStored ? "cached_playbook" : "playbook", branding });
    }
    current = { until, content, text: text2, mark };
    if (isStored) return;
    known2.set(name, manifest);
    if (last?.mark === mark) return;
    storage.write(STORED, { ...launch, endpoint, text: text2 });
    storage.write(name, jws);
  }
  return {
    follow,
    /**
     * A clock that may be right is kept: it would jump with each answer, and what happens here and on
     * the next page would be told out of order.
     * @param at the latest that it can be
     * @param spread by how many ms it may be earlier
     */
    setClock(at, spread) {
      isGuess = false;
      const now = clock.now();
      clock.set(Math.max(now <= at && now >= at - spread ? now : at, floor));
    },
    async restore() {
      try {
        const stored = ensureSound2("stored", storage.read(STORED));
        must(stored.endpoint === endpoint, "is another's");
        await follow({ ...stored, keys: options.trustedKeys ?? stored.keys, isStored: true });
      } catch {
      }
      return !!current;
    },
    /** Drops the Playbook if it is too old by now. Returns the ms until the one in use will be; a day where there is none. */
    expire() {
      const left = current ? current.until - clock.now() : DAY;
      if (left > 0) return left;
      current = void 0;
      options.drop();
      return DAY;
    }
  };
}

// src/playbook/receive.ts
async function receive(response) {
  const { ok, status, headers, body } = response;
  const chunks = [];
  const reader = body?.getReader();
  const announced = Number(headers.get("content-length"));
  let arrived = 0;
  while (reader) {
    if (announced > LIMIT_BYTES4 || arrived > LIMIT_BYTES4) {
      reader.cancel().catch(() => {
      });
      throw new Error("is larger than 5 MiB");
    }
    const { value } = await reader.read();
    if (!value) break;
    chunks.push(value);
    arrived += value.length;
  }
  const received = body ? new Blob(chunks) : response;
  if (!ok) {
    const [, code] = /"code": *"([a-z_]{1,40})"/.exec(await received.text()) ?? [];
    throw new Error(`answered ${status}${code ? ` ${code}` : ""}`);
  }
  return new Uint8Array(await received.arrayBuffer());
}

// src/playbook/delivery.ts
var SECOND = 1e3;
var MAX_BACK_OFF = 30;
var MAX_UNANSWERED = 5;
var RARELY = 600;
var REFRESH = 60;
var BUNDLE_MS = 3e4;
var dateOf = ({ headers }) => (/* @__PURE__ */ new Date(`${headers.get("date")}`)).getTime() + (1 + Number(headers.get("age"))) * SECOND;
function createDelivery(options) {
  const { subtle, fail, clock } = options;
  let restoring;
  let checking;
  let stage = "";
  let failures = 0;
  let retryAt = 0;
  let isAnswered = false;
  let refresh = 0;
  const pause = createPause(options, `check_at ${options.endpoint}`);
  async function ask(name, path) {
    stage = name;
    const { protocol } = new globalThis.URL(path, "http://relative");
    must(/^https?:/.test(protocol), `can't come from ${protocol}`);
    const isBundle = name === "bundle";
    const known2 = isBundle && !failures ? "default" : "no-cache";
    const isBypassed = failures && !(failures & failures - 1);
    isAnswered = false;
    const response = await options.get(path, {
      cache: isBypassed ? "reload" : known2,
      ...isBundle && { ms: BUNDLE_MS }
    });
    isAnswered = true;
    pause.obey(response);
    return response;
  }
  if (!subtle) {
    return {
      restore: async () => false,
      async check() {
        fail("insecure_context: a Playbook can be verified on https only");
        return DAY;
      }
    };
  }
  const playbookInUse = createPlaybookInUse(
    { ...options, subtle },
    async (path) => receive(await ask("bundle", path))
  );
  async function renew() {
    const asked = clock.device();
    const response = await ask("bootstrap", "/api/sdk/bootstrap");
    const waited = clock.device() - asked;
    const said = ensureSound2("bootstrap", JSON.parse(decode(await receive(response)).trim()));
    const { tenant_id, refresh_seconds, keys, playbook } = said;
    must(tenant_id === options.tenantId, "is another tenant's");
    const date = dateOf(response);
    const at = parseTime(textOf(said, "server_time") ?? "") || date;
    const jws = decode(await receive(await ask("manifest", playbook.manifest_path))).trim();
    const spread = at === date ? waited + SECOND : waited;
    if (at) playbookInUse.setClock(at + clock.device() - asked, spread);
    await playbookInUse.follow({
      ...said,
      jws,
      keys: options.trustedKeys ?? keys,
      isStored: false
    });
    refresh = typeof refresh_seconds === "number" ? Math.max(1, refresh_seconds) : REFRESH;
  }
  async function run() {
    await restoring;
    const left = pause.left();
    if (left) return Math.min(left, playbookInUse.expire());
    try {
      await renew();
      failures = 0;
    } catch (error) {
      if (!failures || clock.device() >= retryAt) failures++;
      fail(`Playbook refused: ${stage}: ${Object(error).message || error}`, !isAnswered);
    }
    const isBlocked = !isAnswered && failures > MAX_UNANSWERED;
    const backOff = isBlocked ? RARELY : failures && Math.min(MAX_BACK_OFF, 2 ** (failures - 1));
    retryAt = clock.device() + backOff * SECOND;
    const wait = Math.max(refresh * SECOND, backOff * SECOND, pause.left());
    return Math.min(wait, playbookInUse.expire(), DAY);
  }
  return {
    restore: () => restoring ??= playbookInUse.restore(),
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
var mergeSaid = (layers) => Object.fromEntries(
  layers.filter(isObject).flatMap(Object.entries).filter(([, value]) => value != null)
);
function completePlaybook(playbook, { localRuntime, branding }, delivered) {
  const { placements = [] } = localRuntime ?? {};
  if (!isObject(playbook) || !(placements.length || branding || delivered)) return playbook;
  const layers = [own(playbook, "branding"), delivered, branding];
  const themes = layers.map((layer) => own(layer, "theme"));
  const colors = mergeSaid(themes.map((theme) => own(theme, "colors")));
  return {
    ...playbook,
    placements: [...listOf(playbook, "placements"), ...placements],
    branding: { ...mergeSaid(layers), theme: { ...mergeSaid(themes), colors } }
  };
}

// src/sdk/user/server-context.ts
var isOf = (id, { userContext }) => (userContext?.id ?? id) === id;
function createCalls({ wire, warn, said: storage, clock, isOver, tellUnanswered }, session, onFailure) {
  const pauseOf = (call2) => createPause({ storage, clock }, `${call2}_at ${wire?.endpoint}`);
  const fail = (call2, reason, isSilent) => {
    const tell = () => warn(`${call2} could not be read: ${reason}`);
    if (isSilent) tellUnanswered(call2, tell);
    else tell();
    onFailure(pauseOf(call2).left(), isSilent);
  };
  const readAnswer = {
    clientContext({ user_id: id, payment_state, trial, as_of, ...rest }) {
      const traits = { ...isObject(rest.traits) && rest.traits, payment_state };
      const clientContext = {
        ...cleanUser({ id, ...rest, traits }, warn),
        trial: isObject(trial) ? readTrial(mergeSaid([trial]), warn) : void 0,
        as_of: typeof as_of === "string" ? as_of : void 0
      };
      return { clientContext };
    },
    userContext: ({ user_id: id, ...rest }) => ({
      userContext: cleanUser({ id, ...rest }, warn)
    }),
    trialStatus: (answer2) => ({ trial: readTrial(answer2, warn) })
  };
  const mayAsk = (call2, { id, prompted, isSame }, token) => isSame?.() !== false && (call2 === "clientContext" ? token : token && id || prompted || wire?.isRerouted(call2));
  async function ask(call2, about, isRetry) {
    const { id } = about;
    if (!wire || isOver()) return {};
    const pause = pauseOf(call2);
    if (pause.left()) {
      onFailure(pause.left());
      return {};
    }
    const token = await session.token();
    if (token === "") onFailure(0);
    if (!mayAsk(call2, about, token)) return {};
    const cache = "no-store";
    const response = await wire.get(call2, { query: { ...id && { user_id: id } }, token, cache });
    const { ok, status } = response;
    pause.obey(response);
    if (ok) {
      const answer2 = readObject(await response.json().catch(() => void 0));
      const said = own(answer2, "trial") === null ? { ...answer2, trial: {} } : answer2;
      return readAnswer[call2](mergeSaid([said]));
    }
    if (status === 404) return {};
    if (status !== 401) {
      fail(call2, `it answered ${status}`, false);
      return {};
    }
    const code = own(own(await response.json().catch(() => {
    }), "error"), "code");
    if (!token || code !== "client_session_expired") return {};
    session.expire(token);
    return isRetry ? {} : ask(call2, about, true);
  }
  return async (call2, about = {}) => {
    try {
      return await ask(call2, about);
    } catch (error) {
      fail(call2, Object(error).message ?? error, true);
      return {};
    }
  };
}
function createServerContext(core) {
  const { options, stores, sources, agenda, warn } = core;
  const session = createClientSession({
    mint: options.clientSession,
    // The application's own request for it ends with the page as well.
    warn: (message) => core.tellUnanswered("token", () => warn(message))
  });
  let failures = 0;
  let hasFailed = false;
  let hasAsked = false;
  const read2 = createCalls(core, session, (pause, isSilent) => {
    const doublings = Math.min(failures, isSilent ? 9 : 7);
    const wait = Math.max(pause, 1e3 * 2 ** doublings * (1 + Math.random()));
    agenda.sooner("context", wait, askService);
    hasFailed = true;
  });
  const { contextParts } = stores;
  const questions = createOrder();
  const clientQuestions = createOrder();
  let userNumber = 0;
  let heardOf;
  const idNow = () => contextParts().given?.id || contextParts().clientContext?.id;
  const sameUser = () => {
    const asked = userNumber;
    const id = idNow();
    return () => asked === userNumber || id !== void 0 && id === idNow();
  };
  async function refreshClient(isOnline) {
    if (isOnline && hasFailed) {
      hasFailed = false;
      return askService();
    }
    const asked = userNumber;
    const accept = clientQuestions();
    const answer2 = await read2("clientContext");
    const { id, as_of = "" } = answer2.clientContext ?? {};
    const time2 = parseTime(as_of);
    const isLate = time2 < parseTime(contextParts().clientContext?.as_of ?? "");
    if (!answer2.clientContext || isLate || asked !== userNumber || !(accept() || time2)) return;
    if (id && !idNow()) agenda.sooner("context", 0, askService);
    if (id === (idNow() ?? id)) stores.patchContext(answer2);
    else warn(`clientContext is about ${id ? "another user" : "nobody: it has no user_id"}`);
  }
  async function askService(prompted = false) {
    hasAsked = true;
    failures = hasFailed ? failures + 1 : 0;
    hasFailed = false;
    agenda.cancel("context");
    const isSame = sameUser();
    const accept = questions();
    const id = idNow();
    const mayHear = options.clientSession ?? options.endpointOverrides;
    const isFirst = mayHear && heardOf !== (id ?? userNumber);
    if (isFirst) stores.patch({ asking: true });
    const [user, trial] = await Promise.all([
      id ? read2("userContext", { id, isSame }) : {},
      sources.has("getTrialStatus") ? {} : read2("trialStatus", { id, prompted, isSame }),
      refreshClient()
    ]);
    const said = { ...isOf(id, user) && user, ...trial };
    if (!isSame()) return;
    if (Object.keys(said)[0] && accept()) stores.patchContext(said);
    heardOf = idNow() ?? userNumber;
    if (isFirst) stores.patch({ asking: false });
  }
  return {
    read: read2,
    idNow,
    sameUser,
    refreshClient,
    askService,
    /** Asks, unless a user who was named before the start has been asked about already. */
    begin: () => void (hasAsked || askService()),
    /** The user is another from now on. @param isKnown whether it is known who */
    switchUser(isKnown) {
      userNumber++;
      if (stores.state().asking) stores.patch({ asking: false });
      hasAsked &&= isKnown;
      session.renew(isKnown);
    }
  };
}

// src/sdk/user/application.ts
function createApplication({ options, stores, sources, warn }, { read: read2, idNow, sameUser }, setUser) {
  const { userContextByUserId = {} } = options.localRuntime?.initialData ?? {};
  const users = new Map(Object.entries(userContextByUserId));
  const contexts = createOrder();
  const trials = createOrder();
  const fetched = createOrder();
  async function askTrial() {
    const isSame = sameUser();
    const accept = trials();
    const readSound = (answer2) => readTrial(readObject(answer2), warn);
    const { value: trial } = await sources.ask(["getTrialStatus"], [], readSound);
    if (trial && isSame() && accept()) stores.patchContext({ trial });
  }
  async function askContext() {
    const isSame = sameUser();
    const accept = contexts();
    const { value } = await sources.ask(["getContext"], [], readObject);
    if (!isSame()) return idNow() === void 0 ? void 0 : askContext();
    if (value && accept()) setUser(value);
  }
  return {
    askTrial,
    /** Asks for the context and the trial. */
    askApplication: () => Promise.all([askContext(), askTrial()]),
    /** What the options say of a user. */
    statedOf: (id) => users.get(`${id}`),
    /** What the sources, the options or the service say of a user; kept when it is the present one. */
    async fetchUserContext(id) {
      if (typeof id !== "string" || !id) {
        warn("fetchUserContext: the id must be a string, not empty");
        return void 0;
      }
      const readUser = (answer2) => cleanUser(readObject(answer2), warn);
      const isSame = sameUser();
      const accept = fetched();
      const { value } = await sources.ask(["fetchUserContext"], [id], readUser);
      const known2 = value ?? users.get(id);
      const said = known2 ? { userContext: known2 } : await read2("userContext", { id, prompted: true });
      const isNews = value || !known2;
      if (isNews && id === idNow() && isSame() && isOf(id, said) && accept()) {
        stores.patchContext(said);
      }
      return copyOf(said.userContext);
    }
  };
}

// src/sdk/user/user.ts
var ANONYMOUS = "";
var UNSAID = {
  given: void 0,
  userContext: void 0,
  clientContext: void 0,
  trial: void 0,
  usageUpdates: {}
};
function createUser(core) {
  const { window: window2, options, stores, sources, persistent, newId, clock, warn } = core;
  const { contextParts } = stores;
  const patch = stores.patchContext;
  const server = createServerContext(core);
  const { switchUser, idNow } = server;
  const purchases = createPurchases(core, server);
  const application = createApplication(core, server, setUser);
  function setUser(value) {
    const user = cleanUser(value, warn);
    if (user.id === void 0 && Object(value).id !== void 0) return void 0;
    const { given } = contextParts();
    const known2 = idNow();
    const isNew = user.id !== void 0 && user.id !== known2;
    if (isNew) switchUser(true);
    const isAnother = isNew && known2 !== void 0;
    const stated = isNew ? application.statedOf(user.id) : void 0;
    patch({
      ...isAnother && UNSAID,
      // What the options state wins over what is said as the user is named, and yields to what is later.
      given: mergeUsers(isAnother ? void 0 : given, user, stated)
    });
    return isNew ? askAbout() : void 0;
  }
  function readId() {
    const anonymousId = readAnonymousId(persistent, newId);
    patch({ anonymousId });
    return anonymousId;
  }
  function readPage2(href) {
    if (!window2) return;
    const base = href ?? window2.location.href;
    const infers = options.contextPolicy?.inferPage !== false;
    patch({ base, ...infers && { inferredPage: inferPage(window2, base) } });
  }
  readPage2();
  patch({
    given: mergeUsers(options.user, application.statedOf(options.user?.id)),
    givenPage: options.page,
    trial: options.localRuntime?.initialData?.trialStatus
  });
  async function askAbout() {
    await Promise.all([server.askService(), application.askTrial()]);
  }
  return {
    ...server,
    ...application,
    ...purchases,
    readId,
    readPage: readPage2,
    /** Adds what the browser tells: about its user, and its anonymous id. Both take a while to read. */
    infer() {
      const infers = window2 && options.contextPolicy?.inferUser !== false;
      if (infers) patch({ inferred: inferUser(window2) });
      readId();
    },
    setUser: (value) => void setUser(value),
    /** Calls `identify` of every provider, and asks the service again. */
    async identify(id, context) {
      if (typeof id !== "string" || !id)
        return warn("identify: the id must be a string, not empty");
      switchUser(true);
      const asked = setUser({ ...isObject(context) && context, id }) ?? server.askService();
      await Promise.all([sources.ask(["identify"], [id, context], () => void 0), asked]);
    },
    reset() {
      switchUser(false);
      persistent.remove("anonymous_id");
      patch(UNSAID);
      readId();
    },
    setPage(value) {
      patch({ givenPage: { ...contextParts().givenPage, ...cleanPage(value, warn) } });
    },
    updateUsage(usage) {
      if (!isObject(usage)) return warn("usage must be object");
      const after = parseTime(contextParts().clientContext?.as_of ?? "") || 0;
      const at = clock.device();
      const updates = Object.entries(usage).flatMap(
        ([handle2, value]) => value === void 0 ? [] : [[handle2, { value, at, after }]]
      );
      patch({ usageUpdates: { ...contextParts().usageUpdates, ...Object.fromEntries(updates) } });
    },
    async getUserContext() {
      const { trial: _trial, as_of: _as_of, ...user } = userOf(contextParts());
      return copyOf({ ...user, usage: stores.state().context.usage ?? {} });
    },
    /**
     * The key of the user's history. All users whom the page doesn't name share one: at the first
     * decisions it is not known yet whom a token names.
     */
    key: () => contextParts().given?.id ?? ANONYMOUS
  };
}

// src/sdk/decisions/history.ts
var LEAVING_MS = 1e3;
var shownKey = (output) => `${output.slot} ${historyKey(output)} ${output.variant}`;
function shownOf({ stores, newId }, output) {
  const { shown: shown2 } = stores.onDisplay;
  const key2 = shownKey(output);
  const known2 = shown2.get(key2) ?? { decisionId: newId(), key: "", at: 0 };
  shown2.set(key2, known2);
  return known2;
}
function withDecisionId(core, decision, isForeign) {
  const { output } = decision;
  if (!output) return decision;
  const decision_id = isForeign ? core.newId() : shownOf(core, output).decisionId;
  return { ...decision, output: { ...output, decision_id } };
}
function takeOff(shown2, { dismissed, reminded }, { offset, device }) {
  const latest = device() + SESSION_MS;
  for (const one of shown2.values()) {
    const isPutOff = [dismissed, reminded].some((times) => {
      const at = Number(times?.[one.key]) - offset;
      return at > one.at && at <= latest;
    });
    if (isPutOff) one.key = "";
  }
}
function createCounter(core, { userKey, update, add, withSession }) {
  const { stores, window: window2, clock, agenda } = core;
  const underWay = /* @__PURE__ */ new Set();
  if (window2) core.listen(window2, "pagehide", () => underWay.clear());
  return function count(output, asked, isThere) {
    const stays = isThere();
    const key2 = shownKey(output) + stays;
    if (underWay.has(key2)) return;
    underWay.add(key2);
    const user = userKey();
    const change = (fresh) => {
      if (!underWay.delete(key2) || core.isOver() || user !== userKey()) return void 0;
      if (stays !== isThere() || shownOf(core, output).key) return void 0;
      const moment = { ...stores.momentNow(), history: withSession(fresh) };
      const { placement, payload, surface } = output;
      const query = { ...asked, placement, requested: true, surfaces: [surface] };
      if (decide(moment, query).output?.payload !== payload) return void 0;
      add(output);
      return ["displays", historyKey(output), clock.device()];
    };
    if (stays) agenda.later(key2, LEAVING_MS, () => update(change));
    else update(change);
  };
}
function createUserHistory(core, userKey) {
  const { stores, window: window2, session, persistent, newId, clock, locks } = core;
  const { shown: shown2 } = stores.onDisplay;
  const sessionStart = (isUsed) => touchSession(session, clock.device(), newId, isUsed).started_at + clock.offset;
  const withSession = (history) => ({
    ...history,
    session_started_at: sessionStart(false)
  });
  const read2 = () => withSession(stored.read(userKey()));
  const renew = () => stores.patch({ history: read2() });
  const count = createCounter(core, {
    ...{ userKey, withSession },
    update: (change) => stored.update(userKey(), change),
    add: (output) => add(output)
  });
  const stored = createHistory({
    storage: persistent,
    clock,
    locks,
    listen: (type, listener) => window2 && core.listen(window2, type, listener),
    onChange: renew
  });
  let user = userKey();
  stores.listen(({ context, history }, was) => {
    if (history !== was?.history) takeOff(shown2, history, clock);
    if (user !== userKey()) {
      user = userKey();
      shown2.clear();
      renew();
    }
    if (was?.context.id && was.context.id !== context.id) clear();
  });
  function clear() {
    session.remove(CONFIRMING);
    stores.patch({ occasions: [], finished: [], confirming: [] });
  }
  const add = (output) => Object.assign(shownOf(core, output), { key: historyKey(output), at: clock.device() }).decisionId;
  return {
    /** Reads it again, as another tab may have changed it; the page is in use. */
    refresh() {
      sessionStart(true);
      if (!isEqual(read2(), stores.state().history)) renew();
    },
    /**
     * The page is in use, which prolongs the session. Before what is kept for the session, so that a
     * new one doesn't begin after it. Called often: the history is read only if there is a new one.
     */
    touch() {
      if (sessionStart(true) !== stores.state().history.session_started_at) renew();
    },
    /** Notes that something was dismissed or put off: from now on, though the lock may be granted later. */
    putOff(...entry) {
      stored.add(userKey(), entry);
      renew();
    },
    enable: stored.enable,
    /** What is on display counts as a new decision: what was seen of the last one was told to nobody. */
    renewDecisions() {
      for (const one of shown2.values()) Object.assign(one, { decisionId: newId(), isSeen: false });
    },
    /** Drops the user's entries, for all tabs, and ends this tab's session. */
    forget() {
      session.remove("session");
      for (const key2 of [userKey(), ANONYMOUS]) stored.forget(key2);
      shown2.clear();
      renew();
      clear();
    },
    /**
     * The decision's id, if the placement may be on display now. One with caps or a cooldown is
     * counted under the lock first: until that is done the answer is `undefined`, unless it stays from
     * the last route. The same placement on one route is one decision.
     * @param isThere as for `count`
     */
    claim({ output, reasons }, occasion, isThere) {
      if (!output) return void 0;
      const known2 = shownOf(core, output);
      const { decisionId, key: key2 } = known2;
      known2.outlivesRoute = occasion?.answersClick === false;
      if (key2) return decisionId;
      const authored = payloadOf(stores.state().playbook, output);
      const isLimited = authored?.caps || authored?.cooldown_hours !== void 0;
      if (!isLimited || reasons.includes("by_resolver")) return add(output);
      count(output, occasion?.query, isThere);
      return isThere() ? decisionId : void 0;
    }
  };
}

// src/sdk/decisions/answers.ts
var unanswered = (handle2, reason) => ({
  handle: handle2,
  // While it isn't known, `allowed` is true, so that no placement opens as if a gate had refused.
  // Gates don't let it through all the same: they go by `source: "none"`.
  allowed: reason === "entitlement_unknown",
  status: "denied",
  reason,
  source: "none"
});
var allowedBy = ({ allowed, source }) => source === "none" ? void 0 : allowed;
var isSamePerson = ({ id, anonymous_id }, present) => id === present.id && (id || !anonymous_id || anonymous_id === present.anonymous_id);
var DECISION = ["getPlacementDecision", "getPlacement"];
var PLACEMENT = ["getPlacement", "getPlacementDecision"];
function createQuestions({ stores, sources }) {
  return {
    askEntitlement: (handle2, context) => sources.ask(
      ["checkEntitlement"],
      [handle2, context],
      (answer2, { source }) => readEntitlement(answer2, handle2, source)
    ),
    askPlacement(methods, [query, placement, context]) {
      const authored = stores.state().playbook.part("placements", query?.placement)?.placement;
      return sources.ask(
        methods,
        [query, placement ?? authored, context],
        (answer2, { method }) => method === "getPlacement" ? readPlacement(answer2) : readDecision(answer2)
      );
    }
  };
}
async function decideAsked(query, { moment, check: check2 }) {
  const known2 = /* @__PURE__ */ new Map();
  let user;
  for (; ; ) {
    const now = moment();
    const { id = now.context.anonymous_id } = now.context;
    if (user !== id) known2.clear();
    user = id;
    const wanted = /* @__PURE__ */ new Set();
    const entitled = (handle2) => {
      if (!known2.has(handle2)) wanted.add(handle2);
      return known2.get(handle2) ?? unanswered(handle2, "entitlement_unknown");
    };
    const decision = decide(check2 ? { ...now, entitled } : now, query);
    if (!check2 || !wanted.size) return decision;
    await Promise.all([...wanted].map(async (one) => known2.set(one, await check2(one))));
  }
}
function createAnswers(core, { refuse }) {
  const { stores, sources } = core;
  const { state, momentNow } = stores;
  const { askEntitlement, askPlacement } = createQuestions(core);
  const isChecked = sources.has("checkEntitlement");
  const isAnswered = sources.has(...DECISION);
  const entitlements = createAnswerCache(core, isChecked && askEntitlement);
  const placements = createAnswerCache(
    core,
    isAnswered && ((question, context) => askPlacement(DECISION, [JSON.parse(question), void 0, context]))
  );
  const settle2 = ({ value, failed }, failure) => {
    const { playbook, failed: isMissing } = state();
    const hasFailed = !playbook.usable && (isMissing === false ? failed : isMissing);
    return value ?? (hasFailed ? failure : void 0);
  };
  stores.patch({
    hasSources: isAnswered || isChecked,
    entitled: (handle2) => settle2(
      entitlements.read(handle2) ?? { value: unanswered(handle2, "entitlement_unknown") },
      unanswered(handle2, "provider_failure")
    ),
    decisionFor: (question) => settle2(
      placements.read(question) ?? { value: hidden("no_placement") },
      hidden("provider_failure")
    )
  });
  const want = () => [entitlements.want(), placements.want()].every(Boolean);
  const isPresent = (given) => isSamePerson(given, state().context);
  const momentFor = (given) => {
    const moment = momentNow();
    if (!given) return moment;
    const isSame = isPresent(given);
    const { entitlements: entitlements2 = {} } = isSame ? moment.context : {};
    const context = { ...given, entitlements: entitlements2 };
    return { ...moment, context, entitled: void 0, history: isSame ? moment.history : {} };
  };
  function check2(handle2, context) {
    const conclude = (answer2) => settle2(answer2, unanswered(handle2, "provider_failure")) ?? decideEntitlement(state().playbook, handle2, { ...momentFor(context), entitled: void 0 });
    if (!isChecked) return conclude({});
    return (context ? askEntitlement(handle2, context) : entitlements.ask(handle2)).then(conclude);
  }
  async function decideAbout(methods, [query, placement, context]) {
    const request = asOnPage(momentNow(), query);
    const asked = isAnswered ? await askPlacement(methods, [request, placement, context ?? state().context]) : {};
    const sourced = settle2(asked, hidden("provider_failure"));
    const decision = sourced ? admit(momentFor(context), request, sourced) : await decideAsked(request, {
      moment: () => momentFor(context),
      check: isChecked && ((handle2) => check2(handle2, context))
    });
    return copyOf(withDecisionId(core, decision, !!context && !isPresent(context)));
  }
  return {
    want,
    /** Has everything that sources answered asked again. */
    refresh() {
      entitlements.refresh();
      placements.refresh();
    },
    can(handle2) {
      const allowed = allowedBy(decideEntitlement(state().playbook, handle2, momentNow()));
      want();
      return allowed ?? false;
    },
    async checkEntitlement(handle2, context) {
      return check2(handle2, context);
    },
    async gate(handle2, fn) {
      const asked = check2(handle2);
      const entitlement2 = "then" in asked ? await asked : asked;
      if (entitlement2.allowed) return { ran: true, result: await fn?.(), entitlement: entitlement2 };
      if (typeof handle2 === "string" && !stores.needsPlan(entitlement2)) refuse(handle2);
      return { ran: false, entitlement: entitlement2 };
    },
    async getPlacement(query) {
      const { output } = await decideAbout(PLACEMENT, [query]);
      return output ?? null;
    },
    getPlacementDecision: (...question) => decideAbout(DECISION, question),
    explain: (handle2) => copyOf(explain(core, handle2))
  };
}

// src/sdk/decisions/occasions.ts
var MAX_OCCASIONS = 1e3;
function createOccasions({ state, patch }) {
  const keep = (isWanted) => {
    const all = state().occasions;
    const occasions = all.filter(isWanted);
    if (occasions.length < all.length) patch({ occasions });
  };
  function add(query, answersClick = false) {
    const latest = state().occasions.slice(-MAX_OCCASIONS);
    patch({ occasions: [...latest, { query, answersClick, done: /* @__PURE__ */ new Set() }] });
  }
  return {
    trigger: (name, properties = {}) => add({ trigger: { type: "event", name, properties: copyOf(properties) } }),
    show: (placement) => add({ placement: `${placement}`, requested: true }, true),
    /** Whether a placement was asked for since, or a gate has refused. */
    hasNew: (before) => state().occasions.some((one) => !before.includes(one) && one.answersClick),
    /** A gate has refused a click. */
    refuse: (entitlement2) => add({ trigger: { type: "entitlement_denied", entitlement: entitlement2 } }, true),
    /** The placement that answered an occasion was closed. A click has no other answer over the page. */
    answer(occasion, placement) {
      occasion?.done.add(placement);
      const isAnswered = occasion?.answersClick && occasion.isOverPage !== false;
      patch({ occasions: state().occasions.filter((one) => !isAnswered || one !== occasion) });
    },
    /** A placement is over for this route: its button has led on, or its time was up. What can't be dismissed is back after that. */
    leave(placement) {
      patch({ finished: [.../* @__PURE__ */ new Set([...state().finished, placement])] });
    },
    /**
     * Drops occasions that nothing answers now: an answer much later would come out of the blue. Likewise
     * an occasion is over for a page-level placement that doesn't answer it while another one does.
     */
    keepAnswered({ subject, slots, unmet }, page) {
      if (!subject.playbook.usable) {
        if (state().failed !== void 0) keep((one) => !one.answersClick);
        return;
      }
      const over = page.map(({ occasion }) => occasion);
      const wanted = [...slots.values()].map(({ occasion }) => occasion).concat(over);
      for (const one of state().occasions) one.isOverPage ??= over.includes(one);
      for (const { occasion, placement } of unmet) occasion.done.add(placement);
      keep((one) => wanted.includes(one));
    },
    /** Drops what was clicked or left on the last route, and what was still waiting for its turn there. */
    leaveRoute(page) {
      if (state().finished[0]) patch({ finished: [] });
      for (const { occasion, placement, decision } of page) {
        if (!decision.visible) occasion?.done.add(placement);
      }
      keep((one) => {
        const answers = page.filter(({ occasion }) => occasion === one);
        const isWaiting = answers[0] && !answers.some(({ decision }) => decision.visible);
        return !one.answersClick && !isWaiting;
      });
    }
  };
}

// src/sdk/task.ts
var nextTask = (priority = "user-visible") => new Promise((resolve) => {
  const options = Object.assign(/* @__PURE__ */ Object.create(null), { priority });
  if (!attempt(() => globalThis.scheduler?.postTask?.(resolve, options)))
    setTimeout(resolve);
});

// src/sdk/sliced-work.ts
var SLICE_MS = 8;
function createSlicedWork({
  guard,
  clock,
  isOver
}) {
  let current;
  return async (steps) => {
    current = steps;
    let end = clock.device() + SLICE_MS;
    while (steps === current && !isOver() && guard(() => !steps.next().done)) {
      if (clock.device() < end) continue;
      await nextTask();
      end = clock.device() + SLICE_MS;
    }
  };
}

// src/sdk/load.ts
var MAX_PROBLEMS = 20;
var PROBLEMS_MS = 1e3;
function* reportProblems(given, fail) {
  const problems = yield* findProblems(given);
  const lines = problems.map(({ path, message }) => `${path} ${message}`);
  const listed = lines.slice(0, MAX_PROBLEMS);
  if (lines.length > MAX_PROBLEMS) listed.push(`and ${lines.length - MAX_PROBLEMS} more`);
  if (listed.length) fail(["the Playbook has problems:", ...listed].join("\n- "));
}
function createLoading(core, onDue) {
  const { options, stores, sources, agenda, wire, clock, emit, fail } = core;
  const { state, patch } = stores;
  const work = createSlicedWork(core);
  let latest;
  let isHeld = false;
  let isGiven2 = false;
  const ready = (playbook, delivered) => {
    const authored = completePlaybook(playbook, options, delivered);
    return { authored, compiled: compilePlaybook(authored) };
  };
  function adopt(playbook, source = "playbook", failed = false) {
    latest = { playbook, source, failed };
    if (!isHeld) takeIntoUse(latest);
  }
  function takeIntoUse({ playbook: { authored, compiled }, source, failed }) {
    if (core.isOver()) return;
    patch({ playbook: compiled, source: source === "none" ? void 0 : source, failed });
    emit("playbook", { version: compiled.version, source });
    const tells = source === "playbook" || !delivery && !failed;
    const ms = compiled.usable ? PROBLEMS_MS : 0;
    if (tells) agenda.later("problems", ms, () => work(reportProblems(authored, fail)));
  }
  function accept(playbook, source) {
    const { usable } = playbook.compiled;
    if (!usable) throw new TypeError("the Playbook's format_version must be 1");
    adopt(playbook, source);
  }
  const delivery = wire && !options.configProvider && createDelivery({
    ...options,
    tenantId: options.tenantId ?? "",
    ...wire,
    clock,
    fail: (message, isUnanswered) => isUnanswered ? core.tellUnanswered("Playbook", () => fail(message)) : fail(message),
    storage: core.said,
    subtle: core.guard(() => globalThis.crypto?.subtle),
    use: (playbook, { source, branding }) => accept(ready(playbook, branding), source),
    confirm: () => {
      if (latest?.source === "cached_playbook") adopt(latest.playbook);
    },
    drop: () => adopt(ready(null), "none")
  });
  const check2 = async (isOnline) => {
    if (!delivery || isGiven2 || core.isOver()) return;
    agenda.cancel("playbook");
    agenda.later("playbook", await delivery.check(isOnline), onDue);
  };
  async function load(known2) {
    isHeld = !!known2;
    const whenKnown = known2?.then(() => {
      isHeld = false;
      if (latest) takeIntoUse(latest);
    });
    const methods = ["resolvePlaybook", "getPlaybook"];
    const { value, failed } = await sources.ask(methods, [], (answer2) => {
      if (!latest?.playbook.compiled.usable || state().failed) {
        accept(ready(answer2));
        isGiven2 = true;
      }
      return true;
    });
    if (value || latest?.playbook.compiled.usable) return whenKnown;
    if (!delivery) {
      const given = ready(options.localRuntime?.playbook);
      adopt(given, given.compiled.usable ? "playbook" : "none", failed);
      return whenKnown;
    }
    if (await delivery.restore()) core.whenIdle(check2);
    else await check2();
    await whenKnown;
    patch({ failed: !!failed });
  }
  return { load, check: check2 };
}

// src/sdk/decisions/kept-decisions.ts
var EVERYTHING = -1;
function createKeeper() {
  const places = /* @__PURE__ */ new Map();
  let last;
  let kept = /* @__PURE__ */ new Map();
  let bits = 0;
  function bitOf(path) {
    const place = places.get(path) ?? places.size;
    places.set(path, place);
    return 1 << place;
  }
  function note(value, path) {
    if (!isObject(value)) return value;
    const copy2 = {};
    for (const key2 of Object.keys(value)) {
      const inside = `${path}.${key2}`;
      const get = () => {
        bits |= bitOf(inside);
        return note(value[key2], inside);
      };
      Object.defineProperty(copy2, key2, { get, enumerable: true });
    }
    return copy2;
  }
  function differences(before, now, path) {
    if (!isObject(before) || !isObject(now)) return isEqual(before, now) ? 0 : bitOf(path);
    let found = 0;
    for (const key2 of Object.keys({ ...before, ...now })) {
      if (Object.hasOwn(before, key2) !== Object.hasOwn(now, key2)) found |= bitOf(path);
      found |= differences(own(before, key2), own(now, key2), `${path}.${key2}`);
    }
    return found;
  }
  return (moment) => {
    const { context, displaying, now } = moment;
    const before = last;
    const isSame = before?.revision === moment.revision && before.now <= now;
    const differs = () => differences(before?.context, context, "") | differences(before?.displaying, displaying, "displaying");
    const changed = (isSame ? attempt(differs) : void 0) ?? EVERYTHING;
    const made = new Map([...kept].filter(([, { due, bits: bits2 }]) => due > now && !(bits2 & changed)));
    last = moment;
    kept = made;
    const noted = {
      ...moment,
      context: note(context, ""),
      get displaying() {
        bits |= bitOf("displaying");
        return displaying;
      }
    };
    return (key2, query) => {
      const found = made.get(key2);
      if (found) return found;
      bits = bitOf("");
      const subject = createSubject(moment.playbook, noted);
      const decision = decide(noted, query, subject);
      const one = { decision, due: subject.due, bits };
      made.set(key2, one);
      return one;
    };
  };
}

// src/sdk/page/anchors.ts
var LOOK_MS = 300;
var SIGHT = { rootMargin: "9e5px 0px", threshold: 1e-4 };
function createAnchors({ agenda, undo }, refresh) {
  let asked = /* @__PURE__ */ new Map();
  const shares = /* @__PURE__ */ new WeakMap();
  const isSeen = (element) => isShown(element) !== false && shares.get(element) !== 0;
  let observer;
  undo.push(() => observer?.disconnect());
  return {
    /** Only looks, and notes at what. */
    isInSight(anchor) {
      const elements = slotsNamed(anchor);
      for (const element of elements) asked.set(element, isSeen(element));
      return elements.some(isSeen);
    },
    /** Watches what was asked about since the last call, and nothing else. */
    watch() {
      const watched = asked;
      asked = /* @__PURE__ */ new Map();
      observer?.disconnect();
      agenda.cancel("anchor");
      if (!watched.size) return;
      attempt(() => {
        const look = () => {
          const all = [...watched];
          if (all.some(([element, was]) => isSeen(element) !== was)) refresh();
          else if (all.some(([element, was]) => !was && shares.get(element))) {
            agenda.later("anchor", LOOK_MS, look);
          }
        };
        observer = new IntersectionObserver((entries) => {
          for (const one of entries) shares.set(one.target, one.intersectionRatio);
          look();
        }, SIGHT);
        for (const element of watched.keys()) observer.observe(element);
      });
    }
  };
}

// src/sdk/page/announce.ts
var OVER = hidden("trigger_not_met");
function createAnnouncer(core) {
  let known2 = /* @__PURE__ */ new Map();
  return ({ slots, subject }, page) => {
    const before = known2;
    const all = /* @__PURE__ */ new Map();
    for (const [key2, { decision }] of slots) {
      const slot = key2.replace(/ .*/, "");
      if (all.get(`${slot} `)?.decision.visible) continue;
      all.set(`${slot} `, { slot, decision: withDecisionId(core, decision) });
    }
    for (const { placement, decision } of page) {
      all.set(placement, { placement, decision: withDecisionId(core, decision) });
    }
    known2 = all;
    const { context, playbook, trial } = subject;
    const plan2 = context.plan_handle;
    const isMissed = ({ decision }) => decision.reasons.includes("plan_mismatch");
    if (plan2 && !playbook.part("plans", plan2) && [...all.values()].some(isMissed)) {
      core.warn(`the Playbook has no plan "${plan2}"`);
    }
    if (trial?.isClear === false && context.trial?.in_trial) {
      core.warn("a date or count of the trial can't be read, so it grants nothing");
    }
    for (const [key2, event] of before) {
      if (!all.has(key2)) core.emit("decision", { ...event, decision: OVER });
    }
    for (const [key2, event] of all) {
      if (!isEqual(event, before.get(key2))) core.emit("decision", event);
    }
  };
}

// src/sdk/page/displayed.ts
var EVENTS3 = {
  impression: "impression",
  dismiss: "dismiss",
  remind_later: "dismiss",
  cta_click: "cta",
  cta_complete: "cta"
};
function createEmitter(core, displayed, onInteraction) {
  const { target } = displayed;
  const subject = (output = displayed.output) => {
    const { placement, payload, variant, slot, surface, playbook_version, decision_id } = output;
    return {
      ...{ placement, payload, surface, decision_id, playbook_version },
      ...variant && { variant },
      ...slot && { slot }
    };
  };
  const emit = (type, cta, output) => {
    const interaction = core.toEvent({
      type,
      ...subject(output),
      ...cta && { cta }
    });
    onInteraction(interaction);
    core.emit(EVENTS3[type], interaction);
    return dispatch(target, `service:${EVENTS3[type]}`, interaction, type === "cta_click");
  };
  return {
    emit,
    fail(message, error) {
      dispatch(target, "service:error", { ...subject(), message });
      core.fail(message, error);
    }
  };
}

// src/sdk/page/endings.ts
function createEndings(core, { history, occasions, emit }, displayed) {
  const { stores, clock } = core;
  function leave() {
    const { occasion, output } = displayed;
    const { surface, content } = output;
    const isBack = content.dismissible === false && surface !== "toast" && !occasion?.answersClick;
    if (occasion && !isBack) return close();
    displayed.isClosed = true;
    occasions.leave(output.placement);
  }
  function close() {
    const { occasion, output } = displayed;
    displayed.isClosed = true;
    if (occasion) shownOf(core, output).key = "";
    occasions.answer(occasion, output.placement);
  }
  return {
    leave,
    /** A button of its own leads on, to another placement or route: what lies over the page makes way. */
    leadOn() {
      const { surface } = displayed.output;
      if (isDialog(surface) || surface === "tooltip" || surface === "toast") leave();
    },
    /** Dismisses it, or reminds of it later: it leaves at once, in every tab. */
    putOff(type) {
      if (displayed.isPutOff) return;
      displayed.isPutOff = true;
      history.touch();
      const kind = type === "dismiss" ? "dismissed" : "reminded";
      const key2 = historyKey(displayed.output);
      const at = clock.device();
      for (const one of stores.onDisplay.shown.values()) if (one.key === key2) one.key = "";
      close();
      history.putOff(kind, key2, at);
      emit(type);
    }
  };
}

// src/sdk/page/interactions.ts
var LINK = "open_url";
var ROUTE_MS = 1e4;
var isInPage = (url, { href }) => url.includes("#") && url.split("#")[0] === href.split("#")[0];
function addressOf({ warn }, { output: { placement } }, { action, address }) {
  const url = safeUrl(address);
  const resolver = action === LINK ? "" : `no uiPathResolvers.${action} and `;
  const lack = address ? "a params.url that is refused" : `${resolver}no params.url`;
  if (!url) warn(`${action} of ${placement} has ${lack}`);
  return url;
}
function createDeparture({ clock }) {
  let since = 0;
  let makeWay = () => {
  };
  return {
    /** @param leadOn what lies over the page makes way by this */
    begin(leadOn) {
      since = clock.device();
      makeWay = leadOn;
    },
    end() {
      if (clock.device() - since < ROUTE_MS) makeWay();
      makeWay = () => {
      };
    }
  };
}
function createInteractions(core, window2, { history, occasions, user, onInteraction }) {
  const { stores } = core;
  const { uiPathResolvers: resolvers = {} } = core.options;
  const seen = /* @__PURE__ */ new Set();
  const pending = /* @__PURE__ */ new Map();
  const departure = createDeparture(core);
  function actionsOf(displayed) {
    const { emit, fail } = createEmitter(core, displayed, onInteraction);
    const { leave, leadOn, putOff } = createEndings(core, { history, occasions, emit }, displayed);
    async function resolve(key2, action, ask) {
      const { occasions: before } = stores.state();
      const purchase = user.beginPurchase();
      const { href } = window2.location;
      const { output } = displayed;
      try {
        const asking = (async () => ask())();
        const settled = asking.catch(() => {
        });
        pending.set(key2, settled);
        const answer2 = await asking.finally(() => pending.delete(key2));
        const hasLed = occasions.hasNew(before) || window2.location.href !== href;
        if (!displayed.isClosed) {
          if (hasLed) leadOn();
          else departure.begin(leadOn);
        }
        if (core.isOver() || answer2 !== "completed" || !purchase.isTheirs()) return;
        emit("cta_complete", action, output);
        await purchase.confirm(action);
      } catch (error) {
        fail(`uiPathResolvers.${action} failed`, error);
      }
    }
    function visit(action, address) {
      const url = addressOf(core, displayed, { action, address });
      if (!url) return;
      departure.begin(leadOn);
      if (isDialog(displayed.output.surface) && isInPage(url, window2.location)) leave();
      if (action !== LINK) window2.location.assign(url);
    }
    return {
      onExpire: leave,
      onDismiss: () => putOff("dismiss"),
      /** It can't be drawn. */
      onError(error) {
        fail(`surface "${displayed.output.surface}" failed`, error);
        leave();
      },
      /** Once for each decision. */
      onSeen() {
        const { decision_id } = displayed.output;
        if (seen.has(decision_id)) return;
        seen.add(decision_id);
        shownOf(core, displayed.output).isSeen = true;
        emit("impression");
      },
      /**
       * The promise keeps the button busy. For `open_url` the element is a link, which takes its reader
       * there by itself unless the event's default is prevented.
       */
      async onCta(index, event) {
        const { placement, ctas } = displayed.output;
        const { action = "", params = {} } = ctas[index] ?? {};
        if (displayed.isPutOff) return event?.preventDefault();
        const { context, confirming } = stores.state();
        const key2 = JSON.stringify([context.id, placement, ctas[index]]);
        if (pending.has(key2)) return void await pending.get(key2);
        if (!action || confirming.includes(action) || !emit("cta_click", action)) {
          return event?.preventDefault();
        }
        if (action === "dismiss" || action === "remind_later") return putOff(action);
        if (action === "open_placement") {
          leadOn();
          return occasions.show(params.placement);
        }
        const resolver = action !== LINK && Object.hasOwn(resolvers, action) && resolvers[action];
        if (!resolver) return visit(action, params.url);
        const about = [{ action, params, placement }, context];
        await resolve(key2, action, () => resolver(...copyOf(about)));
      }
    };
  }
  return {
    actionsOf,
    /** The page goes to another route, perhaps by a link of ours. */
    leaveRoute(page) {
      occasions.leaveRoute(page);
      departure.end();
    },
    /** No resolver counts as busy any more: the page is back from where one has led. */
    release: () => pending.clear()
  };
}

// src/sdk/page/page-dialogs.ts
var DIALOG_MS = 300;
var LOOKS3 = 5;
function createPageDialogs({ agenda, stores }, refresh) {
  let isDialogOpen = false;
  let looks = 0;
  let yielding;
  const makeWay = () => {
    const { open } = stores.onDisplay;
    const isBelow = !!open && isObstructing();
    if (isBelow) yielding = open;
    return isBelow;
  };
  const watch = () => {
    if (isDialogOpen && !hasOpenDialog()) refresh();
    else if (isDialogOpen || isOursOpen() || looks-- > 0) lookLater();
  };
  const check2 = () => {
    if (isDialogOpen ? isLeftBehind() : makeWay() || hasOpenDialog()) refresh();
    else watch();
  };
  const lookLater = () => agenda.sooner("dialog", DIALOG_MS, check2);
  return {
    /** While the page's own dialog is open, or one of ours, looks again and again. */
    watch,
    look() {
      isDialogOpen = hasOpenDialog();
      if (!isDialogOpen) yielding = void 0;
      return { isDialogOpen, isCovered: isCovered(), yielding };
    },
    /**
     * Looks whether the page has opened one since, to which a dialog of ours that lies over it makes way.
     * Returns whether everything has to be decided anew.
     * @param touched what has changed; a whole page is searched for as long as ours is open only
     */
    notice(touched = []) {
      const { open } = stores.onDisplay;
      if (isDialogOpen && (open === yielding || !hasPageDialog(touched))) return false;
      if (makeWay()) return true;
      if (isDialogOpen || !hasPageDialog(touched)) return false;
      const isOpen2 = hasOpenDialog();
      if (!isOpen2) {
        looks = LOOKS3;
        lookLater();
      }
      return isOpen2;
    }
  };
}

// src/sdk/page/page-host.ts
var AT_ONCE_MS = 250;
var MAX_REMOVED = 5;
var PAUSE_MS = 6e4;
function createPageHost({ agenda, stores, clock }) {
  const { device: now } = clock;
  let host;
  let madeAt = 0;
  let removed = 0;
  const clicks = /* @__PURE__ */ new WeakSet();
  return {
    open() {
      const found = openPageHost();
      if (found !== host) {
        removed = !host?.parentNode && now() - madeAt < AT_ONCE_MS ? removed + 1 : 0;
        madeAt = now();
      }
      host = found;
      return found;
    },
    /** Returns whether it may be made again for these decisions. If not, has everything decided anew as soon as it may. */
    permit(page) {
      const { occasion } = page.find((one) => one.occasion?.answersClick) ?? {};
      if (occasion && !clicks.has(occasion)) {
        clicks.add(occasion);
        removed = 0;
      }
      const left = removed < MAX_REMOVED ? 0 : madeAt + PAUSE_MS - now();
      if (left > 0) agenda.later("host", left, () => stores.patch({}));
      return left <= 0;
    },
    /** Removes it where it should be elsewhere by now. */
    makeWay() {
      if (!host?.isConnected || !isMisplaced(host)) return;
      host.remove();
      madeAt = 0;
    },
    remove: () => host?.remove()
  };
}

// src/sdk/page/placeholder.ts
var NAME3 = "placeholder";
var PLACEHOLDER = {
  placement: "",
  payload: "",
  surface: NAME3,
  content: { title: "" },
  ctas: [],
  playbook_version: 0
};
var withPlaceholder = (decision) => decision.reasons.includes("provider_failure") ? { ...decision, output: PLACEHOLDER } : decision;
var draw = (box) => {
  box.className = "box";
  box.ariaHidden = "true";
};
function rendererOf({ surface }, { renderers }) {
  const own2 = renderers.get(surface);
  if (own2) return (box, output, actions) => own2(box, copyOf(output), actions);
  return surface === NAME3 ? draw : void 0;
}

// src/sdk/page/presenter.ts
var identity = ({ placement, payload, variant, surface, content }) => [placement, payload, variant, surface, content.position, content.anchor].join();
function stateOf(output, subject, { confirming }) {
  const { meter } = output.content;
  const { limit, used } = meter ? entitlementOf(subject, meter.entitlement) : {};
  const isMetered = typeof limit === "number" && used !== void 0;
  return {
    lang: languageOf(subject, output),
    branding: subject.playbook.branding(),
    meter: isMetered ? { used, limit, text: formatUsage(used, limit, localeOf(subject, {})) } : void 0,
    confirming: output.ctas.find(({ action }) => confirming.includes(action))?.action
  };
}
var isReplaced = (before, occasion, id) => before.isClosed && (before.occasion !== occasion || before.output.decision_id !== id);
function bringUpToDate({ mounted, drawn, occasion }, now, state) {
  const isAgain = occasion !== now.occasion;
  if (isAgain || drawn !== now.drawn) {
    mounted.update(now.output, state, isAgain, now.occasion?.answersClick);
  }
}
var isLost = ({ target }) => !isOnPage(target) || isStripped(target);
var isGone = (display) => {
  const { anchor } = display.mounted;
  return isLost(display) || anchor && !isOnPage(anchor) || isShown(anchor) === false;
};
var placesOf = (slots, page) => /* @__PURE__ */ new Set([
  ...slots.map(({ element }) => element),
  ...page.map(({ placement }) => placement)
]);
function createPresenter(core, { history, interactions }) {
  const { options, stores, warn, guard } = core;
  const reserves = options.providerFailureSlotBehavior === "placeholder";
  const sheet = new CSSStyleSheet();
  const before = {};
  const displays = /* @__PURE__ */ new Map();
  let branding = null;
  const pageHost = createPageHost(core);
  function hide(place) {
    const display = displays.get(place);
    displays.delete(place);
    display?.stop();
    display?.mounted.unmount();
  }
  function mount(place, { output, occasion }, state) {
    const target = typeof place === "string" ? pageHost.open() : place;
    const root = openRoot(target);
    if (!root) return void 0;
    const displayed = { output, occasion, target };
    const actions = interactions.actionsOf(displayed);
    const mounted = mountSurface({
      ...{ root, sheet, before, output, warn, ...state },
      isAnswer: occasion?.answersClick,
      renderer: rendererOf(output, stores.state()),
      ...actions
    });
    const { onSeen } = actions;
    const display = Object.assign(displayed, { mounted, onSeen, drawn: "", stop() {
    } });
    displays.set(place, display);
    return core.isOver() ? void hide(place) : display;
  }
  function show(place, { decision, occasion }, subject) {
    const decided = decision.output;
    const last = displays.get(place);
    if (!decided || last && identity(last.output) !== identity(decided)) hide(place);
    const isThere = () => !!last && !last.isClosed && last === displays.get(place);
    const decision_id = history.claim(decision, occasion, isThere);
    if (!decided || !decision_id) return;
    if (last && isReplaced(last, occasion, decision_id)) hide(place);
    const output = { ...decided, decision_id };
    const state = stateOf(output, subject, stores.state());
    const drawn = JSON.stringify([decided, state]);
    const current = displays.get(place);
    const display = current ?? mount(place, { output, occasion }, state);
    if (!display) return;
    if (current) bringUpToDate(current, { output, drawn, occasion }, state);
    if (current?.output.decision_id !== decision_id && output.placement) {
      display.stop();
      display.stop = watchImpression(display.mounted.element, () => guard(display.onSeen));
    }
    Object.assign(display, { output, occasion, drawn });
  }
  return {
    /** Brings the page up to date, one placement for each step. */
    *present({ slot: decisionFor, subject }, page) {
      const { slots } = stores.state();
      const given = subject.playbook.branding();
      if (branding !== given) {
        branding = given;
        setBranding(sheet, branding, warn);
        yield;
      }
      const hasPlace = pageHost.permit(page) && document.body;
      const visible = page.filter(({ decision }) => decision.visible && hasPlace);
      const wanted = placesOf(slots, visible);
      for (const place of displays.keys()) if (!wanted.has(place)) hide(place);
      pageHost.makeWay();
      for (const [place, display] of displays) if (isGone(display)) hide(place);
      for (const one of visible) {
        yield;
        guard(() => show(one.placement, one, subject));
      }
      const open = visible.find(takesTurn);
      stores.onDisplay.open = open?.placement;
      for (const slot of slots) {
        yield;
        const answer2 = decisionFor(slot);
        yield;
        const decision = reserves ? withPlaceholder(answer2.decision) : answer2.decision;
        guard(() => show(slot.element, { ...answer2, decision }, subject));
      }
    },
    isLost: () => [...displays.values()].some(isLost),
    stop() {
      for (const place of displays.keys()) hide(place);
      pageHost.remove();
    }
  };
}

// src/sdk/page/page.ts
var isVisible = ({ decision }) => decision.visible;
function startPage(core, window2, dependencies) {
  const { stores, warn, undo, agenda, guard } = core;
  const { occasions } = dependencies;
  const announce = createAnnouncer(core);
  const work = createSlicedWork(core);
  const keeper = createKeeper();
  let decisions;
  let onPage = [];
  let isDue = false;
  const interactions = createInteractions(core, window2, dependencies);
  const dialogs = createPageDialogs(core, refresh);
  const anchors = createAnchors(core, refresh);
  let presenter;
  const decisionsNow = () => {
    if (decisions && decisions.due() <= core.clock.now()) decisions = void 0;
    decisions ??= createDecisions(stores.momentNow(), keeper);
    return decisions;
  };
  const isAllowed = (entitlement2) => guard(() => knownOf(decisionsNow(), entitlement2, core));
  function* render2() {
    const made = decisionsNow();
    marks.show();
    onPage = yield* made.page({ ...dialogs.look(), ...anchors });
    anchors.watch();
    const isAbout = (one) => isVisible(one) || one.decision.reasons[0] === "waiting_turn";
    if (made === decisions) stores.onDisplay.page = onPage;
    presenter ??= createPresenter(core, { ...dependencies, interactions });
    yield* presenter.present(made, onPage);
    if (onPage.some(isAbout)) dialogs.watch();
    const isKnown = dependencies.answers.want();
    const isParsed = window2.document.readyState !== "loading";
    if (isKnown && isParsed && made === decisions) occasions.keepAnswered(made, onPage);
    agenda.later("decide", made.due() - core.clock.now(), refresh);
    announce(made, onPage);
  }
  async function refresh() {
    decisions = stores.onDisplay.page = void 0;
    if (isDue) return;
    isDue = true;
    await nextTask(presenter ? "user-visible" : "user-blocking");
    isDue = false;
    work(render2());
  }
  stores.listen(refresh);
  watchClicks({
    listen: core.listen,
    isAllowed,
    onEvent: dependencies.track,
    onStopped(entitlement2, element, allowed) {
      if (allowed === false) return occasions.refuse(entitlement2);
      dispatch(element, "service:error", { entitlement: entitlement2, message: "not known yet" });
      dependencies.answers.want();
    }
  });
  const marks = watchMarks({
    hasSlots: !dependencies.isInert,
    listen: core.listen,
    isAllowed,
    onError: warn,
    guard,
    isLost: (touched) => presenter?.isLost() || onPage.some(isVisible) && dialogs.notice(touched),
    onChange(marks2) {
      stores.patch({ slots: marks2.filter(({ kind }) => kind === "slot") });
    }
  });
  undo.push(marks.stop, () => presenter?.stop());
  if (dependencies.isInert) return;
  followPage(core, window2, {
    ...dependencies,
    refresh,
    look: dialogs.watch,
    rescan: marks.rescan,
    onLeave: () => interactions.leaveRoute(onPage),
    // Draws everything anew: a button whose link led away would otherwise stay busy.
    onRestored() {
      interactions.release();
      presenter?.stop();
      void refresh();
    }
  });
  dependencies.user.resume();
  void refresh();
}
function knownOf({ subject }, handle2, { stores, warn }) {
  const result = entitlementOf(subject, handle2);
  const isNobodys = result.reason === "entitlement_unknown" && result.source !== "none";
  if (isNobodys) warn(`the Playbook has no entitlement "${handle2}", so it is denied`);
  return stores.needsPlan(result) ? void 0 : allowedBy(result);
}
function followPage({ options, stores, emit, guard, listen, undo }, window2, {
  user: { readId, readPage: readPage2, askApplication },
  history,
  refresh,
  look,
  rescan,
  recheck,
  onLeave,
  onRestored,
  onRoute
}) {
  const { inferPage: infers = true, routerAutoTrack = true } = options.contextPolicy ?? {};
  const { document: document2 } = window2;
  for (const type of ["close", "toggle"]) listen(document2, type, look);
  listen(window2, "pageshow", (event) => Object(event).persisted && onRestored());
  for (const type of ["DOMContentLoaded", "fullscreenchange"]) listen(document2, type, refresh);
  for (const type of ["keydown", "click"]) listen(window2, type, history.touch);
  listen(document2, "visibilitychange", () => {
    if (isTabHidden()) return;
    readId();
    history.refresh();
    recheck();
    refresh();
  });
  listen(window2, "online", () => recheck(true));
  readPage2();
  listen(document2, "DOMContentLoaded", () => readPage2());
  const titles = infers ? watchTitle(document2, readPage2) : void 0;
  undo.push(() => titles?.stop());
  if (!routerAutoTrack) return;
  const stop = watchRoutes({
    window: window2,
    onLeave() {
      onLeave();
      titles?.renew();
      const { tags } = stores.contextParts().givenPage ?? {};
      if (infers) stores.patchContext({ givenPage: tags && { tags } });
      readPage2();
    },
    onAddress: (_, isReplaced2) => guard(() => {
      const { shown: shown2 } = stores.onDisplay;
      for (const [key2, { isSeen, outlivesRoute }] of shown2) {
        if (isSeen || !(isReplaced2 || outlivesRoute)) shown2.delete(key2);
      }
      rescan();
      history.refresh();
      refresh();
      void askApplication();
    }),
    onRoute(href) {
      readPage2(href);
      const { page = {} } = stores.state().context;
      onRoute(page);
      emit("route", page);
    }
  });
  undo.push(stop);
}

// src/sdk/page/policy-violations.ts
var LOADERS = `script[data-playbook],[data-service-slot],${HOST}`;
function watchPolicyViolations({ options: { endpointOverrides }, wire, warn, listen }, { document: document2 }) {
  const ours = () => [
    wire?.endpoint,
    ...Object.values(endpointOverrides ?? {}),
    ...findAll(LOADERS).flatMap(({ dataset, shadowRoot }) => [
      dataset.playbook,
      ...[...shadowRoot?.querySelectorAll("img") ?? []].map(({ src }) => src)
    ])
  ];
  listen(document2, "securitypolicyviolation", (event) => {
    const { blockedURI, effectiveDirective, disposition } = Object(event);
    const isOurs = (url) => blockedURI.startsWith(safeUrl(url) ?? "#");
    if (disposition === "enforce" && ours().some(isOurs)) {
      const { origin } = new globalThis.URL(blockedURI);
      warn(`the page's Content-Security-Policy lacks: ${effectiveDirective} ${origin}`);
    }
  });
}

// src/sdk/report.ts
var PRIVATE = ["tenantId", "publicKey", "apiKey", "user", "page", "endpoint"];
var MAX_KEYS = 500;
function createReporter(core, readId) {
  const { options, wire, window: window2, persistent: storage, session, consent, agenda } = core;
  const { stores, newId, stamp, toEvent, clock, locks, whenIdle } = core;
  if (!wire) return void 0;
  const { tenantId: tenant_id = "", publicKey } = options;
  const receiver = `${bucket(wire.endpoint, tenant_id)}`;
  const pause = createPause({ storage: core.said, clock }, `retry_at ${receiver}`);
  const telemetry = createTelemetry({
    storage,
    pause,
    post: wire.post,
    receiver,
    envelope: () => ({
      tenant_id,
      ...publicKey && { public_key: publicKey },
      sdk: sdkOf(options),
      sent_at: stamp()
    }),
    now: clock.device,
    random: Math.random,
    newId,
    locks,
    isOnline: () => window2?.navigator.onLine !== false,
    isHidden: isTabHidden,
    isGranted: () => consent.granted && !core.isOver(),
    sooner: (ms, job) => agenda.sooner("telemetry", ms, job)
  });
  const who = () => {
    const { id, anonymous_id = readId() } = stores.state().context;
    const { id: session_id } = touchSession(session, clock.device(), newId);
    return { anonymous_id, session_id, ...id && { user_id: id } };
  };
  const pageNow = () => stores.state().context.page ?? {};
  const track = (event) => {
    telemetry.add("events", { ...redactFields({ page: pageNow(), ...event }), ...who() });
  };
  const view = (event) => track({ name: "page_view", properties: {}, ...event });
  const inventory = createInventory(core, telemetry, receiver);
  const sendBeacon = once(() => {
    if (telemetry.isOpen()) {
      wire.post("ingestSdkMeta", beaconOf(options), true).then(pause.obey).catch(() => {
      });
    }
  });
  let isReady = false;
  let isViewed = false;
  let landing = pageNow();
  const look = (state, before) => {
    if (state.renderers !== before?.renderers) inventory.types(state);
    if (isReady && state.slots !== before?.slots) {
      whenIdle(() => createSlicedWork(core)(inventory.slots(state)));
    }
  };
  function begin() {
    isReady = true;
    if (!consent.granted) return;
    sendBeacon();
    if (!window2) return;
    if (!isViewed) view(toEvent({ page: landing.url === pageNow().url ? pageNow() : landing }));
    isViewed = true;
    look(stores.state());
  }
  stores.listen(look);
  look(stores.state());
  const leave = () => {
    if (!isReady) begin();
    telemetry.leave();
  };
  if (window2) followPageLife(core, window2, telemetry, leave);
  return {
    track,
    begin,
    interacted(cleaned2) {
      telemetry.add("interactions", { ...cleaned2, ...who() });
    },
    viewed(event) {
      landing = event.page;
      isViewed = consent.granted;
      view(event);
    },
    flush: telemetry.flush,
    setConsent() {
      if (!consent.granted) {
        for (const kind of telemetry.forget()) {
          isViewed &&= kind !== "events";
          session.remove(kind);
        }
      } else if (isReady) begin();
    }
  };
}
function createInventory({ session, consent, wire }, telemetry, receiver) {
  function add(kind, key2, item) {
    const known2 = session.read(kind);
    const id = `${receiver} ${sessionIdIn(session)}`;
    const [of, ...all] = Array.isArray(known2) ? known2 : [];
    const told = of === id ? all : [];
    if (!consent.granted || told.includes(key2) || told.length >= MAX_KEYS) return;
    session.write(kind, [id, ...told, key2]);
    telemetry.add(kind, item);
  }
  return {
    /** One for each step. */
    *slots({ slots, context }) {
      const page_path = context.page?.path;
      for (const { handle: slot, surfaces = IN_FLOW_SURFACES } of slots) {
        add("slots", slot, { slot, ...redactFields({ surfaces, page_path }) });
        yield;
      }
    },
    types({ renderers }) {
      for (const name of wire?.isRerouted("placementTypes") ? renderers.keys() : []) {
        add("types", name, redact({ name }));
      }
    }
  };
}
var sdkOf = ({ mode = "snippet", runtimeMode = "service_server" }) => ({
  version: "0.11.21",
  mode,
  runtime_mode: runtimeMode
});
function beaconOf(options) {
  const { version: sdk_version, ...labels } = sdkOf(options);
  const features = Object.keys(options).filter((name) => !PRIVATE.includes(name));
  return JSON.stringify({ event: "sdk_init", sdk_version, ...labels, features });
}
function followPageLife({ listen, undo }, window2, telemetry, leave) {
  const { document: document2 } = window2;
  undo.unshift(telemetry.leave);
  listen(window2, "pagehide", leave);
  listen(window2, "online", telemetry.reopen);
  listen(document2, "visibilitychange", () => isTabHidden() && leave());
}

// src/sdk/service-methods.ts
async function start(core, dependencies, takeOver = () => {
}) {
  const { window: window2, stores, guard, emit } = core;
  const { user, history, loading, isInert: isInert2 } = dependencies;
  await nextTask("user-blocking");
  if (core.isOver()) return;
  if (core.options.debug)
    core.on("decision", (event) => core.console.debug("[Service]", redact(event)));
  stores.listen(({ context }, before) => {
    if (context !== before?.context) emit("context", context);
  });
  let loaded;
  if (!isInert2) {
    user.infer();
    history.refresh();
    core.on("playbook", history.refresh);
    if (window2) guard(() => watchPolicyViolations(core, window2));
    loaded = loading.load(user.askApplication());
    user.begin();
  }
  await nextTask("user-blocking");
  if (core.isOver()) return;
  takeOver();
  if (window2) guard(() => startPage(core, window2, dependencies));
  if (!loaded) return;
  const reporter = dependencies.report();
  await loaded;
  if (core.isOver()) return;
  if (reporter) core.whenIdle(reporter.begin);
}
var INERT = { consent: "pending", runtimeMode: "local_only" };
function createServiceMethods(options, environment, notifier) {
  const isInert2 = !options;
  const core = createCore(options ?? INERT, environment, notifier);
  const { stores, undo, guard, consent } = core;
  const user = createUser(core);
  const history = createUserHistory(core, user.key);
  const occasions = createOccasions(stores);
  const answers = createAnswers(core, occasions);
  const report2 = once(() => guard(() => createReporter(core, user.readId)));
  const sendToAnalytics = (event) => {
    if (consent.granted) void core.sources.ask(["onEvent"], [event], () => void 0);
  };
  const onInteraction = (interaction) => {
    history.touch();
    const cleaned2 = redactNames(interaction);
    sendToAnalytics(cleaned2);
    report2()?.interacted(cleaned2);
  };
  const onRoute = (page) => {
    const reporter = report2();
    reporter?.begin();
    const event = core.toEvent({ page });
    sendToAnalytics(redactFields({ type: "route", ...event }));
    reporter?.viewed(event);
  };
  const track = (name, given = {}) => {
    if (!name || typeof name !== "string") return core.warn("track needs a name");
    const properties = isObject(redact(given)) ? given : {};
    if (properties !== given) core.warn(`track("${name}") needs an object of properties`);
    history.touch();
    occasions.trigger(name, properties);
    const event = core.toEvent({ name, properties });
    sendToAnalytics(redactFields({ type: "track", ...event }));
    report2()?.track(event);
  };
  const recheck = (isOnline) => {
    void loading.check(isOnline);
    void user.refreshClient(isOnline);
  };
  const loading = createLoading(core, recheck);
  const dependencies = {
    isInert: isInert2,
    loading,
    user,
    history,
    occasions,
    answers,
    report: report2,
    track,
    onInteraction,
    onRoute,
    recheck
  };
  return {
    ...user,
    ...answers,
    ...occasions,
    begin: (takeOver) => start(core, dependencies, takeOver),
    track,
    capture: track,
    reset() {
      history.forget();
      user.reset();
    },
    async getTrialStatus() {
      await Promise.all([user.askTrial(), user.askService(true)]);
      const { context } = createSubject(stores.state().playbook, stores.momentNow());
      const trial = context.trial ?? { in_trial: false };
      return JSON.parse(JSON.stringify(trial, (_, value) => value ?? void 0));
    },
    async refreshContext() {
      if (stores.state().failed) await loading.load();
      await Promise.all([user.askApplication(), user.askService()]);
      answers.refresh();
    },
    flush: async () => report2()?.flush(),
    registerSurface(name, renderer) {
      if (typeof name !== "string" || typeof renderer !== "function") {
        return core.warn("registerSurface needs a function, and its name");
      }
      stores.patch({ renderers: new Map(stores.state().renderers).set(name, renderer) });
    },
    setConsent(given) {
      const granted2 = given === "granted";
      if (!granted2 && given !== "denied" && given !== "pending") {
        core.warn("consent must be one of granted, pending, denied; it counts as denied");
      }
      if (isInert2 && granted2) return;
      if (granted2 && !consent.granted) history.renewDecisions();
      consent.granted = granted2;
      for (const storage of [history, core.session]) storage.enable(granted2);
      if (granted2) user.readId();
      report2()?.setConsent();
    },
    destroy() {
      for (const step of undo.splice(0)) guard(step);
    }
  };
}

// src/sdk/service.ts
var DEFERRED = "identify setUser reset setPage updateUsage trigger show track capture registerSurface setConsent";
var WAITING = "getUserContext fetchUserContext getTrialStatus refreshContext";
var DECIDING = "checkEntitlement gate getPlacement getPlacementDecision";
var IMMEDIATE = "on push start can explain flush destroy";
var METHODS = `${DEFERRED} ${WAITING} ${DECIDING} ${IMMEDIATE}`.split(" ");
function createService({ read: read2, queued = [], isHeld = false }, environment) {
  const notifier = createNotifier(environment.console);
  const { guard, fail, on, call: call2, emit, isFunction } = notifier;
  const { document: document2 } = Object(environment.window);
  const isPrerendering = () => document2?.prerendering === true;
  const isGuarded = isHeld || isPrerendering();
  let phase = "waiting";
  let settle2 = () => {
  };
  const ready = new Promise((resolve) => {
    settle2 = () => {
      phase = "settled";
      resolve();
    };
  });
  const make = (options) => once(() => createServiceMethods(options?.(), environment, notifier));
  const before = make();
  let implementation = before;
  const takeOver = () => {
    if (isGuarded) before().destroy();
  };
  const drain = () => {
    for (const fn of queued.splice(0)) call2(() => fn(service));
  };
  async function begin(given) {
    const options = once(() => read2(given));
    implementation = make(options);
    try {
      await nextTask("user-blocking");
      options();
      await nextTask("user-blocking");
      drain();
      await implementation().begin(takeOver);
    } catch (error) {
      fail("start failed", error);
      implementation = make();
      await implementation().begin(takeOver);
    }
  }
  const own2 = {
    on,
    push: (...fns) => {
      for (const fn of fns) if (isFunction(fn, "push")) call2(() => fn(service));
    },
    destroy() {
      settle2();
      takeOver();
      implementation().destroy();
      before().destroy();
      implementation = before;
      if (findInstance(environment.window) === service) keepInstance(environment.window, void 0);
    },
    start(given) {
      if (phase !== "waiting") return;
      if (isPrerendering()) {
        const again = () => own2.start(given);
        return document2.addEventListener("prerenderingchange", again, { once: true });
      }
      phase = "loading";
      void begin(given).catch(() => {
      }).finally(() => {
        if (phase === "loading") emit("ready", void 0);
        settle2();
      });
    }
  };
  function postpone(name, again) {
    if (!DEFERRED.split(" ").includes(name)) return ready.then(again);
    queued.push(again);
    return name === "identify" ? ready : void 0;
  }
  const methods = METHODS.map((name) => {
    const isDeciding = DECIDING.split(" ").includes(name);
    const isImmediate = IMMEDIATE.split(" ").includes(name);
    const fenced = (...args) => guard(() => {
      if (phase !== "waiting") drain();
      const isEarly = isDeciding ? phase !== "settled" : phase === "waiting" && !isImmediate;
      if (isEarly) return postpone(name, () => fenced(...args));
      const answer2 = outsideZone(Object(name in own2 ? own2 : implementation())[name], args);
      const isOurs = typeof Object(answer2).then === "function" && name !== "gate";
      const told = (error) => fail(`${name} failed`, error);
      return isOurs ? Object(answer2).catch(told) : answer2;
    });
    return [name, fenced];
  });
  const service = { version: "0.11.21", ready, ...Object.fromEntries(methods) };
  keepInstance(environment.window, service);
  if (isGuarded) {
    call2(async () => {
      await nextTask("user-blocking");
      if (phase === "waiting") await before().begin();
    });
  }
  return service;
}

// src/index.ts
function initService(input) {
  const scope = globalThis.window?.document ? window : void 0;
  const browser = typeof window === "object" || "importScripts" in globalThis;
  const earlier = findInstance(scope);
  if (earlier) {
    pageConsole.warn("[Service] is initialised already; the first instance stays");
    return earlier;
  }
  const { options, faults } = readOptions(input, { browser });
  const [worst] = faults;
  if (worst?.fatal) throw new ServiceConfigError(worst, describeFaults(faults));
  logFaults(faults, pageConsole);
  const service = createService(
    { read: () => options },
    { window: scope, console: pageConsole, now: deviceTime, fetch: (...call2) => fetch(...call2) }
  );
  service.start();
  return service;
}
export {
  ServiceConfigError,
  initService
};

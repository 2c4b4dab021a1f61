/**
 * Test code only: the condition language as plainly as it can be said, to compare the real one
 * with. Nothing is kept, nothing is prepared; first every node is checked, then it is tested.
 */

type Json = Readonly<Record<string, unknown>>;
/** The values that belong to a segment. */
export type Members = (segment: string) => readonly unknown[];
interface World {
  readonly members: Members;
  /** A pattern's input may be refused, so where there is a pattern no part may be skipped. */
  readonly thorough: boolean;
}

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
const hasOperators = (value: unknown): value is Json =>
  isJson(value) && Object.keys(value).some((key) => key.startsWith("$"));
const listFrom = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const lower = (value: unknown): unknown => {
  if (typeof value === "string") return value.toLowerCase();
  return Array.isArray(value) ? value.map(lower) : value;
};

const TYPES: Readonly<Record<string, readonly string[]>> = {
  any: ["$eq", "$ne", "$exists", "$not", "$size"],
  list: ["$in", "$nin", "$ini", "$nini", "$all", "$alli"],
  scalar: ["$gt", "$gte", "$lt", "$lte"],
  string: [
    ...["$veq", "$vne", "$vgt", "$vgte", "$vlt", "$vlte", "$type"],
    ...["$regex", "$regexi", "$inSegment", "$notInSegment"],
  ],
  object: ["$elemMatch"],
};
const OPERATORS = Object.values(TYPES).flat();
const takes = (type: string, operator: string) => !!TYPES[type]?.includes(operator);

const isBadPattern = (pattern: string) => {
  const canExplode = /\((?:[^()\\]|\\.)*[+*?|{](?:[^()\\]|\\.)*\)[+*?{]/.test(pattern);
  try {
    new RegExp(pattern);
  } catch {
    return true;
  }
  return canExplode || pattern.length > 256;
};

function isSoundOperator([operator, operand]: [string, unknown]): boolean {
  if (!OPERATORS.includes(operator)) return false;
  if (takes("list", operator) && !Array.isArray(operand)) return false;
  if (takes("scalar", operator) && !isScalar(operand)) return false;
  if (takes("string", operator) && typeof operand !== "string") return false;
  if (takes("object", operator) && !isJson(operand)) return false;
  if (/^\$regex/.test(operator)) return !isBadPattern(`${operand}`);
  if (/^\$alli?$/.test(operator)) return listFrom(operand).every(isSoundValue);
  if (operator === "$not" || operator === "$size") return isSoundValue(operand);
  if (operator === "$elemMatch")
    return isElementTest(operand) ? isSoundValue(operand) : isSound(operand);
  return true;
}
const isElementTest = (operand: unknown) =>
  Object.keys(Object(operand)).some(
    (key) => key === "$not" || (/^\$/.test(key) && !/^\$(and|or|nor)$/.test(key)),
  );
const isSoundValue = (value: unknown): boolean =>
  !hasOperators(value) || Object.entries(value).every(isSoundOperator);

function isSound(condition: unknown): boolean {
  if (!isJson(condition)) return false;
  return Object.entries(condition).every(([key, inner]) => {
    if (/^\$(and|or|nor)$/.test(key)) return Array.isArray(inner) && inner.every(isSound);
    if (key === "$not") return isSound(inner);
    return !OPERATORS.includes(key) && isSoundValue(inner);
  });
}

function equals(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one, i) => equals(one, b[i]));
  }
  if (!isJson(a) || !isJson(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equals(a[key], b[key]))
  );
}

/** `"8"` is 8, and everything that is something is true. */
function equalsBare(actual: unknown, wanted: unknown): boolean {
  if (actual === null || !isScalar(wanted)) return equals(actual, wanted);
  if (typeof wanted === "boolean") return Boolean(actual) === wanted;
  return (
    isScalar(actual) &&
    (typeof wanted === "number" ? Number(actual) === wanted : String(actual) === wanted)
  );
}

function at(scope: unknown, path: string): unknown {
  let value: unknown = scope;
  for (const key of path.split(".")) {
    const holder: unknown = value;
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, key)) return null;
    value = Reflect.get(holder, key);
  }
  return value ?? null;
}

function version(given: unknown): string | undefined {
  const text = typeof given === "number" ? `${given}` : given;
  if (typeof text !== "string") return undefined;
  const parts = (text === "" ? "0" : text).replace(/^v|\+.*$/g, "").split(/[-.]/);
  if (parts.length === 3) parts.push("~");
  return parts.map((one) => (/^\d+$/.test(one) ? one.padStart(16, "0") : `w${one}`)).join(" ");
}

/** Negative, 0 or positive; not a number where the two can't be compared. */
function order(a: unknown, b: unknown): number {
  if (!isScalar(a) || !isScalar(b)) return Number.NaN;
  if (a < b) return -1;
  if (a > b) return 1;
  return a >= b ? 0 : Number.NaN;
}

const typeName = (value: unknown) => {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
};

/** Where a pattern's input is refused, the whole condition is false. */
class Refused extends Error {}

const isAmong = (actual: unknown, list: unknown) =>
  (Array.isArray(actual) ? actual : [actual]).some((one) => listFrom(list).includes(one));

function testOperator(operator: string, actual: unknown, operand: unknown, world: World): boolean {
  const orderOf = operator.startsWith("$v")
    ? () => order(version(actual), version(operand))
    : () => order(actual, operand);
  switch (operator) {
    case "$eq":
      return equals(actual, operand);
    case "$ne":
      return !equals(actual, operand);
    case "$in":
      return isAmong(actual, operand);
    case "$nin":
      return !isAmong(actual, operand);
    case "$ini":
      return isAmong(lower(actual), lower(operand));
    case "$nini":
      return !isAmong(lower(actual), lower(operand));
    case "$gt":
    case "$vgt":
      return orderOf() > 0;
    case "$gte":
    case "$vgte":
      return orderOf() >= 0;
    case "$lt":
    case "$vlt":
      return orderOf() < 0;
    case "$lte":
    case "$vlte":
      return orderOf() <= 0;
    case "$veq":
      return orderOf() === 0;
    case "$vne":
      return Math.abs(orderOf()) === 1;
    case "$exists":
      return (actual !== null) === Boolean(operand);
    case "$type":
      return typeName(actual) === operand;
    case "$regex":
    case "$regexi": {
      if (!isScalar(actual)) return false;
      if (String(actual).length > 1024) {
        if (world.thorough) throw new Refused();
        return false;
      }
      return new RegExp(String(operand), operator === "$regexi" ? "i" : "").test(String(actual));
    }
    case "$size":
      return Array.isArray(actual) && testValue(actual.length, operand, world);
    case "$all":
    case "$alli": {
      const become = operator === "$alli" ? lower : (value: unknown) => value;
      const items = listFrom(become(actual));
      const isThere = (wanted: unknown) =>
        items.filter((one) => testValue(one, wanted, world)).length > 0;
      return Array.isArray(actual) && listFrom(become(operand)).map(isThere).every(Boolean);
    }
    case "$elemMatch": {
      const test = isElementTest(operand) ? testValue : testCondition;
      const items = listFrom(actual).filter((one) => one !== null && one !== undefined);
      return items.filter((one) => test(one, operand, world)).length > 0;
    }
    case "$not":
      return !testValue(actual, operand, world);
    case "$inSegment":
      return isAmong(actual, world.members(String(operand)));
    default:
      return !isAmong(actual, world.members(String(operand)));
  }
}

function isTrueOfAll<T>({ thorough }: World, list: readonly T[], test: (one: T) => boolean) {
  return thorough ? list.map(test).every(Boolean) : list.every(test);
}

function testValue(actual: unknown, wanted: unknown, world: World): boolean {
  if (!hasOperators(wanted)) return equalsBare(actual, wanted);
  return isTrueOfAll(world, Object.entries(wanted), ([operator, operand]) =>
    testOperator(operator, actual, operand, world),
  );
}

function testCondition(scope: unknown, condition: unknown, world: World): boolean {
  return isTrueOfAll(world, Object.entries(Object(condition)), ([key, wanted]) => {
    const inner = listFrom(wanted);
    const isMet = (one: unknown) => testCondition(scope, one, world);
    const areNoneMet = () => isTrueOfAll(world, inner, (one) => !isMet(one));
    if (key === "$and") return isTrueOfAll(world, inner, isMet);
    if (key === "$or") return inner.length === 0 || !areNoneMet();
    if (key === "$nor") return areNoneMet();
    if (key === "$not") return !isMet(wanted);
    return testValue(at(scope, key), wanted, world);
  });
}

const hasPattern = (condition: unknown): boolean =>
  Object.entries(Object(condition)).some(
    ([key, inner]) => /^\$regexi?$/.test(key) || (typeof inner === "object" && hasPattern(inner)),
  );

/** Whether the scope meets the condition. */
export function referenceMeets(scope: unknown, condition: unknown, members: Members): boolean {
  if (!isSound(condition)) return false;
  // What is false as far as it has to be tested stays so: segments it would have led to are not asked.
  if (!testCondition(scope, condition, { members, thorough: false })) return false;
  if (!hasPattern(condition)) return true;
  try {
    return testCondition(scope, condition, { members, thorough: true });
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/**
 * Most placements say little. Those are seen to be sound at a glance, before there is a schema:
 * to make one and to walk it takes longer than to decide.
 */
import { CATEGORIES, HANDLE } from "./playbook-schema";
import { isObject } from "./schema";

/** What is looked at here; an object with any other field is left to the schema. */
const FIELDS = new Set(
  "handle category slot payloads target condition surface content title body ctas label action".split(
    " ",
  ),
);

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  for (const key in value) if (!FIELDS.has(key)) return false;
  return true;
}
const isText = (value: unknown): value is string => typeof value === "string";
const isHandle = (value: unknown) => isText(value) && HANDLE.test(value);
const isCta = (cta: unknown) => isPlain(cta) && isText(cta.label) && isText(cta.action);

function isPlainPayload(payload: unknown): boolean {
  if (!isPlain(payload)) return false;
  const { handle, surface, content, target = {}, ctas = [] } = payload;
  if (!isPlain(content) || !isPlain(target)) return false;
  const { title, body = "" } = content;
  const { condition = {} } = target;
  return (
    isHandle(handle) &&
    isHandle(surface) &&
    isText(title) &&
    isText(body) &&
    isObject(condition) &&
    Array.isArray(ctas) &&
    ctas.every(isCta)
  );
}

/** Whether a placement is sound for sure; of any other the schema tells. */
export function isPlainPlacement(placement: unknown): boolean {
  if (!isPlain(placement)) return false;
  const { handle, slot = handle, category, payloads } = placement;
  return (
    isHandle(handle) &&
    isHandle(slot) &&
    isText(category) &&
    CATEGORIES.includes(category) &&
    Array.isArray(payloads) &&
    payloads.every(isPlainPayload)
  );
}

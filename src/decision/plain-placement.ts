/**
 * Most placements use few fields. Those are checked by hand, without a schema: making one and walking
 * it takes longer than deciding.
 */
import { CATEGORIES, HANDLE } from "./playbook-schema";
import { isObject } from "./schema";
import type { Placement } from "./types";

/** The fields that are checked here; an object with any other is left to the schema. */
const FIELDS = new Set(
  "handle category slot payloads target condition surface content title body ctas label action".split(
    " ",
  ),
);

/** An object with known fields only, or an empty list. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || !value) return false;
  for (const key in value) if (!FIELDS.has(key)) return false;
  return true;
}
const isHandle = (value: unknown) => typeof value === "string" && HANDLE.test(value);

function isCta(cta: unknown): boolean {
  if (!isPlain(cta)) return false;
  return typeof cta.label === "string" && typeof cta.action === "string";
}

function isPlainPayload(payload: unknown): boolean {
  if (!isPlain(payload)) return false;
  const { handle, surface, content, target, ctas } = payload;
  if (!isPlain(content) || typeof content.title !== "string") return false;
  const { body } = content;
  if (body !== undefined && typeof body !== "string") return false;
  if (target !== undefined) {
    if (!isPlain(target) || Array.isArray(target)) return false;
    if (target.condition !== undefined && !isObject(target.condition)) return false;
  }
  if (ctas !== undefined && !(Array.isArray(ctas) && ctas.every(isCta))) return false;
  return isHandle(handle) && isHandle(surface);
}

/** True for a placement that is certainly sound; of any other the schema decides. */
export function isPlainPlacement(placement: unknown): placement is Placement {
  if (!isPlain(placement)) return false;
  const { handle, slot, category, payloads } = placement;
  if (typeof category !== "string" || !CATEGORIES.includes(category)) return false;
  if (!isHandle(handle) || !Array.isArray(payloads)) return false;
  if (slot !== undefined && slot !== handle && !isHandle(slot)) return false;
  return payloads.every(isPlainPayload);
}

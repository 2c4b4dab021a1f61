/** Replaces `{{tokens}}` in a Playbook's texts. One without a value takes its fallback; without either the text can't be shown. */
import { entitlementOf, rounded, usagePercent } from "./entitlements";
import type { ReadyPlacement } from "./ready";
import { own, textOf } from "./schema";
import { planOf, type Subject } from "./subject";
import type { EntitlementResult, Payload, PlacementQuery, Plan } from "./types";
import { has, isPrimitive } from "./values";

/** A price that nobody here can write; whoever can finds the token as it was authored. */
const UNWRITTEN = "{{price}}";
const TOKEN = /\{\{([a-z_][a-z0-9_.]*)(?:\|([^{}]*))?\}\}/g;

export type Words = Pick<Payload, "content" | "ctas">;
/** Where the values of tokens come from. */
interface TokenScope {
  readonly subject: Subject;
  readonly query: PlacementQuery;
  readonly placement: ReadyPlacement;
  readonly words: Words;
}

/** The locale of the query, else of the context. */
export const localeOf = ({ context }: Subject, query: PlacementQuery): string | undefined =>
  // Some write `de_AT` for `de-AT`.
  (textOf(query, "locale") ?? textOf(context, "locale"))?.replaceAll("_", "-");

function find(name: string, { subject, query, placement, words }: TokenScope): unknown {
  const { content, ctas = [] } = words;
  const { context, playbook, input } = subject;
  const nameOf = (one: Plan | undefined) => one?.name ?? one?.handle;
  if (name.startsWith("traits.")) return name.split(".").reduce<unknown>(own, context);
  const plan = planOf(subject);
  // The entitlement whose usage the usage tokens show.
  const meter = content.meter?.entitlement ?? textOf(placement.trigger, "entitlement");
  const usage: Partial<EntitlementResult> = meter ? entitlementOf(subject, meter) : {};
  // The price of the plan that the first CTA with one names, else of the user's own.
  const named = ctas.map((cta) => own(cta.params, "plan")).find((one) => one);
  const { price } = (named ? playbook.part("plans", `${named}`) : plan) ?? {};
  return own(
    {
      plan_name: nameOf(plan),
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
      },
    },
    name,
  );
}

/**
 * A copy of the value with every token in every text replaced; in a `url` the values are encoded.
 * @param missing filled with each token that has neither value nor fallback
 */
export function expandTokens<T>(value: T, scope: TokenScope, missing: string[], key?: string): T;
export function expandTokens(
  value: unknown,
  scope: TokenScope,
  missing: string[],
  key?: string,
): unknown {
  if (typeof value === "string") {
    return value.replace(TOKEN, (token, name: string, fallback?: string) => {
      const found = find(name, scope);
      if (__CORE_ALONE__ && name === "price" && found === UNWRITTEN) return token;
      const said = isPrimitive(found) && found !== "" ? found : fallback;
      if (said === undefined) missing.push(name);
      const text = `${said}`;
      // Half of a surrogate pair can't be encoded.
      return key === "url" ? encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")) : text;
    });
  }
  if (typeof value !== "object" || !value) return value;
  if (Array.isArray(value)) return value.map((item) => expandTokens(item, scope, missing));
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const one = copy[name];
    const isFine = __CORE_ALONE__ && typeof one === "string" && !one.includes("{{");
    if (!isFine && has.call(copy, name)) copy[name] = expandTokens(one, scope, missing, name);
  }
  return copy;
}

/** `{{tokens}}` in a Playbook's texts. One without a value takes its fallback; without either the text is unusable. */
import { entitlementOf } from "./entitlements";
import { isObject, own } from "./schema";
import type { Subject } from "./subject";
import type { Cta, DecisionInput, Handle, Price } from "./types";

const TOKEN = /\{\{([a-z_][a-z0-9_.]*)(?:\|([^{}]*))?\}\}/g;

export interface TokenScope {
  readonly subject: Subject;
  /** Whose usage the usage tokens tell. */
  readonly meter: Handle | false | undefined;
  readonly price: Price | undefined;
  readonly locale: string | undefined;
  readonly formatPrice: DecisionInput["formatPrice"];
  /** Told of each token that has neither value nor fallback. */
  missing(token: string): void;
}

/** Price of the plan that the first CTA naming one is for, else of the user's own plan. */
export function priceFor({ playbook, plan }: Subject, ctas: readonly Cta[]): Price | undefined {
  const named = ctas.map((cta) => own(cta.params, "plan")).find((name) => name);
  return (named ? playbook.part("plans", `${named}`) : plan)?.price;
}

/** Percent used of a limit; a limit of nothing is used up. */
export function usagePercent(limit: number | null | undefined, used = 0): number | undefined {
  if (typeof limit !== "number") return undefined;
  return limit > 0 ? (used * 100) / limit : 100;
}

function valueOf(
  name: string,
  { subject, meter, price, locale, formatPrice }: TokenScope,
): unknown {
  const { plan, trial, context, playbook } = subject;
  if (name.startsWith("traits.")) {
    return name.split(".").reduce<unknown>((value, key) => own(value, key), context);
  }
  if (name.startsWith("day")) subject.note(trial?.nextDay);
  const { used, limit, remaining } = (meter && entitlementOf(subject, meter)) || {};
  const percent = usagePercent(limit, used);
  const values: Readonly<Record<string, unknown>> = {
    plan_name: plan?.name ?? plan?.handle,
    trial_plan_name: trial?.plan?.name ?? trial?.plan?.handle,
    days_remaining: trial?.daysRemaining,
    day_number: trial?.dayNumber,
    usage_used: used,
    usage_limit: limit,
    usage_remaining: remaining,
    usage_percent: percent && Math.floor(percent),
    workspace_name: own(playbook.branding, "workspace_name"),
    user_name: own(context, "name"),
    price: price && (formatPrice ? formatPrice(price, locale) : "{{price}}"),
  };
  return own(values, name);
}

/** The value with every token in every text replaced; an address (`url`) takes values encoded. */
export function expandTokens<T>(value: T, scope: TokenScope, key?: string): T;
export function expandTokens(value: unknown, scope: TokenScope, key?: string): unknown {
  if (typeof value === "string") {
    return value.replace(TOKEN, (_, name: string, fallback?: string) => {
      const found = valueOf(name, scope);
      const isText = /^(string|number|boolean)$/.test(typeof found) && found !== "";
      const text = isText ? `${found}` : fallback;
      if (text === undefined) scope.missing(name);
      return key === "url" ? encodeURIComponent(text ?? "") : (text ?? "");
    });
  }
  if (Array.isArray(value)) return value.map((item) => expandTokens(item, scope));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, expandTokens(item, scope, name)]),
  );
}

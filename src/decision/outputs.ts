/** What a payload says to this user: variant, language and tokens put in. */
import { bucket, chooseByWeight } from "./bucket";
import { keyOf, type PayloadQuestion } from "./gates";
import { textOf } from "./schema";
import { idOf } from "./subject";
import { expandTokens } from "./tokens";
import { record } from "./trace";
import type { Content, Cta, Localisation, PlacementOutput } from "./types";

type Locales = Readonly<Record<string, Localisation>> | undefined;

/** `de-AT`, then `de`, else nothing. */
function wordsIn(locales: Locales, locale: string | undefined): Localisation | undefined {
  for (let tag = locale; tag && locales; tag = tag.replace(/(^|-)[^-]*$/, "")) {
    if (Object.hasOwn(locales, tag)) return locales[tag];
  }
  return undefined;
}

/** The output of a payload, unless a token has neither value nor fallback. */
export function outputOf(question: PayloadQuestion): PlacementOutput | "token_missing" {
  const { subject, query, placement, payload, trace } = question;
  const { variants, locales, surface } = payload;
  // `de_AT` is meant well.
  const locale = (textOf(query, "locale") ?? textOf(subject.context, "locale"))?.replace("_", "-");
  const variant =
    variants && chooseByWeight(variants, bucket(`${keyOf(question)}:variant`, idOf(subject) ?? ""));

  let content: Content = payload.content;
  let ctas: readonly Cta[] = payload.ctas ?? [];
  for (const words of [wordsIn(locales, locale), variant, wordsIn(variant?.locales, locale)]) {
    if (words) {
      content = { ...content, ...words.content };
      ctas = ctas.map((cta, i) => ({ ...cta, ...words.ctas?.[i] }));
    }
  }
  const meter = content.meter?.entitlement ?? textOf(placement.trigger, "entitlement");
  const missing: string[] = [];
  const slot = query.slot ?? placement.slot;
  const output = {
    placement: placement.handle,
    payload: payload.handle,
    ...(variant && { variant: variant.handle }),
    ...(slot && { slot }),
    surface,
    ...expandTokens({ content, ctas }, { subject, meter, ctas, locale }, missing),
    playbook_version: subject.playbook.version,
  };
  return record(trace, "tokens", !missing.length, missing, []) ? output : "token_missing";
}

/** What a payload says to this user: variant, language and tokens put in. */
import { bucket, chooseByWeight } from "./bucket";
import { textOf } from "./schema";
import type { Subject } from "./subject";
import { expandTokens, priceFor } from "./tokens";
import type {
  Content,
  Cta,
  DecisionInput,
  Localisation,
  Payload,
  Placement,
  PlacementOutput,
  PlacementQuery,
} from "./types";

type Locales = Readonly<Record<string, Localisation>> | undefined;

/** `de-AT`, then `de`, else nothing. */
function wordsIn(locales: Locales, locale: string | undefined): Localisation | undefined {
  for (let tag = locale; tag; tag = tag.replace(/(^|-)[^-]*$/, "")) {
    if (locales && Object.hasOwn(locales, tag)) return locales[tag];
  }
  return undefined;
}

/** The output of a payload, and the tokens that have neither value nor fallback. */
export function outputOf(
  subject: Subject,
  { placement, payload }: { placement: Placement; payload: Payload },
  { query, input }: { query: PlacementQuery; input: DecisionInput },
): { readonly output: PlacementOutput; readonly missing: readonly string[] } {
  const { variants = [], locales, surface } = payload;
  const locale = textOf(query, "locale") ?? textOf(subject.context, "locale");
  const seed = `${placement.handle}/${payload.handle}:variant`;
  const weights = variants.map(({ weight }) => weight);
  const variant = variants[chooseByWeight(weights, bucket(seed, subject.id ?? ""))];

  let content: Content = payload.content;
  let ctas: readonly Cta[] = payload.ctas ?? [];
  for (const words of [wordsIn(locales, locale), variant, wordsIn(variant?.locales, locale)]) {
    content = { ...content, ...words?.content };
    ctas = ctas.map((cta, i) => ({ ...cta, ...words?.ctas?.[i] }));
  }
  const { trigger } = placement;
  const missing: string[] = [];
  const scope = {
    subject,
    locale,
    meter:
      content.meter?.entitlement ?? (trigger && "entitlement" in trigger && trigger.entitlement),
    price: priceFor(subject, ctas),
    formatPrice: input.formatPrice,
    missing: (token: string) => void missing.push(token),
  };
  const slot = query.slot ?? placement.slot;
  const output = {
    placement: placement.handle,
    payload: payload.handle,
    ...(variant && { variant: variant.handle }),
    ...(slot && { slot }),
    surface,
    content: expandTokens(content, scope),
    ctas: expandTokens(ctas, scope),
    playbook_version: subject.playbook.version,
  };
  return { output, missing };
}

/** What a payload says to this user, in their variant and language, with tokens replaced. */
import { bucket, chooseByWeight } from "./bucket";
import type { CompiledPlaybook } from "./compile";
import type { PayloadQuestion } from "./gates";
import { keyOf } from "./ready";
import { idOf, type Subject } from "./subject";
import { expandTokens, localeOf, type Words } from "./tokens";
import { record } from "./trace";
import type { Localisation, Payload, PlacementOutput, Variant } from "./types";

type Locales = Readonly<Record<string, Localisation>> | undefined;

/** What the tags of a language's regions begin with; some write `de_AT` for `de-AT`. */
const stem = (tag: string) => `${tag.toLowerCase().replaceAll("_", "-")}-`;

/** For `de-AT` those of `de` and `de-AT`, in this order; case doesn't count. */
const tagsIn = (locales: Locales = {}, locale = ""): string[] =>
  Object.keys(locales)
    .filter((tag) => stem(locale).startsWith(stem(tag)))
    .sort((a, b) => a.length - b.length);

/** Their words, each to be merged over those before it. */
const wordsIn = (locales: Locales, locale: string | undefined): (Localisation | undefined)[] =>
  tagsIn(locales, locale).map((tag) => locales?.[tag]);

/** The payload of which an output was made. */
export const payloadOf = (
  playbook: CompiledPlaybook,
  { placement, payload }: PlacementOutput,
): Payload | undefined =>
  playbook
    .part("placements", placement)
    ?.placement.payloads.find(({ handle }) => handle === payload);

/** The language of an output's words as a BCP 47 tag, if they are not the payload's own. */
export function languageOf(subject: Subject, output: PlacementOutput): string | undefined {
  const authored = payloadOf(subject.playbook, output);
  const drawn = authored?.variants?.find(({ handle }) => handle === output.variant);
  const tags = [authored, drawn].flatMap((one) => tagsIn(one?.locales, localeOf(subject, {})));
  return tags.pop()?.replaceAll("_", "-");
}

/** A field that is `undefined` says nothing. Not by way of JSON, which old libraries change for lists. */
const saidIn = <T extends object>(words: T | undefined) =>
  Object.fromEntries(
    Object.entries(words ?? {}).filter(([, one]) => one !== undefined),
  ) as Partial<T>;

/** The payload's words, with those of the language and of the variant merged over them. */
function wordsOf(
  { subject, query, payload }: PayloadQuestion,
  variant: Variant | undefined,
): Words {
  const locale = localeOf(subject, query);
  const { locales } = payload.payload;
  let { content, ctas = [] }: Words = payload.payload;
  const layers = [...wordsIn(locales, locale), variant, ...wordsIn(variant?.locales, locale)];
  for (const words of layers) {
    if (words) {
      content = { ...content, ...saidIn(words.content) };
      ctas = ctas.map((cta, i) => ({ ...cta, ...saidIn(words.ctas?.[i]) }));
    }
  }
  return { content, ctas };
}

/** Whether the words are texts without tokens, and without buttons. */
function isPlain({ content, ctas }: Words): boolean {
  const values: Readonly<Record<string, unknown>> = { ...content };
  for (const key in values) {
    const value = values[key];
    if (typeof value !== "string" || value.includes("{{")) return false;
  }
  return !ctas?.[0];
}

/** The output of a payload; `token_missing` if a token has neither value nor fallback. */
export function outputOf(question: PayloadQuestion): PlacementOutput | "token_missing" {
  const { subject, query, placement, payload, trace } = question;
  const { handle, variants, locales, surface } = payload.payload;
  const variant =
    variants &&
    chooseByWeight(variants, bucket(`${keyOf(placement, payload)}:variant`, idOf(subject) ?? ""));
  const words = variants || locales ? wordsOf(question, variant) : payload.payload;
  let { content, ctas = [] } = words;
  if (__CORE_ALONE__ && words === payload.payload) payload.isPlain ??= isPlain(words);
  if (__CORE_ALONE__ && payload.isPlain && !trace) {
    content = { ...content };
    ctas = [];
  } else {
    const missing: string[] = [];
    const scope = { subject, query, placement, words };
    content = expandTokens(content, scope, missing);
    ctas = expandTokens(ctas, scope, missing);
    if (!record(trace, "tokens", !missing.length, missing.sort(), [])) return "token_missing";
  }
  const slot = query.slot ?? placement.placement.slot;
  const playbook_version = subject.playbook.version;
  // Written out, since merging objects would take longer than all the rest.
  if (__CORE_ALONE__ && slot && !variant) {
    return {
      placement: placement.handle,
      payload: handle,
      slot,
      surface,
      content,
      ctas,
      playbook_version,
    };
  }
  return {
    placement: placement.handle,
    payload: handle,
    ...(variant && { variant: variant.handle }),
    ...(slot && { slot }),
    surface,
    content,
    ctas,
    playbook_version,
  };
}

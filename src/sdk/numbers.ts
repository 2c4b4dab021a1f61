/** Writes numbers as the user's language does. */
import type { Price } from "../decision/index";

/** Where minor units don't have two digits by ISO 4217. Engines know what is usually shown, which is often less. */
const MINOR_DIGITS: Readonly<Record<string, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

/** @param locale BCP 47; without one, or with one such as "C" that is no language tag, the browser's */
function format(number: number, locale?: string, options?: Intl.NumberFormatOptions): string {
  try {
    return number.toLocaleString(locale, options);
  } catch (error) {
    if (locale) return format(number, undefined, options);
    throw error;
  }
}

/** Languages that may be written with digits of their own, by the data of browsers; some others begin alike. */
const OWN_DIGITS =
  /^(a[rs]|b[hn]|bgc|c[ck]|dz|fa|ff|ks|lrc|m[nryz]|n[eq]|p[as]|raj|s[ad]|u[rz])|-nu-/i;

/**
 * Such as "1,234 / 5,000", both in the same digits. Small whole numbers need no formatter, and a
 * page's first one takes longer than all its placements.
 */
export function formatUsage(used: number, limit: number, locale = ""): string {
  const isPlain = (amount: number) => Number.isInteger(amount) && amount < 1000;
  const both = [used, limit];
  const arePlain = both.every(isPlain) && !OWN_DIGITS.test(locale);
  return (arePlain ? both : both.map((amount) => format(amount, locale || undefined))).join(" / ");
}

/** Throws for a currency that the browser refuses. */
export function formatPrice({ amount, currency }: Price, locale?: string): string {
  const digits = Object.keys(MINOR_DIGITS).find((key) => MINOR_DIGITS[key]?.includes(currency));
  const minimumFractionDigits = Number(digits ?? 2);
  return format(amount / 10 ** minimumFractionDigits, locale, {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
    minimumFractionDigits,
  });
}

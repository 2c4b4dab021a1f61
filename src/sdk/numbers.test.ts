import { describe, expect, test, vi } from "vitest";
import { formatUsage } from "./numbers";

/** As the language itself writes them. */
const written = (locale: string | undefined, ...amounts: number[]) =>
  amounts.map((amount) => amount.toLocaleString(locale)).join(" / ");

describe("usage", () => {
  test.each(["ar-EG", "fa-IR", "bn-BD", "mr", "ne-NP", "my", "ckb", "ps", "ks", "en-u-nu-arab"])(
    "is in the digits of %s, whatever the amounts",
    (locale) => {
      for (const [used, limit] of [
        [40, 50],
        [800, 1000],
        [0, 5_000],
        [1.5, 10],
      ] as const) {
        const text = formatUsage(used, limit, locale);
        expect(text).toBe(written(locale, used, limit));
        expect(text).not.toMatch(/\d/);
      }
    },
  );

  test.each(["en", "de-AT", "hi-IN", "ar-AE", "C", undefined])("is as %s writes it", (locale) => {
    const known = locale === "C" ? undefined : locale;
    expect(formatUsage(40, 50, locale)).toBe("40 / 50");
    expect(formatUsage(40, 5000, locale)).toBe(written(known, 40, 5000));
  });

  test("has no language with digits of its own that is taken for another", () => {
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    const pairs = letters.flatMap((one) => letters.map((two) => one + two));
    const tags = pairs.flatMap((two) => [two, ...letters.map((three) => two + three)]);
    const regions = ["ur-IN", "pa-PK", "uz-AF", "pa-Arab", "uz-Arab", "ff-Adlm", "ar-EG", "sd-PK"];
    // Browsers know a few by an earlier name too.
    const isOwn = (tag: string) => Intl.getCanonicalLocales(tag)[0] === tag;
    for (const tag of [...tags.filter(isOwn), ...regions]) {
      expect([tag, formatUsage(1, 2, tag)]).toEqual([tag, written(tag, 1, 2)]);
    }
  });

  test("of a few needs no formatter, which takes long to make", () => {
    const format = vi.spyOn(Number.prototype, "toLocaleString");
    formatUsage(40, 50, "en");
    formatUsage(40, 50);
    expect(format).not.toHaveBeenCalled();
  });
});

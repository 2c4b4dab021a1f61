import { describe, expect, test } from "vitest";
import { initialConsent } from "./consent";
import { inferUser } from "./user";

describe("the user's device", () => {
  const userOn = (coarse: boolean, width: number, height: number) =>
    inferUser({
      navigator: { language: "de-AT" },
      screen: { width, height },
      matchMedia: (query) => ({ matches: query === "(pointer: coarse)" && coarse }),
    });

  test.each([
    [true, 390, 844, "mobile"],
    [true, 844, 390, "mobile"],
    [true, 820, 1180, "tablet"],
    [false, 1920, 1080, "desktop"],
    [false, 500, 400, "desktop"],
  ] as const)("with a coarse pointer %s and %d by %d is a %s", (coarse, width, height, device) => {
    expect(userOn(coarse, width, height).device).toBe(device);
  });

  test("language and timezone are known, the country is not guessed", () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const expected = { locale: "de-AT", timezone: timeZone, device: "desktop" };
    expect(userOn(false, 1, 1)).toEqual(expected);
  });

  test("stays unknown when the browser won't tell", () => {
    const user = inferUser({
      navigator: { language: "en" },
      screen: { width: 1, height: 1 },
      matchMedia() {
        throw new Error("no");
      },
    });
    expect(user).not.toHaveProperty("device");
    expect(user.locale).toBe("en");
  });
});

describe("consent", () => {
  const navigator = {};
  const withControl = { ...navigator, globalPrivacyControl: true };

  test("is granted unless Global Privacy Control says otherwise", () => {
    expect(initialConsent(undefined, navigator)).toBe("granted");
    expect(initialConsent(undefined, undefined)).toBe("granted");
    expect(initialConsent(undefined, { ...navigator, globalPrivacyControl: false })).toBe(
      "granted",
    );
    expect(initialConsent(undefined, withControl)).toBe("denied");
  });

  test("is denied where the control can't be read", () => {
    const unreadable = {
      get globalPrivacyControl(): boolean {
        throw new Error("hostile");
      },
    };
    expect(initialConsent(undefined, unreadable)).toBe("denied");
    expect(initialConsent("granted", unreadable)).toBe("granted");
  });

  test("is what the page says, whatever the browser says", () => {
    expect(initialConsent("granted", withControl)).toBe("granted");
    expect(initialConsent("pending", withControl)).toBe("pending");
    expect(initialConsent("denied", navigator)).toBe("denied");
  });
});

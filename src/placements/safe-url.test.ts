import { beforeAll, describe, expect, it, vi } from "vitest";
import { IMAGES, safeUrl } from "./safe-url";

beforeAll(() => void vi.stubGlobal("document", { baseURI: "https://app.example/editor/" }));

describe("an address from a Playbook", () => {
  it.each([
    ["/plans?from=x", "https://app.example/plans?from=x"],
    ["plans", "https://app.example/editor/plans"],
    ["//cdn.example/a", "https://cdn.example/a"],
    ["http://other.example/", "http://other.example/"],
    ["mailto:sales@example.com", "mailto:sales@example.com"],
    ["tel:+4930123", "tel:+4930123"],
  ])("may be %s", (url, absolute) => expect(safeUrl(url)).toBe(absolute));

  it.each([
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    " \u0001JavaScript:alert(1)",
    "data:text/html,<script>1</script>",
    "blob:https://app.example/1",
    "vbscript:x",
    "file:///etc/passwd",
    "https://",
    "xhttps://a",
  ])("is refused as %j", (url) => expect(safeUrl(url)).toBeUndefined());

  it("is text however it was given", () => {
    expect(safeUrl({ toString: () => "javascript:1" })).toBeUndefined();
  });

  it("is loaded as an image from the web only", () => {
    expect(safeUrl("/a.png", IMAGES)).toBe("https://app.example/a.png");
    for (const url of ["mailto:a@b.c", "tel:1", "data:image/svg+xml,<svg/>"]) {
      expect(safeUrl(url, IMAGES)).toBeUndefined();
    }
  });
});

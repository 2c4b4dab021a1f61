import { expect, test } from "vitest";
import { compilePlaybook, playbookProblems } from "../decision/index";
import { completePlaybook } from "./local";

const playbookOf = (branding?: unknown) => ({
  ...{ format_version: 1, playbook_id: "p", version: 1 },
  branding,
});
/** What is shown, of what the Playbook, the service and the page say. */
function brandingOf(own: unknown, delivered: unknown, branding: object) {
  const completed = completePlaybook(playbookOf(own), { branding }, delivered);
  return { used: compilePlaybook(completed).branding(), problems: playbookProblems(completed) };
}

test("branding goes field by field over what lies below", () => {
  const own = { workspace_name: "A", logo_url: "/a", theme: { colors: { primary: "red" } } };
  const delivered = { workspace_name: "B", theme: { radius: 4, colors: { text: "black" } } };
  const { used, problems } = brandingOf(own, delivered, { workspace_name: "C" });
  const theme = { radius: 4, colors: { primary: "red", text: "black" } };
  expect(used).toEqual({ workspace_name: "C", logo_url: "/a", theme });
  expect(problems).toEqual([]);
});

test.each<[string, unknown, unknown, object]>([
  ["a logo that is null", { logo_url: null }, { logo_url: null }, {}],
  ["a logo of another type", { logo_url: 5 }, { logo_url: {} }, {}],
  ["a colour that is none", { theme: { colors: { text: 5 } } }, { theme: { colors: [] } }, {}],
  ["a theme that is none", { theme: "dark" }, { theme: null }, {}],
  ["no object", 5, [], {}],
  [
    "a colour of the page's that is none",
    {},
    {},
    { theme: { colors: { primary: "red", text: 5 } } },
  ],
])("%s takes nothing else of the branding along", (_, own, delivered, given) => {
  const page = { workspace_name: "Acme", theme: { colors: { primary: "red" } }, ...given };
  expect(brandingOf(own, delivered, page).used).toEqual({
    workspace_name: "Acme",
    theme: { colors: { primary: "red" } },
  });
});

test("a name that the service leaves null is the Playbook's own", () => {
  const { used } = brandingOf({ workspace_name: "Acme" }, { workspace_name: null }, {});
  expect(used?.workspace_name).toBe("Acme");
});

test("a bad field is named all the same", () => {
  const { problems } = brandingOf({}, { theme: { colors: { text: 5 } } }, {});
  expect(problems.map(({ path }) => path)).toEqual(["branding.theme.colors.text"]);
});

import { describe, expect, test } from "vitest";
import type { Schema } from "./schema";
import { readSchemas } from "./schema-text";

const handle = { type: "string", pattern: /^[a-z]+$/ };
const schemaOf = readSchemas<Schema>(
  `
  plan: handle! name rank=number price tags=string[] names=string{} kind='free|paid
  price: amount!=number
  page: url title
  `,
  { handle },
);

describe("a line of text is the schema of an object", () => {
  const { type, required, properties = {} } = schemaOf("plan");

  test("with the fields that must be there", () => {
    expect([type, required]).toEqual(["object", ["handle"]]);
    expect(schemaOf("page")).not.toHaveProperty("required");
  });

  test.each<[string, object]>([
    ["handle", handle],
    ["name", { type: "string" }],
    ["rank", { type: "number" }],
    ["tags", { type: "array", items: { type: "string" } }],
    ["names", { type: "object", additionalProperties: { type: "string" } }],
    ["kind", { enum: ["free", "paid"] }],
  ])("whose field %s has its kind", (key, schema) => {
    expect(properties[key]).toEqual(schema);
  });

  test("whose field is of the line with its name, made once", () => {
    expect(properties.price).toBe(schemaOf("price"));
  });
});

// @ts-check
/** All that is said of a Playbook that is valid, and yet not what its author meant. */
import { leftToNobody } from "./left-to-nobody.mjs";
import { missingParts } from "./missing-parts.mjs";
import { neverMet } from "./never-met.mjs";
import { oddConditions } from "./odd-conditions.mjs";
import { oddCtas } from "./odd-ctas.mjs";
import { oddLocales } from "./odd-locales.mjs";
import { oddNumbers } from "./odd-numbers.mjs";
import { oddPrices } from "./odd-prices.mjs";
import { oddTokens } from "./odd-tokens.mjs";
import { oddValues } from "./odd-values.mjs";
import { outranked } from "./outranked.mjs";
import { refusedValues } from "./refused-values.mjs";
import { strangeSegments } from "./strange-segments.mjs";
import { unknownFields } from "./unknown-fields.mjs";
import { unreached } from "./unreached.mjs";

const KINDS = [
  ...[unknownFields, missingParts, oddCtas, oddTokens, oddPrices, oddLocales, refusedValues],
  ...[oddValues, oddNumbers, leftToNobody, neverMet, unreached, outranked],
  ...[strangeSegments, oddConditions],
];

/** @param {import("../../dist/decision.js").Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export const warningsOf = (playbook) => KINDS.flatMap((linesOf) => linesOf(playbook));

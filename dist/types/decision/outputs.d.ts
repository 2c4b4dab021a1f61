import type { PayloadQuestion } from "./gates.js";
import { type Subject } from "./subject.js";
import type { PlacementOutput } from "./types.js";
/** The language of an output's words as a BCP 47 tag, if they are not the payload's own. */
export declare function languageOf(subject: Subject, { placement, payload, variant }: PlacementOutput): string | undefined;
/** The output of a payload; `token_missing` if a token has neither value nor fallback. */
export declare function outputOf(question: PayloadQuestion): PlacementOutput | "token_missing";

import type { CompiledPlaybook } from "./compile.js";
import type { PayloadQuestion } from "./gates.js";
import { type Subject } from "./subject.js";
import type { Payload, PlacementOutput } from "./types.js";
/** The payload of which an output was made. */
export declare const payloadOf: (playbook: CompiledPlaybook, { placement, payload }: PlacementOutput) => Payload | undefined;
/** The language of an output's words as a BCP 47 tag, if they are not the payload's own. */
export declare function languageOf(subject: Subject, output: PlacementOutput): string | undefined;
/** The output of a payload; `token_missing` if a token has neither value nor fallback. */
export declare function outputOf(question: PayloadQuestion): PlacementOutput | "token_missing";

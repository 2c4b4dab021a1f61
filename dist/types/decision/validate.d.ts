import { type Visit } from "./schema.js";
import type { Playbook, Problem } from "./types.js";
/** Every problem; an empty list for a sound Playbook. */
export declare const playbookProblems: (playbook: unknown) => Problem[];
/** Sees what only the whole Playbook shows of a part of it. */
export declare function inspectorOf(playbook: unknown): Visit;
/**
 * Checks a Playbook, format 1 (contract, "Playbook"). Never throws; each problem names the path
 * of its fault, such as `placements[3].payloads[0].surface`.
 */
export declare function validatePlaybook(value: unknown): {
    ok: true;
    playbook: Playbook;
} | {
    ok: false;
    problems: Problem[];
};

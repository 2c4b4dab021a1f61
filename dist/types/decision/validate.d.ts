import type { Playbook, Problem } from "./types.js";
/** Every problem; an empty list for a sound Playbook. */
export declare const playbookProblems: (playbook: unknown) => Problem[];
/**
 * The same problems, found in steps of one segment or placement, for pages that must not be blocked
 * for long. Their problems come last.
 */
export declare function findProblems(playbook: unknown): Generator<undefined, Problem[]>;
/**
 * Checks a Playbook, format 1 (README, "The Playbook by example"). Never throws; each problem names the path
 * of its fault, such as `placements[3].payloads[0].surface`.
 */
export declare function validatePlaybook(value: unknown): {
    ok: true;
    playbook: Playbook;
} | {
    ok: false;
    problems: Problem[];
};

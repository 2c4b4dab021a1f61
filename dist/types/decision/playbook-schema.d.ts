/** The Playbook's format 1 as tables: what `validatePlaybook` checks and `dist/playbook.schema.json` says. */
import type { Schema } from "./schema.js";
/** Its nodes are checked by the condition language itself. */
export declare const condition: Schema;
export declare const playbookSchema: Schema;

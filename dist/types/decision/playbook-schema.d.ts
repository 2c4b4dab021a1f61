/** The Playbook's format 1 as tables: what `validatePlaybook` checks and `dist/playbook.schema.json` says. */
import type { Schema } from "./schema.js";
export declare const playbookSchema: Schema;

/** Where the Playbook comes from. */
export { type LocalSources, loadLocal } from "./local";

/** Where the Playbook comes from. */
export { completePlaybook } from "./local";

/** Where the Playbook comes from. */
export { createDelivery } from "./delivery";
export { completePlaybook, mergeSaid } from "./local";
export { createPause } from "./pause";

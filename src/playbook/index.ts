/** Where the Playbook comes from. */
export { createDelivery } from "./delivery";
export { completePlaybook } from "./local";
export { createPause } from "./pause";

/** Where the Playbook comes from. */
export { createDelivery } from "./deliver";
export { completePlaybook } from "./local";
export type { Delivery, DeliveryOptions } from "./types";

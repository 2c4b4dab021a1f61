/** What leaves the page, and how it is told apart. */
export { createEventId } from "./event-id";

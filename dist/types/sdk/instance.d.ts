/** One SDK to a page, whichever file made it: the second to come finds the first. */
import type { Service } from "./types.js";
export declare function findInstance(window: object | undefined): Service | undefined;
export declare function keepInstance(window: object | undefined, service: Service): void;

import type { ServiceInitOptions } from "../options/index.js";
import type { Service } from "./types.js";
export interface Environment {
    /** None on a server. */
    readonly window: (Window & typeof globalThis) | undefined;
    readonly console: Pick<Console, "error" | "warn">;
    now(): number;
}
/**
 * Makes an SDK; it does nothing until `start()`.
 * @param options validated, or nothing for an inert one that denies everything
 */
export declare function createService(options: ServiceInitOptions | undefined, { window, console, now }: Environment): Service;

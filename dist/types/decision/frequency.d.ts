/**
 * How often a payload may be shown: caps, cooldown, remind-later and dismissal, by the history of
 * this person. Times far in the future come from a clock that was wrong: they count for a lifetime's
 * limits alone, so that nobody is locked out until then.
 */
import type { PayloadQuestion } from "./gates.js";
import type { PlacementReason } from "./types.js";
/**
 * How long a session lasts without use. A time may be ahead by as much: another tab's clock isn't quite
 * ours, and clocks are set back a little.
 */
export declare const SESSION_MS: number;
/** Whether caps, cooldown or history could hide this payload at all; most have none of them. */
export declare function hasPast(question: PayloadQuestion): boolean;
/** The reason of the first gate that hides it. The history comes from storage, so its shape isn't certain. */
export declare function testFrequency(question: PayloadQuestion): PlacementReason | undefined;

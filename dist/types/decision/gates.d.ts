import { type ReadyPayload, type ReadyPlacement } from "./ready.js";
import { type Subject } from "./subject.js";
import { type Trace } from "./trace.js";
import { type PlacementQuery, type PlacementReason, type Trigger } from "./types.js";
interface Question {
    readonly subject: Subject;
    readonly query: PlacementQuery;
    readonly placement: ReadyPlacement;
    /** Filled with every gate, when given. */
    readonly trace: Trace;
}
export interface PayloadQuestion extends Question {
    readonly payload: ReadyPayload;
}
/** Whether a trigger is an occasion that placements answer: a refusal or an event. */
export declare const isOccasion: (trigger: Pick<Trigger, "type"> | undefined) => boolean;
/** The reason of the first gate of the placement itself that isn't passed. */
export declare function testPlacement(question: Question): PlacementReason | undefined;
/** The reason of the first gate that isn't passed, of those for whom and when a payload is shown. */
export declare function testTarget({ subject, payload, trace, }: PayloadQuestion): PlacementReason | undefined;
/** The reason of the first gate that isn't passed, of those for how many users and where a payload is shown. */
export declare function testReach(question: PayloadQuestion): PlacementReason | undefined;
export {};

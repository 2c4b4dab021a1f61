/** What is wrong with the options, in words that an integrator can act on. No message holds a value. */
/** What kind of fault it is (README, "Options"). */
export type FaultCode = 
/** It is missing. */
"required"
/** It has a wrong type, or a value that is none of its. */
 | "type"
/** It must not be here: a server key in a browser, a token in place of a key. */
 | "refused"
/** It is no option any more; the message names what to use. */
 | "removed"
/** It is ignored, since the SDK decides by itself. */
 | "retired"
/** No option has this name. */
 | "unknown"
/** It is given as an earlier version took it. */
 | "earlier_shape";
export interface OptionFault {
    /** Such as `localRuntime.playbook`; `options` for all of them. */
    readonly option: string;
    readonly message: string;
    readonly code: FaultCode;
    /** True: the SDK must not start. False: the option's default holds. */
    readonly fatal: boolean;
}
/** A fault other than a wrong type. */
export type Fault = readonly [message: string, code: FaultCode];
/** Reports a fault; without a code, a value of a wrong type. */
export type FaultReport = (option: string, message: string, code?: FaultCode) => void;
/** One message that names every option at fault. @param faults the worst first, as `readOptions` gives them */
export declare function describeFaults(faults: readonly OptionFault[]): string;
/** Logs all faults as one message. */
export declare function logFaults(faults: readonly OptionFault[], console: Pick<Console, "error" | "warn">): void;
/** Thrown by `initService` alone, for an integrator's mistake. */
export declare class ServiceConfigError extends Error {
    readonly name = "ServiceConfigError";
    /** Of the worst fault. */
    readonly code: FaultCode;
    /** Of the worst fault. */
    readonly option: string;
    constructor({ code, option }: OptionFault, message: string);
}

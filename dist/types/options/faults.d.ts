/** What is wrong with the options, in words an integrator can act on. No message holds a value. */
export type FaultCode = "required" | "type" | "refused" | "removed" | "retired" | "unknown" | "earlier_shape";
export interface OptionFault {
    /** Such as `localRuntime.playbook`; `options` for all of them. */
    readonly option: string;
    readonly message: string;
    readonly code: FaultCode;
    /** True: the SDK must not start. False: the option's default holds. */
    readonly fatal: boolean;
}
/** What is said of an option's name or value, besides that it is of a wrong type. */
export type Fault = readonly [message: string, code: FaultCode];
/** Without a code it is a wrong value. */
export type FaultReport = (option: string, message: string, code?: FaultCode) => void;
/** One message that names every option at fault; the faults of `readOptions`, the worst first. */
export declare function describeFaults(faults: readonly OptionFault[]): string;
/** One line for all of them. */
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

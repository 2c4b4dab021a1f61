/** The script tag's data-attributes in the shape of the options (contract, section 2). */
export interface Attributes {
    /** For `readOptions`, as `attributes`: not validated yet. */
    readonly options: unknown;
    /** `data-manual`: wait for `Service.start()`. */
    readonly manual: boolean;
}
export interface AttributesEnvironment {
    readonly document: Pick<Document, "getElementById">;
    readonly fetch: (url: string) => Promise<Pick<Response, "json">>;
}
/** What isn't there is `undefined`; what is wrong is passed on, for `readOptions` to name. */
export declare function readAttributes(script: Pick<HTMLElement, "dataset"> | null, environment: AttributesEnvironment): Attributes;

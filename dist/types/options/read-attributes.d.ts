/** The script tag's data-attributes in the shape of the options (contract, section 2). */
export interface AttributesEnvironment {
    readonly document: Pick<Document, "getElementById">;
    readonly fetch: (url: string) => Promise<Pick<Response, "json" | "ok" | "status">>;
}
type Tag = Pick<HTMLElement, "dataset"> | null;
/** `data-manual`: wait for `Service.start()`. */
export declare const isManual: (script: Tag) => boolean;
/**
 * For `readOptions`, as `attributes`: not validated yet. What isn't there is `undefined`; what is
 * wrong is passed on, for `readOptions` to name.
 */
export declare function readAttributes(script: Tag, environment: AttributesEnvironment): unknown;
export {};

/** The script tag's data-attributes in the shape of the options (README, "Data-attributes"). */
interface AttributesEnvironment {
    readonly document: {
        querySelector(selector: string): Pick<Element, "textContent"> | null;
    };
    readonly fetch: (url: string) => Promise<Pick<Response, "json" | "ok" | "status">>;
}
type Tag = Pick<HTMLElement, "dataset"> | null;
/** `data-manual`: wait for `Service.start()`. Whatever else it says, who writes it doesn't want a start. */
export declare const isManual: (script: Tag) => boolean;
/**
 * The options that the attributes give, not validated yet: a missing one is `undefined`, a wrong one
 * is passed on for `readOptions` to report.
 */
export declare function readAttributes(script: Tag, environment: AttributesEnvironment): unknown;
export {};

/** What the checks need of a browser, whichever protocol drives it. */
export type Key = "Enter" | "Escape" | "Tab" | "Shift+Tab" | "PageDown";

/** Coordinates are CSS pixels of the viewport. */
export interface Tab {
  /** Goes there, and waits for the page's load. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression, JSON only; a promise is waited for. */
  evaluate(expression: string): Promise<unknown>;
  click(x: number, y: number): Promise<void>;
  /** Turns the wheel there, downwards. */
  wheel(x: number, y: number): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Browser {
  readonly version: string;
  /** In front, with the storage of the tabs before it. */
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

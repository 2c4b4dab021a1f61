/** Whether the tab is out of sight. A page's `<iframe name="hidden">` takes the property's place. */
export const isTabHidden = () => globalThis.document?.hidden === true;

/** Whether the tab is out of sight. A page's `<iframe name="hidden">` takes the property's place. */
export const isTabHidden = ({ hidden }: Pick<Document, "hidden">) => hidden === true;

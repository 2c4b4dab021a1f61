/**
 * What a person has before their eyes, asked of the page itself: the functions here run in it, so
 * each stands alone.
 */
import { expect } from "vitest";
import type { Tab } from "./driver";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The value of a function that runs in the page. Arguments and value are JSON. */
export async function ask<A extends readonly unknown[], T>(
  tab: Tab,
  question: (...parameters: A) => T | Promise<T>,
  ...parameters: A
): Promise<T> {
  const json = parameters.map((parameter) => JSON.stringify(parameter));
  return (await tab.evaluate(`(${question})(${json})`)) as T;
}

/** The middle of what is named so, by its label or text, and is in view with nothing over it. */
function pointOf(name: string): Point | null {
  const elementsOf = (root: ParentNode): Element[] =>
    [...root.querySelectorAll("*")].flatMap((element) => [
      element,
      ...(element.shadowRoot ? elementsOf(element.shadowRoot) : []),
    ]);
  const topmostAt = ({ x, y }: Point) => {
    let hit = document.elementFromPoint(x, y);
    for (;;) {
      const inner: Element | null | undefined = hit?.shadowRoot?.elementFromPoint(x, y);
      if (!inner || inner === hit) return hit;
      hit = inner;
    }
  };
  const nameOf = (element: Element) =>
    element.getAttribute("aria-label") ??
    [...element.childNodes]
      .map((node) => (node instanceof Text ? node.data : ""))
      .join("")
      .trim();
  for (const element of elementsOf(document)) {
    if (nameOf(element) !== name) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { x, y, width, height } = element.getBoundingClientRect();
    const middle = { x: x + width / 2, y: y + height / 2 };
    const top = width * height > 0 && topmostAt(middle);
    if (top && element.contains(top)) return middle;
  }
  return null;
}

/** Label, text or tag of the element that has the focus, in whatever shadow root it is. */
function focusName(): string {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return "nothing";
  return element.getAttribute("aria-label") ?? (element.textContent?.trim() || element.localName);
}

export const sees = async (tab: Tab, name: string) => (await ask(tab, pointOf, name)) !== null;
export const focused = (tab: Tab) => ask(tab, focusName);
/** What `localStorage` holds. */
export const stored = (tab: Tab) => ask(tab, () => ({ ...localStorage }) as Record<string, string>);

export const expectSeen = (tab: Tab, name: string) =>
  expect.poll(() => sees(tab, name), { message: `“${name}” is seen` }).toBe(true);
export const expectUnseen = (tab: Tab, name: string) =>
  expect.poll(() => sees(tab, name), { message: `“${name}” is seen` }).toBe(false);

/** Clicks what is named so, once it is in view and stands still. */
export async function clickOn(tab: Tab, name: string): Promise<void> {
  let last: Point | null = null;
  const settle = async () => {
    const now = await ask(tab, pointOf, name);
    const isStill = now !== null && now.x === last?.x && now.y === last.y;
    last = now;
    return isStill;
  };
  await expect.poll(settle, { message: `“${name}” can be clicked` }).toBe(true);
  const { x, y } = last ?? { x: 0, y: 0 };
  await tab.click(x, y);
}

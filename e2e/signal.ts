/** A promise, and what settles it: an answer waits until the test has seen what there is without it. */
export function createSignal() {
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { settle, settled };
}

/**
 * Numbers the questions about one thing, so that an older one's answer that comes after a newer one's
 * is dropped.
 * @returns to be called when asking. It gives a function to be called once an answer would be taken:
 * true takes it, and from then on every older question's answer is refused.
 */
export function createOrder() {
  let asked = 0;
  let accepted = 0;
  return () => {
    const number = ++asked;
    return () => {
      const isNewer = number > accepted;
      if (isNewer) accepted = number;
      return isNewer;
    };
  };
}

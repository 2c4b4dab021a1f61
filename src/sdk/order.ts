/** Numbers the questions about one thing: an older one's answer that comes after a newer one's doesn't count. */
export function createOrder() {
  let asked = 0;
  let answered = 0;
  return () => {
    const number = ++asked;
    return () => {
      const counts = number > answered;
      if (counts) answered = number;
      return counts;
    };
  };
}

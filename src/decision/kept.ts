/** What is made of a text, once for each; a bounded memory, for texts may come from anywhere. */
const MOST = 1_000;

export function kept<T extends object | string>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let made = known.get(text);
    if (!made) {
      made = make(text);
      if (known.size >= MOST) known.clear();
      known.set(text, made);
    }
    return made;
  };
}

// Lets a few through at a time. Thirty photos of a telephone opened at once would take more memory than a cheap
// computer has.

export function makeTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function take(): Promise<() => void> {
    if (running >= most) await new Promise<void>(done => waiting.push(done));
    else running += 1;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    };
  }

  return take;
}

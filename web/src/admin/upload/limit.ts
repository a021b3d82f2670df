// Lets a few through at a time. Thirty phone photos opened at once would take more memory than a cheap computer has.

export function makeLimit(maxRunning: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  /** Resolves when there is room, with the function that gives the place back. */
  async function acquire(): Promise<() => void> {
    if (running >= maxRunning) await new Promise<void>(done => waiting.push(done));
    else running += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    };
  }

  return acquire;
}

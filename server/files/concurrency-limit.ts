/** More tasks wait than the limit allows. */
export class QueueFull extends Error {}

/** Runs at most `atOnce` tasks at a time; the others wait in order, at most `most` of them: one more throws `QueueFull`. */
export function concurrencyLimit(atOnce: number, most = Infinity): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce && waiting.length >= most) throw new QueueFull(`${most} tasks wait`);
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Uploaded pictures are decoded and re-encoded one at a time: a small file may have fifty million pixels, which takes seconds on
 * one of the four threads that also read files and verify passwords.
 */
export const pictureTurn = concurrencyLimit(1);

/** Runs so many pieces of work at a time; the others wait, the first first. */
export function concurrencyLimit(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
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
 * Pictures that people send are read and written anew one at a time: a small file may be fifty million pixels, seconds of work on
 * one of the four threads by which files are read and passwords looked at.
 */
export const pictureTurn = concurrencyLimit(1);

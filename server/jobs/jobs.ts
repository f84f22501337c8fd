/** Work that goes on after an answer: handed over by name, taken up again at the next start. */
export interface Jobs {
  /** Looks for due work now instead of at the next tick. Returns at once. */
  wake(): void;
  /** Ends when no work is left; tests and shutdown wait on it. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Does one piece of due work; answers whether there was one. Must be safe to run on several servers at once. */
export type Worker<H> = (house: H) => Promise<boolean>;

const TICK_MS = 5_000;

/** Runs `workers` one piece at a time, at every wake and every tick, until none has work. */
export function startJobs<H>(house: () => H, workers: readonly Worker<H>[], onError: (error: unknown) => void): Jobs {
  let running: Promise<void> = Promise.resolve();
  let asked = false;
  const life = { stopped: false };

  async function round(): Promise<void> {
    while (asked && !life.stopped) {
      asked = false;
      for (const worker of workers) {
        try {
          while (!life.stopped && (await worker(house()))) asked = true;
        } catch (error) {
          onError(error);
        }
      }
    }
  }
  function wake(): void {
    const idle = !asked;
    asked = true;
    if (idle) running = running.then(round);
  }
  const timer = setInterval(wake, TICK_MS);
  timer.unref();
  return {
    wake,
    settled: () => running,
    stop: async () => {
      life.stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

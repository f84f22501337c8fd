/** Work that goes on after an answer: handed over by name, taken up again at the next start. */
export interface Jobs {
  /** Looks for due work now instead of at the next tick. Returns at once. */
  wake(): void;
  /** Ends when no work is left; tests and shutdown wait on it. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Does one piece of due work; answers whether there was one. Must be safe to run on several servers at once. */
export type Worker<H> = (context: H) => Promise<boolean>;

/** Workers that wait for each other; lanes do not, so that a long piece of work holds up only its own. */
export interface Lane<H> {
  readonly workers: readonly Worker<H>[];
  readonly everyMs: number;
}

type OnError = (error: unknown) => void;

/** Runs every lane one piece at a time, at every wake and every tick, until none has work. */
export function startJobs<H>(context: () => H, lanes: readonly Lane<H>[], onError: OnError): Jobs {
  const started = lanes.map((lane) => startLane(context, lane, onError));
  return {
    wake: () => started.forEach((lane) => lane.wake()),
    settled: async () => void (await Promise.all(started.map((lane) => lane.settled()))),
    stop: async () => void (await Promise.all(started.map((lane) => lane.stop()))),
  };
}

function startLane<H>(context: () => H, { workers, everyMs }: Lane<H>, onError: OnError): Jobs {
  let running: Promise<void> = Promise.resolve();
  let asked = false;
  const life = { stopped: false };

  async function round(): Promise<void> {
    while (asked && !life.stopped) {
      asked = false;
      for (const worker of workers) {
        try {
          while (!life.stopped && (await worker(context()))) asked = true;
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
  const timer = setInterval(wake, everyMs);
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

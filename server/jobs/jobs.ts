/** Background work: the caller starts it by name, and it continues after a restart. */
export interface Jobs {
  /** Looks for due work now instead of at the next tick. Returns at once. */
  wake(): void;
  /** Resolves when no work is left; tests and shutdown wait for it. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Does one unit of due work; returns whether there was one. Must be safe to run on several servers at once. */
export type Worker<H> = (context: H) => Promise<boolean>;

/** Workers in one lane wait for each other; lanes are independent, so that a long task delays only its own lane. */
export interface Lane<H> {
  readonly workers: readonly Worker<H>[];
  readonly everyMs: number;
}

type OnError = (error: unknown) => void;

/** Runs every lane one task at a time, at every wake and every tick, until no lane has work. The first wake comes when the tables are migrated. */
export function startJobs<H>(context: () => H, lanes: readonly Lane<H>[], onError: OnError): Jobs {
  const started = lanes.map((lane) => startLane(context, lane, onError));
  return {
    wake: () => started.forEach((lane) => lane.wake()),
    settled: async () => void (await Promise.all(started.map((lane) => lane.settled()))),
    stop: async () => void (await Promise.all(started.map((lane) => lane.stop()))),
  };
}

/** For a server that leaves background work to others: it only announces work, at most once in this time. */
const ANNOUNCE_MS = 200;

export function announceJobs(announce: () => Promise<void>): Jobs {
  let running: Promise<void> = Promise.resolve();
  let due: NodeJS.Timeout | undefined;
  return {
    wake() {
      due ??= setTimeout(() => {
        due = undefined;
        // A worker finds the work at its next tick when it was not told.
        running = announce().catch(() => undefined);
      }, ANNOUNCE_MS).unref();
    },
    settled: () => running,
    stop: async () => {
      clearTimeout(due);
      await running;
    },
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
  let timer: NodeJS.Timeout | undefined;
  function wake(): void {
    if (timer === undefined && !life.stopped) {
      timer = setInterval(wake, everyMs);
      timer.unref();
    }
    const idle = !asked;
    asked = true;
    if (idle) running = running.then(round);
  }
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

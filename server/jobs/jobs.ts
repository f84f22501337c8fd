/** Background work: the caller starts it by name, and it continues after a restart. */
export interface Jobs {
  /** Looks for due work now instead of at the next tick. Returns at once. */
  wake(): void;
  /** Resolves when no work is left; tests and shutdown wait for it. */
  settled(): Promise<void>;
  stop(): Promise<void>;
  /** What each lane of this server did last; none on a server without background work. */
  reports(): readonly LaneReport[];
}

export interface LaneReport {
  readonly name: string;
  readonly title: string;
  readonly running: boolean;
  /** Epoch milliseconds; null before the first run. */
  readonly lastRun: number | null;
  readonly nextRun: number | null;
  /** Units of work done since the start. */
  readonly done: number;
  readonly failures: number;
  readonly lastFailure: number | null;
  readonly reason: string;
}

/** Does one unit of due work; returns whether there was one. Must be safe to run on several servers at once. */
export type Worker<H> = (context: H) => Promise<boolean>;

/** Workers in one lane wait for each other; lanes are independent, so that a long task delays only its own lane. */
export interface Lane<H> {
  /** English, for metrics. Lanes of the same name do the same work. */
  readonly name: string;
  /** Chinese, for 运行状态. */
  readonly title: string;
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
    reports() {
      const seen = new Map<string, number>();
      return started.flatMap((lane) =>
        lane.reports().map((one) => {
          const before = seen.get(one.name) ?? 0;
          seen.set(one.name, before + 1);
          return before === 0 ? one : { ...one, name: `${one.name}-${before + 1}`, title: `${one.title}（${before + 1}）` };
        }),
      );
    },
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
    reports: () => [],
  };
}

function startLane<H>(context: () => H, { name, title, workers, everyMs }: Lane<H>, onError: OnError): Jobs {
  let running: Promise<void> = Promise.resolve();
  let asked = false;
  const life = { stopped: false };
  const report = { name, title, running: false, done: 0, failures: 0, reason: '' };
  const times: { lastRun: number | null; lastFailure: number | null } = { lastRun: null, lastFailure: null };

  async function round(): Promise<void> {
    report.running = true;
    while (asked && !life.stopped) {
      asked = false;
      times.lastRun = Date.now();
      for (const worker of workers) {
        try {
          while (!life.stopped && (await worker(context()))) {
            asked = true;
            report.done += 1;
          }
        } catch (error) {
          report.failures += 1;
          times.lastFailure = Date.now();
          report.reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
          onError(error);
        }
      }
    }
    report.running = false;
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
    reports: () => [{ ...report, ...times, nextRun: times.lastRun === null ? null : times.lastRun + everyMs }],
  };
}

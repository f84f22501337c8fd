import type { AppContext } from '../context.ts';
import { CronError, nextTime, timesAfter, timesBefore } from './cron-times.ts';
import { targetOf } from './job-targets.ts';
import { dueJob, laterJobs, noteRun, prolongJob, releaseJob, takeJob, type JobRow } from './job.queries.ts';
import { SKEW_MS } from '../db/clock.ts';
import { newHolder } from '../db/leases.ts';

/** A server that does not respond for this time loses its job to the others. */
const LEASE_MS = 60_000;
/** A run later than this counts as missed. */
export const MISFIRE_MS = 60_000;
/** Maximum number of missed runs that are made up. */
const MADE_UP = 100;
const ERROR_LENGTH = 2_000;

export interface Clock {
  now(): number;
}
const WALL: Clock = { now: () => Date.now() };

interface Plan {
  readonly run: boolean;
  readonly next: number | null;
}

/** Returns what to do with a due job, and its next due time. Throws `CronError`. */
export function planOf(job: Pick<JobRow, 'cronExpression' | 'misfirePolicy' | 'nextTime' | 'askedAt'>, now: number): Plan {
  const { cronExpression, misfirePolicy, nextTime: due } = job;
  if (job.askedAt !== null) return { run: true, next: due };
  if (due === null) return { run: false, next: nextTime(cronExpression, now) };
  if (now - due <= MISFIRE_MS) return { run: true, next: nextTime(cronExpression, due) };
  if (misfirePolicy === '3') return { run: false, next: nextTime(cronExpression, now) };
  if (misfirePolicy !== '1') return { run: true, next: nextTime(cronExpression, now) };
  const missed = timesAfter(cronExpression, due, MADE_UP);
  const tooMany = missed.length === MADE_UP && (missed.at(-1) ?? now) < now;
  return { run: true, next: tooMany ? (timesBefore(cronExpression, now, MADE_UP - 1).at(-1) ?? null) : (missed[0] ?? null) };
}

/**
 * Takes the job that has been due longest and runs it; only one of several servers gets it. Returns whether there was one.
 * A run starts only once: when a server dies during it, the run is logged and not repeated.
 */
export async function runNextDueJob(context: AppContext, clock: Clock = WALL): Promise<boolean> {
  const now = clock.now();
  const row = await dueJob(context.db, now, now + LEASE_MS + SKEW_MS);
  if (!row) return false;
  const leaseBy = newHolder();
  const alone = row.concurrent === '1';
  let plan: Plan;
  try {
    plan = planOf(row, now);
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    if (await takeJob(context.db, row, { status: '1', nextTime: null, askedAt: null, leaseUntil: 0, leaseBy: '' }))
      await note(context, row, now, now, `${error.message}；任务已暂停`, '');
    return true;
  }
  const over = plan.next === null && row.status === '0';
  const change = { nextTime: plan.next, askedAt: null, ...(over ? { status: '1' as const } : {}) };
  const lease = plan.run && alone ? { leaseUntil: now + LEASE_MS, leaseBy } : { leaseUntil: 0, leaseBy: '' };
  if (!(await takeJob(context.db, row, { ...change, ...lease }))) return true;
  if (row.leaseBy !== '') await note(context, row, row.leaseUntil - LEASE_MS, now, '上次执行时服务中断，没有做完', '');
  if (plan.run) await run(context, row, alone ? leaseBy : null, clock);
  return true;
}

/**
 * Gives jobs whose next time is later than their expression says a new one: it was computed while the clock was ahead. Returns false: there
 * is no more such work.
 */
export async function correctJobTimes({ db }: AppContext, clock: Clock = WALL): Promise<boolean> {
  const now = clock.now();
  for (const row of await laterJobs(db, now)) {
    const next = (() => {
      try {
        return nextTime(row.cronExpression, now);
      } catch {
        // A job with an invalid expression is paused when it is due.
        return null;
      }
    })();
    if (next !== null && (row.nextTime ?? 0) > next + SKEW_MS) await takeJob(db, row, { nextTime: next });
  }
  return false;
}

async function run(context: AppContext, row: JobRow, leaseBy: string | null, clock: Clock): Promise<void> {
  const started = clock.now();
  const keep = setInterval(() => {
    // A lease that could not be renewed expires.
    if (leaseBy) prolongJob(context.db, row.id, leaseBy, clock.now() + LEASE_MS).catch(() => undefined);
  }, LEASE_MS / 4);
  keep.unref();
  try {
    // Parsed again from the row: a change made directly in the table is also rejected.
    const done = await targetOf(row.invokeTarget)(context);
    await note(context, row, started, clock.now(), null, done);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    await note(context, row, started, clock.now(), words || '执行失败', '');
  } finally {
    clearInterval(keep);
    if (leaseBy) await releaseJob(context.db, row.id, leaseBy);
  }
}

async function note(context: AppContext, row: JobRow, startTime: number, endTime: number, problem: string | null, done: string): Promise<void> {
  const { id: jobId, jobName, jobGroup, invokeTarget } = row;
  const result = problem === null ? done : '执行失败';
  await noteRun(context.db, {
    jobId,
    jobName,
    jobGroup,
    invokeTarget,
    jobMessage: `${result}，用时${endTime - startTime}毫秒`,
    status: problem === null ? '0' : '1',
    exceptionInfo: (problem ?? '').slice(0, ERROR_LENGTH),
    startTime,
    endTime,
  });
}

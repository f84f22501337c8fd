import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';

export const beats = (db: Database, since: number) =>
  db.selectFrom('serverBeat').selectAll().where('seenAt', '>', since).orderBy('startedAt').execute();

export async function writeBeat(
  db: Database,
  beat: { name: string; role: string; release: string; startedAt: number; seenAt: number; state: string },
) {
  const { name: _name, ...rest } = beat;
  await db
    .insertInto('serverBeat')
    .values(beat)
    .onConflict((oc) => oc.column('name').doUpdateSet(rest))
    .execute();
}

export const removeBeat = (db: Database, name: string) => db.deleteFrom('serverBeat').where('name', '=', name).execute();

export const removeBeats = (db: Database, before: number) => db.deleteFrom('serverBeat').where('seenAt', '<', before).execute();

/** The last backup that ended well, and the last one that was tried. */
export async function backupRuns(db: Database) {
  const runs = db.selectFrom('backupRun').selectAll().orderBy('startedAt', 'desc').limit(1);
  return { good: await runs.where('state', '=', 'done').executeTakeFirst(), last: await runs.executeTakeFirst() };
}

export interface Queue {
  readonly name: string;
  readonly waiting: number;
  /** Epoch milliseconds of the oldest that waits; null when none does. */
  readonly oldest: number | null;
  readonly failed: number;
}

/** What waits for background work, and what failed, by queue. */
export async function queues(db: Database): Promise<Queue[]> {
  const all = [
    ['邮件', 'mail', 'waiting'],
    ['图书制作', 'preparation', 'queued'],
    ['音视频制作', 'media', 'queued'],
    ['导出', 'export_file', 'queued'],
  ] as const;
  return Promise.all(
    all.map(async ([name, table, waiting]) => {
      const { rows } = await sql<{ waiting: number | null; oldest: number | null; failed: number | null }>`
        select sum(case when state = ${waiting} then 1 else 0 end) as waiting,
          min(case when state = ${waiting} then create_time end) as oldest,
          sum(case when state = 'failed' then 1 else 0 end) as failed
        from ${sql.table(table)} where state in (${waiting}, 'failed')`.execute(db);
      const [found] = rows;
      return { name, waiting: Number(found?.waiting ?? 0), oldest: found?.oldest ?? null, failed: Number(found?.failed ?? 0) };
    }),
  );
}

/** Scheduled jobs with their last run. */
export const scheduledJobs = (db: Database) =>
  db
    .selectFrom('job')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('jobLog')
          .select(({ fn }) => ['jobId as ranJob', fn.max('id').as('lastLog')])
          .groupBy('jobId')
          .as('ran'),
      (join) => join.onRef('ran.ranJob', '=', 'job.id'),
    )
    .leftJoin('jobLog', 'jobLog.id', 'ran.lastLog')
    .select(['job.jobName', 'job.status', 'job.nextTime', 'jobLog.status as lastStatus', 'jobLog.endTime', 'jobLog.exceptionInfo'])
    .where('job.delFlag', '=', '0')
    .orderBy('job.id')
    .execute();

/** Takes the newest backup run when it failed or began before `before` and nobody was warned; null when there is no such run. */
export async function takeLateBackup(tx: Tx, before: number, now: number) {
  const newest = await tx.selectFrom('backupRun').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!newest || newest.warnedAt !== null || (newest.state !== 'failed' && newest.startedAt >= before)) return null;
  const taken = await tx.updateTable('backupRun').set({ warnedAt: now }).where('id', '=', newest.id).where('warnedAt', 'is', null).executeTakeFirst();
  return Number(taken.numUpdatedRows) === 1 ? newest : null;
}

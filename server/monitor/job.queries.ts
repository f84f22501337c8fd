import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { JobLogTable, JobTable } from '../db/tables/admin-tables.ts';

export type JobRow = Selectable<JobTable>;

/**
 * Returns the job that has been due longest: scheduled, requested, or without a time yet; not one that runs elsewhere and may not overlap. A
 * lease that ends after `latest` was taken while a clock was ahead.
 */
export function dueJob(db: Database, now: number, latest: number) {
  return db
    .selectFrom('job')
    .selectAll()
    .where('delFlag', '=', '0')
    .where((eb) => eb.or([eb('leaseUntil', '<=', now), eb('leaseUntil', '>', latest)]))
    .where((eb) =>
      eb.or([eb('askedAt', 'is not', null), eb.and([eb('status', '=', '0'), eb.or([eb('nextTime', 'is', null), eb('nextTime', '<=', now)])])]),
    )
    .orderBy('nextTime')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Active jobs that are due after `now`. */
export const laterJobs = (db: Database, now: number) =>
  db.selectFrom('job').selectAll().where('delFlag', '=', '0').where('status', '=', '0').where('nextTime', '>', now).execute();

/** Changes a job when its due time, its request and its lease are unchanged: only one of two servers gets true. */
export async function takeJob(db: Database, row: JobRow, change: Updateable<JobTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set(change)
    .where('id', '=', row.id)
    .where('leaseUntil', '=', row.leaseUntil)
    .where('leaseBy', '=', row.leaseBy)
    .where('status', '=', row.status)
    .where('nextTime', row.nextTime === null ? 'is' : '=', row.nextTime)
    .where('askedAt', row.askedAt === null ? 'is' : '=', row.askedAt)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

export const prolongJob = (db: Database, id: number, leaseBy: string, leaseUntil: number) =>
  db.updateTable('job').set({ leaseUntil }).where('id', '=', id).where('leaseBy', '=', leaseBy).execute();

export const releaseJob = (db: Database, id: number, leaseBy: string) =>
  db.updateTable('job').set({ leaseUntil: 0, leaseBy: '' }).where('id', '=', id).where('leaseBy', '=', leaseBy).execute();

export const noteRun = (db: Database, row: Insertable<JobLogTable>) => db.insertInto('jobLog').values(row).execute();

export const jobById = (db: Tx, id: number) => db.selectFrom('job').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const changeJob = (tx: Tx, id: number, change: Updateable<JobTable>) => tx.updateTable('job').set(change).where('id', '=', id).execute();

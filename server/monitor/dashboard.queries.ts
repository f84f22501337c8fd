import { sql } from 'kysely';
import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import { anyTable } from '../db/any-table.ts';
import type { Database } from '../db/database.ts';
import { sharedAnswer } from '../db/shared-answer.ts';

type Counted = 'user' | 'download' | 'collect' | 'publication';
const TIME: Readonly<Record<Counted, 'createTime' | 'listTime'>> = {
  user: 'createTime',
  download: 'createTime',
  collect: 'createTime',
  publication: 'listTime',
};

/** Returns the number of rows of a table, in total and since a given time. */
export const totals = (db: Database, table: Counted, since: number) =>
  sharedAnswer(db, `totals ${table} ${since}`, [table], () => countedTotals(db, table, since));

async function countedTotals(db: Database, table: Counted, since: number) {
  const time = TIME[table];
  const base = anyTable(db).selectFrom(table);
  const live = table === 'user' ? base.where('delFlag', '=', '0') : table === 'publication' ? base.where('status', '=', 'listed') : base;
  const all = await live.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const recent = await live
    .where(time, '>=', since)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { value: Number(all.count), recent: Number(recent.count) };
}

/** Returns the rows per day since a given time, by the day number since 1970 in Shanghai time. */
export const byDay = (db: Database, table: Counted, since: number): Promise<ReadonlyMap<number, number>> =>
  sharedAnswer(db, `days ${table} ${since}`, [table], () => countedByDay(db, table, since));

async function countedByDay(db: Database, table: Counted, since: number): Promise<ReadonlyMap<number, number>> {
  const time = TIME[table];
  const day = sql<number>`(${sql.ref(time)} + ${sql.lit(SHANGHAI_MS)}) / ${sql.lit(DAY_MS)}`;
  const rows = await anyTable(db)
    .selectFrom(table)
    .where(time, '>=', since)
    .select([day.as('day'), (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(day)
    .execute();
  return new Map(rows.map((row) => [Math.floor(Number(row.day)), Number(row.count)]));
}

/** Every turned page is written, so these numbers may be ten seconds old. */
export const readersSince = (db: Database, since: number) => sharedAnswer(db, `readers ${since}`, [], () => countedReaders(db, since));

async function countedReaders(db: Database, since: number) {
  const row = await db
    .selectFrom('readingProgress')
    .where('updateTime', '>=', since)
    .select((eb) => eb.fn.count<number>('userId').distinct().as('count'))
    .executeTakeFirstOrThrow();
  const all = await db
    .selectFrom('readingProgress')
    .select((eb) => eb.fn.count<number>('userId').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return { value: Number(all.count), recent: Number(row.count) };
}

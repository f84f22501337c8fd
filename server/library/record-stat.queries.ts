import { sql, type RawBuilder } from 'kysely';
import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import type { Database } from '../db/database.ts';

/** What the numbers of one table are counted by. */
export interface StatTable {
  readonly table: 'browse' | 'collect' | 'download' | 'score';
  readonly time: 'createTime' | 'updateTime';
  /** Column of the shares. */
  readonly part: string;
  /** Columns that identify a page or a work. */
  readonly target: readonly string[];
}

const since = (db: Database, { table, time }: StatTable, from: number) => db.selectFrom(table as 'browse').where(time as 'createTime', '>=', from);

/** Records by day number in Shanghai. */
export async function countsByDay(db: Database, of: StatTable, from: number): Promise<ReadonlyMap<number, number>> {
  const day: RawBuilder<number> = sql`(${sql.ref(of.time)} + ${sql.lit(SHANGHAI_MS)}) / ${sql.lit(DAY_MS)}`;
  const rows = await since(db, of, from)
    .select([day.as('day'), (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(day)
    .execute();
  return new Map(rows.map((row) => [Math.floor(Number(row.day)), Number(row.count)]));
}

export async function peopleSince(db: Database, of: StatTable, from: number): Promise<number> {
  // The sum is the same number: for the column itself the planner reads the whole table in the order of people.
  const row = await db
    .selectFrom(
      since(db, of, from)
        .select(sql<number>`user_id + 0`.as('someone'))
        .distinct()
        .as('person'),
    )
    .select((eb) => eb.fn.count<number>('person.someone').as('people'))
    .executeTakeFirstOrThrow();
  return Number(row.people);
}

export async function countsByPart(db: Database, of: StatTable, from: number) {
  const rows = await since(db, of, from)
    .select([`${of.part} as name` as 'targetType as name', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(of.part as 'targetType')
    .execute();
  return rows.map(({ name, count }) => ({ name: String(name), count: Number(count) })).toSorted((a, b) => b.count - a.count);
}

/** The targets with most records. */
export async function topTargets(db: Database, of: StatTable, from: number, most: number) {
  const rows = await since(db, of, from)
    .select(of.target as readonly 'targetType'[])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(of.target as readonly 'targetType'[])
    .orderBy('count', 'desc')
    .limit(most)
    .execute();
  return rows as readonly (Readonly<Record<string, string | number>> & { readonly count: number | string })[];
}

import type { AliasedExpression } from 'kysely';
import type { Database } from './database.ts';

/** A query whose rows are counted, summed or listed. */
export interface RowsOf<Row> {
  as(name: 'item'): AliasedExpression<Row, 'item'>;
}

export const countRows = async (db: Database, rows: RowsOf<{ readonly id: number }>): Promise<number> =>
  Number(
    (
      await db
        .selectFrom(rows.as('item'))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

/** The number of rows with each value of the column `by`. */
export async function countRowsBy<Value extends string | number>(
  db: Database,
  rows: RowsOf<{ readonly by: Value }>,
): Promise<ReadonlyMap<Value, number>> {
  const found = await db
    .selectFrom(rows.as('item') as AliasedExpression<{ readonly by: string | number }, 'item'>)
    .select((eb) => ['item.by', eb.fn.countAll<number>().as('total')])
    .groupBy('item.by')
    .execute();
  // Numbers of PostgreSQL may be strings: the type of the query says what they are.
  return new Map(found.map(({ by, total }) => [by as Value, Number(total)]));
}

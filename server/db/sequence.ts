import { sql } from 'kysely';
import type { Database, Tx } from './database.ts';

/** Returns the next number of a named sequence, from 1. Inside the caller's transaction, a rollback leaves no gap. */
export async function nextNumber(db: Database | Tx, name: string): Promise<number> {
  const row = await db
    .insertInto('sequence')
    .values({ name, value: 1 })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value: sql<number>`sequence.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

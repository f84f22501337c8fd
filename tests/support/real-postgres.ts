import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Database, Tx } from '../../server/db/database.ts';
import { POSTGRES_PROGRAMS } from './postgres-server.ts';

export { realPostgres } from './postgres-server.ts';

/**
 * Tests that need a PostgreSQL with more than one connection: they run once, with the other tests on PostgreSQL; elsewhere the title shows
 * that they are skipped.
 */
export function onRealPostgres(title: string, tests: () => void): void {
  const turn = process.env['TEST_ENGINE'] === 'postgres';
  const said = turn ? `WITHOUT PostgreSQL on this machine not run: ${title}` : `${title} (with the tests on PostgreSQL)`;
  describe.skipIf(!turn || !POSTGRES_PROGRAMS)(turn && POSTGRES_PROGRAMS ? title : said, tests);
}

/** Runs `others` in an open transaction, starts `mine`, which has to wait for it, and then commits. Returns the result of `mine`. */
export async function meanwhile<T>(db: Database, others: (tx: Tx) => Promise<unknown>, mine: () => Promise<T>): Promise<T> {
  let asked: Promise<T> | undefined;
  const waiting = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*) as n from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)).rows[0]?.n ?? 0;
  await db.transaction().execute(async (tx) => {
    await others(tx);
    asked = mine();
    await expect.poll(waiting, { interval: 20, timeout: 20_000 }).toBe(1);
  });
  return asked as Promise<T>;
}

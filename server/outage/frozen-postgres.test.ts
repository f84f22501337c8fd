import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { openDatabase } from '../db/database.ts';
import { isOutage } from './outage.ts';

onRealPostgres('a PostgreSQL that is frozen', () => {
  test('#53.2 statements, transactions and the wait for a connection end, later ones fail at once, and it recovers', async () => {
    const postgres = await realPostgres();
    const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-frozen-'));
    const db = openDatabase({ dataDir, databaseUrl: postgres.url, dbTimeoutMs: 30_000 });
    const ask = () => sql<{ one: number }>`select 1 as one`.execute(db);
    try {
      await sql`create table ledger (id bigint primary key)`.execute(db);
      await ask();
      // More than the pool has, so that some wait for a connection; one is in the middle of a transaction.
      let inside = false;
      let frozen = false;
      const half = db.transaction().execute(async (tx) => {
        await sql`insert into ledger (id) values (1)`.execute(tx);
        inside = true;
        await vi.waitFor(() => expect(frozen).toBe(true), { timeout: 10_000, interval: 5 });
        await sql`insert into ledger (id) values (2)`.execute(tx);
      });
      await vi.waitFor(() => expect(inside).toBe(true), { interval: 5 });
      postgres.freeze();
      frozen = true;
      const waiting = await Promise.allSettled([half, ...Array.from({ length: 30 }, ask)]);
      expect(waiting.flatMap((one) => (one.status === 'rejected' && isOutage(one.reason) ? [] : [one]))).toEqual([]);
      const began = performance.now();
      await expect(ask()).rejects.toThrow('database');
      expect(performance.now() - began).toBeLessThan(500);
      expect(db.engine.breaker?.report().state).toBe('down');
      postgres.thaw();
      await vi.waitFor(async () => expect((await ask()).rows).toEqual([{ one: 1 }]), { timeout: 20_000 });
      // No connection came back in the middle of the transaction that failed.
      const rows = await Promise.all(Array.from({ length: 25 }, () => sql`select id from ledger`.execute(db)));
      expect(rows.every((one) => one.rows.length === 0)).toBe(true);
      await sql`insert into ledger (id) values (1)`.execute(db);
    } finally {
      postgres.thaw();
      await db.destroy();
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

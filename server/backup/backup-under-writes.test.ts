import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { limit } from '../../tests/support/machine-speed.ts';
import { onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { backUp } from './backup.ts';
import { sourceOf } from './installation.ts';
import { diskPlace } from './place/disk-place.ts';
import { restore } from './restore.ts';

const WRITERS = 6;

onRealPostgres('a backup of PostgreSQL under writes', () => {
  test(
    '#53.1 a backup under six writers is restored with every row acknowledged before it began, each row whole',
    async () => {
      const postgres = await realPostgres();
      const folder = await mkdtemp(join(tmpdir(), 'shuzhou-under-writes-'));
      const dataDir = join(folder, 'data');
      await mkdir(dataDir);
      await writeFile(join(dataDir, 'secret'), 'f'.repeat(64));
      const db = openDatabase({ dataDir, databaseUrl: postgres.url, dbTimeoutMs: 30_000 });
      const life = { going: true };
      const acknowledged = Array.from({ length: WRITERS }, () => 0);
      // Two rows in one transaction: a backup has both or none.
      const write = async (writer: number): Promise<void> => {
        for (let seq = 1; life.going; seq += 1) {
          await db.transaction().execute(async (tx) => {
            for (const half of ['a', 'b'])
              await tx
                .insertInto('cacheEntry')
                .values({ key: `w${writer}:${seq}:${half}`, value: 'x'.repeat(500), expiresAt: 2 ** 50 })
                .execute();
          });
          acknowledged[writer] = seq;
        }
      };
      try {
        await migrate(db);
        const writing = acknowledged.map((_count, writer) => write(writer));
        await vi.waitFor(() => expect(Math.min(...acknowledged)).toBeGreaterThan(10), { timeout: limit(30_000) });
        const before = [...acknowledged];
        const to = join(folder, 'backup');
        await mkdir(to);
        const source = await sourceOf({ dataDir, databaseUrl: postgres.url, s3: null }, true);
        await backUp(source, { place: diskPlace(to), folder: '', previous: null, passphrase: null, scratch: to }, Date.now());
        life.going = false;
        await Promise.all(writing);
        const target = join(folder, 'restored');
        await restore(diskPlace(to), { dataDir: target, databaseUrl: null, s3: null }, null, Date.now());
        const copy = new DatabaseSync(join(target, 'shuzhou.db'));
        expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
        for (const [writer, count] of before.entries()) {
          const halves = (half: string) =>
            copy.prepare(`select count(*) as n from cache_entry where key like 'w${writer}:%:${half}'`).get()?.['n'] as number;
          expect(halves('a')).toBeGreaterThanOrEqual(count);
          expect(halves('b')).toBe(halves('a'));
        }
        copy.close();
      } finally {
        life.going = false;
        await db.destroy();
        await postgres.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
    limit(120_000),
  );
});

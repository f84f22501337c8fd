import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { onRealPostgres, realPostgres } from '../tests/support/real-postgres.ts';
import { limit } from '../tests/support/machine-speed.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { closeContext, openContext } from './open-context.ts';
import { readSettings } from './settings.ts';

onRealPostgres('a server that waits for its turn to migrate', () => {
  test('#53.2 does no background work that another server announces before its own start', async () => {
    const postgres = await realPostgres();
    const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-waits-'));
    const settings = { ...readSettings({ DATA_DIR: dataDir, DEMO: '0' }), databaseUrl: postgres.url };
    const context = openContext(settings);
    const other = openDatabase(settings);
    const ran = () => context.jobs.reports().filter(({ lastRun }) => lastRun !== null).length;
    try {
      let heard = 0;
      const stop = other.engine.onWork(() => (heard += 1));
      await vi.waitFor(
        async () => {
          await other.engine.announceWork();
          expect(heard).toBeGreaterThan(2);
        },
        { timeout: limit(20_000), interval: 50 },
      );
      expect(ran()).toBe(0);
      await migrate(other);
      context.jobs.wake();
      await vi.waitFor(() => expect(ran()).toBeGreaterThan(0), { timeout: limit(20_000) });
      stop();
    } finally {
      await closeContext(context);
      await other.destroy();
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGliteDialect } from 'kysely';
import { database } from '../../server/db/database.ts';
import { postgresEngine } from '../../server/db/dialects/postgres.ts';
import { migrate } from '../../server/db/migrate.ts';
import { memoryPostgres, MIGRATED } from './test-house.ts';

/** PostgreSQL in memory is made and migrated once a run; answers the way to clear it away. */
export default async function migratedDatabase(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_ENGINE'] !== 'postgres') return undefined;
  const pglite = memoryPostgres();
  const db = database(postgresEngine(new PGliteDialect({ pglite })));
  await migrate(db);
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-migrated-'));
  const file = join(folder, 'database.tar');
  await writeFile(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await db.destroy();
  process.env[MIGRATED] = file;
  return () => rm(folder, { recursive: true, force: true });
}

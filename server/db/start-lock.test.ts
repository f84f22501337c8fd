import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { postgres } from './dialects/postgres.ts';
import { database } from './database.ts';

onRealPostgres('two servers that start on one PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof realPostgres>>;
  beforeAll(async () => {
    server = await realPostgres();
  });
  afterAll(() => server.close());

  test('#33.35 migrates and seeds one server after the other, also when seeding exceeds the statement timeout', async () => {
    const [one, two] = [postgres(server.url, 300), postgres(server.url, 300)];
    const databases = [one, two].map((engine) => database(engine));
    const events: string[] = [];
    const watch = new Client({ connectionString: server.url });
    await watch.connect();
    /** Servers that requested the lock and have been connected for longer than their statement timeout. */
    const patient = async (): Promise<number> => {
      const asked = `select count(*)::int as n from pg_stat_activity
        where pid <> pg_backend_pid() and query like '%pg_try_advisory_lock%' and backend_start < now() - interval '600 milliseconds'`;
      return (await watch.query<{ n: number }>(asked)).rows[0]?.n ?? 0;
    };
    const first = one.exclusively(async () => {
      events.push('first begins');
      await expect.poll(patient).toBe(2);
      events.push('first ends');
    });
    await expect.poll(() => events.length).toBe(1);
    await Promise.all([first, two.exclusively(async () => void events.push('second begins'))]);
    expect(events).toEqual(['first begins', 'first ends', 'second begins']);
    await watch.end();
    await Promise.all(databases.map((db) => db.destroy()));
  });
});

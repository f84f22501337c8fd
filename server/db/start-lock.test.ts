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
    const first = one.exclusively(async () => {
      events.push('first begins');
      // The second server now waits longer than its statement timeout.
      await new Promise((resolve) => setTimeout(resolve, 900));
      events.push('first ends');
    });
    await expect.poll(() => events.length).toBe(1);
    await Promise.all([first, two.exclusively(async () => void events.push('second begins'))]);
    expect(events).toEqual(['first begins', 'first ends', 'second begins']);
    await Promise.all(databases.map((db) => db.destroy()));
  });
});

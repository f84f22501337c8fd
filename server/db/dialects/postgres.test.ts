import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onRealPostgres, realPostgres } from '../../../tests/support/real-postgres.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';

onRealPostgres('a PostgreSQL that is started again', () => {
  let server: Awaited<ReturnType<typeof realPostgres>>;
  let town: TestContext;
  beforeAll(async () => {
    server = await realPostgres();
    town = await testContext({ databaseUrl: server.url });
  });
  afterAll(async () => {
    await town?.close();
    await server?.close();
  });

  /** Closes every connection of the server, as a restart of the database does. */
  async function cut(): Promise<void> {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = $1', ['tester']);
    await client.end();
  }
  const users = () => town.context.db.selectFrom('user').select('id').execute();
  const ready = async () => (await town.app.inject('/prod-api/ready')).statusCode;

  test('keeps the server running and reopens idle connections', async () => {
    await Promise.all(Array.from({ length: 8 }, users));
    await cut();
    await expect.poll(ready, { timeout: 5_000 }).toBe(200);
  });

  test('fails only the statements in progress', async () => {
    const write = town.context.db.transaction().execute(async (tx) => {
      await tx.insertInto('sequence').values({ name: 'cut', value: 1 }).execute();
      await cut();
      // The server ends the connection shortly after the call.
      for (let value = 2; ; value += 1)
        await tx
          .insertInto('sequence')
          .values({ name: `cut ${value}`, value })
          .execute();
    });
    await expect(write).rejects.toThrow();
    await expect.poll(ready, { timeout: 5_000 }).toBe(200);
    expect(await town.context.db.selectFrom('sequence').select('name').where('name', 'like', 'cut%').execute()).toEqual([]);
  });
});

import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { limit } from '../../tests/support/machine-speed.ts';
import { configOf } from './config-value.ts';
import type { Database } from './database.ts';
import { PostgresListener } from './dialects/postgres-listener.ts';

/** The limit of the issue for a change to act on the other server. */
const ACTS_MS = limit(1_000);

onRealPostgres('two servers over one PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof realPostgres>>;
  let here: TestContext;
  let there: TestContext;
  let admin: Client;
  beforeAll(async () => {
    postgres = await realPostgres();
    here = await testContext({ databaseUrl: postgres.url });
    there = await testContext({ databaseUrl: postgres.url });
    admin = new Client({ connectionString: postgres.url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await here.close();
    await there.close();
    await postgres.close();
  });
  beforeEach(() => Promise.all([here, there].map(({ context }) => hears(context.db))));

  const hears = (db: Database) => vi.waitFor(() => expect(db.writes.of(['session']).heard).toBe(true), { timeout: limit(10_000) });

  /** A clerk who may see the list of posts, and the answer of a server to their request. */
  async function clerk(userName: string) {
    const id = await here.addUser({ userName, permissions: ['system:post:list'] });
    const headers = await here.as(userName);
    const code = (server: TestContext, by: Bearer = headers) => codeOf(server, by);
    return { id, headers, code };
  }
  const codeOf = async ({ app }: TestContext, headers: Bearer) =>
    (await app.inject({ url: '/prod-api/system/post/list', headers })).json<{ code: number }>().code;

  /** The statements about sessions and rights that a request runs. */
  async function statementsOf(server: TestContext, work: () => Promise<unknown>): Promise<string[]> {
    const { times } = server.context.db;
    const ran: string[] = [];
    const note = vi.spyOn(times, 'note').mockImplementation((event) => void ran.push(event.query.sql));
    await work();
    note.mockRestore();
    return ran.filter((sql) => /"session"|"role_menu"|"config"/.test(sql));
  }
  /** The notifications of earlier writes may still be on their way. */
  const reads = (server: TestContext, work: () => Promise<unknown>, statements: number) =>
    vi.waitFor(async () => expect(await statementsOf(server, work)).toHaveLength(statements), { timeout: limit(5_000), interval: 20 });
  const acts = (seen: () => Promise<unknown>, value: unknown) =>
    vi.waitFor(async () => expect(await seen()).toBe(value), { timeout: ACTS_MS, interval: 20 });

  test('#53.5 session, rights and settings are read once on PostgreSQL', async () => {
    const { code } = await clerk('cached');
    await acts(() => code(there), 200);
    await reads(there, () => code(there), 0);
  });

  test('#53.5 a sign-out on one server ends the session on the other', async () => {
    const { code, headers } = await clerk('leaving');
    await acts(() => code(there), 200);
    await here.app.inject({ method: 'POST', url: '/prod-api/logout', headers });
    expect(await code(here)).toBe(401);
    await acts(() => code(there), 401);
  });

  test('#53.5 a disabled account and a withdrawn role act on the other server', async () => {
    const { id, code } = await clerk('moving');
    const { db } = here.context;
    await acts(() => code(there), 200);
    const { roleId } = await db.selectFrom('userRole').select('roleId').where('userId', '=', id).executeTakeFirstOrThrow();
    await db.updateTable('role').set({ status: '1' }).where('id', '=', roleId).execute();
    expect(await code(here)).toBe(403);
    await acts(() => code(there), 403);
    await db.updateTable('role').set({ status: '0' }).where('id', '=', roleId).execute();
    await acts(() => code(there), 200);
    await db.transaction().execute((tx) => tx.updateTable('user').set({ status: '1' }).where('id', '=', id).execute());
    expect(await code(here)).toBe(401);
    await acts(() => code(there), 401);
  });

  test('#53.5 a setting, also one that was changed by another program, acts on the other server', async () => {
    const setting = () => configOf(there.context, 'test.two');
    await here.context.db
      .insertInto('config')
      .values({ configName: '测试', configKey: 'test.two', configValue: 'a', createTime: 1, updateTime: 1 })
      .execute();
    await acts(setting, 'a');
    await reads(there, setting, 0);
    await admin.query(`update config set config_value = 'b' where config_key = 'test.two'`);
    await acts(setting, 'b');
  });

  test('#53.5 signing in and using a session invalidate nothing on the other server', async () => {
    const { id } = await clerk('arriving');
    const before = there.context.db.writes.of(['session', 'user']).count;
    await here.as('arriving');
    const { db } = here.context;
    await db.updateTable('session').set({ lastSeen: 5 }).where('userId', '=', id).execute();
    await db.updateTable('user').set({ loginDate: 5 }).where('id', '=', id).execute();
    await db.deleteFrom('session').where('userId', '=', -1).execute();
    // A later notification has come: the ones before would have come too.
    const marked = there.context.db.writes.of(['dept']).count;
    await here.addDept('后来的部门');
    await acts(async () => there.context.db.writes.of(['dept']).count > marked, true);
    expect(there.context.db.writes.of(['session', 'user']).count).toBe(before);
  });

  test('#53.5 nothing is served from the cache while the listening connection is broken, and it is empty afterwards', async () => {
    const { id, code } = await clerk('unheard');
    await acts(() => code(there), 200);
    await reads(there, () => code(there), 0);
    const { db } = there.context;
    const listening = await admin.query<{ pid: number }>(`select pid from pg_stat_activity where query in ('select 1', 'listen shuzhou_writes')`);
    expect(listening.rows.length).toBeGreaterThanOrEqual(2);
    for (const { pid } of listening.rows) await admin.query('select pg_terminate_backend($1)', [pid]);
    await vi.waitFor(() => expect(db.writes.of(['session']).heard).toBe(false), { timeout: limit(5_000), interval: 5 });
    await admin.query(`update "user" set status = '1' where id = $1`, [id]);
    expect(await code(there)).toBe(401);
    await hears(db);
    expect(await code(there)).toBe(401);
  });

  test('#53.5 the commit of a transaction does not hide the writes of another one that is still open', async () => {
    const { db } = here.context;
    const value = () => configOf(here.context, 'test.open');
    await db.insertInto('config').values({ configName: '测试', configKey: 'test.open', configValue: 'a', createTime: 1, updateTime: 1 }).execute();
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('config').set({ configValue: 'b' }).where('configKey', '=', 'test.open').execute();
      await db.transaction().execute((other) => other.updateTable('config').set({ configValue: 'x' }).where('configKey', '=', 'test.two').execute());
      expect(await value()).toBe('a');
    });
    expect(await value()).toBe('b');
  });

  test('#53.5 a connection over which no notification comes is never trusted', async () => {
    const feed = { wrote: vi.fn(), began: vi.fn(), answered: vi.fn(), lost: vi.fn() };
    const listener = new PostgresListener(postgres.url, async () => undefined);
    listener.onWrites(feed);
    await vi.waitFor(() => expect(feed.lost).toHaveBeenCalled(), { timeout: limit(15_000) });
    listener.close();
    expect([feed.began.mock.calls.length, feed.answered.mock.calls.length]).toEqual([0, 0]);
  });
});

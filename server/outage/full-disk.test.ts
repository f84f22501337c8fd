import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onPostgres } from '../../tests/support/test-database.ts';
import { type TestContext, testContext } from '../../tests/support/test-context.ts';
import { DISK_FULL } from '../../contract/error.ts';

const PASSWORD = 'a-long-password-9';
let t: TestContext;
beforeAll(async () => {
  t = await testContext();
});
afterAll(() => t.close());

/** The embedded database reports a full disk when it may not grow. */
const allowGrowth = async (yes: boolean): Promise<void> => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(t.context.db);
  const pages = yes ? 1_000_000 : Object.values(rows[0] ?? {})[0];
  await sql`pragma max_page_count=${sql.raw(String(pages))}`.execute(t.context.db);
};

test.skipIf(onPostgres())('#53.2 with a full disk a write says so at 503 and keeps nothing, reading and searching go on', async () => {
  await t.addUser({ userName: 'staff', permissions: ['system:notice:add', 'system:notice:list'] });
  await t.addUser({ userName: 'reader', password: PASSWORD });
  const headers = await t.as('staff');
  const text = 'x'.repeat(60_000);
  const notice = { noticeTitle: '停电通知', noticeType: '1', noticeContent: text, status: '0' };
  const add = () => t.app.inject({ method: 'POST', url: '/prod-api/system/notice', headers, payload: notice });
  const noticeRows = () => t.context.db.selectFrom('notice').select('id').where('noticeTitle', '=', '停电通知').execute();
  await allowGrowth(false);
  const rejected = await add();
  expect([rejected.statusCode, rejected.json()]).toEqual([503, { code: 503, msg: DISK_FULL }]);
  expect(rejected.headers['retry-after']).toBe('5');
  expect(await noticeRows()).toEqual([]);
  for (let turn = 0; turn < 40; turn += 1) {
    const found = await t.app.inject({ url: `/prod-api/cms/search?keyword=${encodeURIComponent(`海${turn}`)}`, remoteAddress: `10.0.0.${turn}` });
    expect([found.statusCode, found.json().code]).toEqual([200, 200]);
  }
  const signIn = (userName: string, password: string) =>
    t.app.inject({
      method: 'POST',
      url: '/prod-api/login',
      payload: { username: userName, password, code: '', uuid: '' },
      remoteAddress: '10.1.0.1',
    });
  const signedIn = await signIn('reader', PASSWORD);
  const said = { statusCode: signedIn.statusCode, msg: signedIn.json<{ msg: string }>().msg };
  // There may be room for one session in a page that exists; otherwise the person reads why.
  expect([
    { statusCode: 200, msg: '操作成功' },
    { statusCode: 503, msg: DISK_FULL },
  ]).toContainEqual(said);
  await allowGrowth(true);
  expect((await signIn('reader', PASSWORD)).json().msg).toBe('操作成功');
  expect((await add()).json().code).toBe(200);
  expect(await noticeRows()).toHaveLength(1);
});

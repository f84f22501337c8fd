import { afterAll, beforeAll, expect, test } from 'vitest';
import { meanwhile, onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

onRealPostgres('a step that two people take at once, on a PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof realPostgres>>;
  let town: TestContext;
  let readerId = 0;
  let clerk: Bearer;
  beforeAll(async () => {
    server = await realPostgres();
    town = await testContext({ databaseUrl: server.url });
    readerId = await town.addUser({ userName: 'reader' });
    await town.addUser({ userName: 'clerk', permissions: ['cms:content:audit', 'system:notice:list', 'system:feedback:edit'] });
    clerk = await town.as('clerk');
  });
  afterAll(async () => {
    await town?.close();
    await server?.close();
  });

  const put = async (path: string, payload: object): Promise<{ code: number }> =>
    (await town.app.inject({ method: 'PUT', url: `/prod-api/system${path}`, headers: clerk, payload })).json();

  test('does not approve a notice that was rewritten meanwhile', async () => {
    const { db } = town.context;
    const { id, version } = await db
      .insertInto('notice')
      .values({ noticeTitle: '开馆', noticeType: '2', noticeContent: '<p>读过的</p>', status: 'pending', createTime: 0, updateTime: 0 })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();
    const approved = await meanwhile(
      town.context.db,
      (tx) =>
        tx
          .updateTable('notice')
          .set({ noticeContent: '<p>没人读过的</p>', version: version + 1 })
          .where('id', '=', id)
          .execute(),
      () => put(`/notice/approve/${id}`, { version }),
    );
    expect(approved.code).toBe(409);
    expect(await db.selectFrom('notice').select('status').where('id', '=', id).executeTakeFirst()).toEqual({ status: 'pending' });
  });

  test('answers the same feedback only once', async () => {
    const { db } = town.context;
    const said = { userId: readerId, type: 'bug', content: '打不开', images: '[]', contact: '', createBy: 'reader' };
    const { id } = await db
      .insertInto('feedback')
      .values({ ...said, status: 'handling', createTime: 0, updateTime: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const answered = await meanwhile(
      town.context.db,
      (tx) =>
        tx
          .updateTable('feedback')
          .set((eb) => ({ status: 'replied', reply: '已经修好了', version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .execute(),
      () => put(`/feedback/reply/${id}`, { text: '我们查一查' }),
    );
    expect(answered.code).toBe(409);
    expect(await db.selectFrom('feedback').select('reply').where('id', '=', id).executeTakeFirst()).toEqual({ reply: '已经修好了' });
    expect(await db.selectFrom('message').select('id').where('userId', '=', readerId).execute()).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
let reader: Bearer;
const now = Date.now();
const base = { createTime: now, updateTime: now };

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'reader' });
  reader = await t.as('reader');
});
afterAll(() => t.close());

const addNotice = async (more: object): Promise<number> =>
  (
    await t.context.db
      .insertInto('notice')
      .values({ noticeTitle: '开馆', noticeType: '2', noticeContent: '<p>好</p>', status: 'published', publishTime: now - 1, ...base, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

async function ask(method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = reader) {
  const answer = await t.app.inject({ method, url: `/prod-api${url}`, headers, ...(payload ? { payload } : {}) });
  return answer.json<{ code: number; msg: string; data: { rows: { content: string }[] }; rows: { title: string; link: string }[] }>();
}

test('#20 E51 readers comment on notices that everybody can read, and on no others', async () => {
  const open = await addNotice({});
  const comment = (targetId: number) => ask('POST', '/cms/comment', { targetType: 'notice', targetId, content: '开馆那天我来' });
  expect(await comment(open)).toMatchObject({ code: 200 });
  expect((await ask('GET', `/cms/comment/queryComment?targetType=notice&targetId=${open}`, undefined, {})).data.rows).toMatchObject([
    { content: '开馆那天我来' },
  ]);
  for (const closed of [{ audience: 'staff' }, { status: 'draft' }, { publishTime: now + 3_600_000 }, { delFlag: '1' }])
    expect((await comment(await addNotice(closed))).code, JSON.stringify(closed)).toBe(404);
});

test('#24 a visit of a news article is in the history of the reader, with its title and address', async () => {
  const { id } = await t.context.db
    .insertInto('information')
    .values({ title: '学者谈写作', category: 'scholar', content: '<p>好</p>', status: 'published', publishTime: now - 1, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await ask('POST', '/info/browse', { targetType: 'information', targetId: id, visitorId: 'visitor-0001', seconds: 5 })).code).toBe(200);
  expect((await ask('GET', '/info/browse/mine')).rows).toMatchObject([{ title: '学者谈写作', link: `/cms/main/information?id=${id}` }]);
  expect((await ask('POST', '/info/browse', { targetType: 'information', targetId: 999, visitorId: 'visitor-0001' })).code).toBe(404);
});

test('#24 #116 a visit of a news article is one record for a reader within half an hour, none in private mode, and one view a day', async () => {
  const { id } = await t.context.db
    .insertInto('information')
    .values({ title: '学者谈翻译', category: 'scholar', content: '<p>好</p>', status: 'published', publishTime: now - 1, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.addUser({ userName: 'quiet' });
  const quiet = await t.as('quiet');
  const visit = (headers: Bearer) =>
    ask('POST', '/info/browse', { targetType: 'information', targetId: id, visitorId: 'visitor-0002', seconds: 5 }, headers);
  await t.app.inject({ method: 'PUT', url: '/prod-api/info/browse/privacy', headers: quiet, payload: { isPrivate: true } });
  for (const one of [reader, reader, quiet]) expect((await visit(one)).code).toBe(200);
  const records = await t.context.db.selectFrom('browse').select(['userId', 'seconds']).where('targetId', '=', id).execute();
  expect(records).toHaveLength(1);
  expect((await ask('GET', '/info/browse/mine', undefined, quiet)).rows).toEqual([]);
  for (const one of [reader, reader, quiet]) await ask('GET', `/cms/information/getInfo/${id}`, undefined, one);
  await t.context.views.flush();
  const { viewNum } = await t.context.db.selectFrom('information').select('viewNum').where('id', '=', id).executeTakeFirstOrThrow();
  expect(viewNum).toBe(2);
});

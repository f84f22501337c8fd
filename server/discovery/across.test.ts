import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import type { FoundKind, FoundThing } from '../../contract/discovery/across.ts';
import { relist } from '../scholar/scholar.service.ts';
import { indexPublication } from '../catalog/search/search.service.ts';

let t: TestContext;

beforeAll(async () => {
  t = await testContext();
  const { db } = t.context;
  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  for (const [title, authorsText, brief] of [
    ['严见山谈写作', '林远', ''],
    ['学术写作第一课', '严见山', ''],
    ['渡口来信', '吕文', '严见山推荐'],
  ] as const) {
    const id = await addListedWork(t.context, { title });
    await db.updateTable('publication').set({ authorsText, brief }).where('id', '=', id).execute();
    await indexPublication(db, id, db.engine);
  }
  const scholar = { researchField: '写作', userId: null, collegeId: null, status: 'published', ...base };
  for (const scholarName of ['严见山', '严见山人'])
    await relist(
      db,
      (
        await db
          .insertInto('scholar')
          .values({ ...scholar, scholarName })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    );
  await db
    .insertInto('scholar')
    .values({ ...scholar, scholarName: '严见山（草稿）', searchText: '严见山', status: 'draft' })
    .execute();
  const news = { category: 'scholar', status: 'published' as const, publishTime: now - 1000, ...base };
  await db
    .insertInto('information')
    .values([
      { ...news, title: '讲座预告', content: '<p>严见山主讲</p>' },
      { ...news, title: '听严见山讲课', content: '<p>正文</p>' },
      { ...news, title: '严见山的草稿', content: '<p>正文</p>', status: 'draft' },
    ])
    .execute();
  const { id: domainId } = await db
    .insertInto('wechatDomain')
    .values({ domainName: '教育', ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('wechatAccount')
    .values([
      { accountName: '严见山写作课', wechatId: 'yan-1', intro: '', status: '0', domainId, ...base },
      { accountName: '停用的号', wechatId: 'yan-2', intro: '严见山', status: '1', domainId, ...base },
    ])
    .execute();
});
afterAll(() => t.close());

const nameOf = (one: FoundThing): string =>
  one.kind === 'work'
    ? one.work.title
    : one.kind === 'scholar'
      ? one.scholar.scholarName
      : one.kind === 'account'
        ? one.account.accountName
        : one.kind === 'contest'
          ? one.contest.title
          : one.kind === 'paper'
            ? one.paper.title
            : one.news.title;
async function ask(query: string) {
  const answer = await t.app.inject({ url: `/prod-api/cms/search/across?${query}` });
  return answer.json<{ code: number; msg: string; data: { rows: FoundThing[]; total: number; totals: Record<FoundKind, number> } }>();
}
const keyword = `keyword=${encodeURIComponent('严见山')}`;

test('#15 S2.1.10 ranks works, scholars, news and accounts together, the best answer first', async () => {
  const { data } = await ask(keyword);
  expect(data.rows.map((one) => `${one.kind} ${nameOf(one)}`)).toEqual([
    'scholar 严见山',
    'work 严见山谈写作',
    'scholar 严见山人',
    'account 严见山写作课',
    'information 听严见山讲课',
    'work 学术写作第一课',
    'work 渡口来信',
    'information 讲座预告',
  ]);
  expect(data.total).toBe(8);
  expect(data.totals).toEqual({ work: 3, scholar: 2, information: 2, account: 1, contest: 0, paper: 0 });
});

test('#15 returns one kind, page by page, with the totals of all kinds', async () => {
  const first = (await ask(`${keyword}&kind=work&pageSize=2`)).data;
  expect([first.rows.map(nameOf), first.total, first.totals.scholar]).toEqual([['严见山谈写作', '学术写作第一课'], 3, 2]);
  expect((await ask(`${keyword}&kind=work&pageSize=2&pageNum=2`)).data.rows.map(nameOf)).toEqual(['渡口来信']);
  expect((await ask(`${keyword}&kind=user`)).msg).toBe('没有这一类结果');
  expect((await ask('keyword=')).msg).toBe('请输入要搜索的内容');
});

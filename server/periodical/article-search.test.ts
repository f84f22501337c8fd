import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundKind, FoundThing } from '../../contract/discovery/across.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
const ids: Record<string, number> = {};

const author = (name: string, more: object = {}) => ({ name, nameEn: '', unit: '桥头大学', mail: 'hidden@lamp.test', corresponding: false, ...more });

beforeAll(async () => {
  town = await testContext();
  const { db } = town.context;
  const now = Date.now();
  const stamps = { createTime: now, updateTime: now };
  const ownerId = await town.addUser({ userName: 'writer' });
  const { id: journalId } = await db
    .insertInto('journal')
    .values({ journalName: '灯塔学刊', abbr: 'DT', frequency: 'monthly', payPerThousandFen: 10_000, similarityLimit: 2000, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  const add = async (title: string, more: object = {}) => {
    const row = {
      journalId,
      ownerId,
      title,
      status: 'published',
      publishedAt: now,
      stageSince: now,
      authors: JSON.stringify([author('沈知远')]),
      ...more,
      ...stamps,
    };
    ids[title] = (
      await db
        .insertInto('journalSubmission')
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  };
  await add('谈注音', { keywords: '["手艺记录"]' });
  await add('手艺记录', { publishedAt: now - 1 });
  await add('小城的手艺记录', { publishedAt: now - 2 });
  await add('口述与照片', { abstract: `${'前言。'.repeat(40)}三种手艺记录方式互相补充。`, publishedAt: now - 3 });
  await add('手艺记录的录用稿', { status: 'accepted', publishedAt: null });
  await add('删去的手艺记录', { delFlag: '1' });
  await db
    .insertInto('correctionNotice')
    .values({
      submissionId: ids['小城的手艺记录'],
      journalId,
      type: 'retraction',
      noticeNo: 'C1',
      issueId: null,
      correctedFileId: null,
      publishedBy: ownerId,
      title: '撤稿',
      content: '数据有误。',
      publishedAt: now,
      ...stamps,
    } as never)
    .execute();
});
afterAll(() => town.close());

async function ask(keyword: string, kind?: FoundKind) {
  const answer = await town.app.inject({ url: `/prod-api/cms/search/across?keyword=${encodeURIComponent(keyword)}${kind ? `&kind=${kind}` : ''}` });
  const { data } = answer.json<{ data: { rows: FoundThing[]; totals: Record<FoundKind, number> } }>();
  return { totals: data.totals, papers: data.rows.flatMap((one) => (one.kind === 'paper' ? one.paper : [])) };
}

test('#15 finds published articles by title, keywords and abstract, best first, and marks a retracted one', async () => {
  const { papers, totals } = await ask('手艺记录');
  expect(papers.map(({ title, retracted }) => [title, retracted])).toEqual([
    ['手艺记录', false],
    ['小城的手艺记录', true],
    ['谈注音', false],
    ['口述与照片', false],
  ]);
  expect(totals.paper).toBe(4);
  expect(papers[0]).toMatchObject({ articleId: ids['手艺记录'], authorsText: '沈知远', journalName: '灯塔学刊' });
  // The excerpt shows the place with the keyword.
  expect(papers[3]?.abstract).toMatch(/^…前?言?。.*三种手艺记录方式互相补充。$/);
  expect((await ask('手艺记录', 'paper')).papers).toHaveLength(4);
});

test('#15 an article is found by the name of an author, never by an address, a unit or the names of stored columns', async () => {
  expect((await ask('沈知远')).papers).toHaveLength(4);
  for (const hidden of ['hidden@lamp.test', '桥头大学', 'corresponding', 'mail']) expect((await ask(hidden)).totals.paper).toBe(0);
});

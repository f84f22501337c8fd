import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Suggestions } from '../../../contract/catalog/search.ts';
import { SUGGESTION } from '../../../contract/limits.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { indexPublication } from './search.service.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext();
  const { db } = context.context;
  const add = async (title: string, authorsText: string, more: object = {}): Promise<void> => {
    const at = Date.now();
    const values = {
      kind: 'book' as const,
      publishNo: title,
      title,
      authorsText,
      edition: 1,
      status: 'listed' as const,
      createTime: at,
      updateTime: at,
      ...more,
    };
    const { id } = await db.insertInto('publication').values(values).returning('id').executeTakeFirstOrThrow();
    await indexPublication(db, id, db.engine);
  };
  await add('夜航海上', '林舟、沈灯', { viewNum: 9 });
  await add('海上诗钞', '张九龄');
  await add('紅樓夢', '曹雪芹', { kind: 'audio' });
  await add('Pride and Prejudice', 'Jane Austen');
  await add('Café Noir', '无名');
  await add('100% 的海', '无名');
  await add('海上旧稿', '林舟', { status: 'draft' });
  for (let at = 0; at < 9; at++) await add(`灯下谈 ${at}`, '众人', { viewNum: at });
});
afterAll(() => context.close());

const answer = async (keyword: string, headers = {}) =>
  (await context.app.inject({ url: `/prod-api/cms/search/suggest?keyword=${encodeURIComponent(keyword)}`, headers })).json<{
    code: number;
    msg: string;
    data: Suggestions;
  }>();
const titles = async (keyword: string): Promise<string[]> => (await answer(keyword)).data.works.map(({ title }) => title);

test('suggests titles with the positions of the typed text, titles that begin with it first', async () => {
  expect((await answer('海上')).data).toEqual({
    works: [
      { publishId: 2, kind: 'book', title: '海上诗钞', authorsText: '张九龄', marks: [[0, 2]] },
      { publishId: 1, kind: 'book', title: '夜航海上', authorsText: '林舟、沈灯', marks: [[2, 4]] },
    ],
    authors: [],
  });
  expect((await answer('诗钞 海')).data.works).toMatchObject([
    {
      title: '海上诗钞',
      marks: [
        [0, 1],
        [2, 4],
      ],
    },
  ]);
  expect(await titles('夜')).toEqual(['夜航海上']);
  expect(await titles('灯下')).toHaveLength(SUGGESTION.works);
});

test('suggests authors, each by a single name', async () => {
  expect((await answer('林')).data.authors).toEqual([{ name: '林舟', marks: [[0, 1]] }]);
  expect((await answer('沈灯')).data).toEqual({ works: [], authors: [{ name: '沈灯', marks: [[0, 2]] }] });
});

test('matches simplified and traditional characters, and finds a word of letters by its prefix', async () => {
  for (const typed of ['红楼', '紅樓', '楼', '樓', '《红楼梦》']) expect(await titles(typed), typed).toEqual(['紅樓夢']);
  for (const typed of ['Prej', 'ｐｒｉ', 'pride and']) expect(await titles(typed), typed).toEqual(['Pride and Prejudice']);
  for (const typed of ['caf', 'CAFÉ n']) expect(await titles(typed), typed).toEqual(['Café Noir']);
  // The index matches only prefixes; scanning every title of a large installation would take a tenth of a second.
  expect(await titles('ejud')).toEqual([]);
  expect((await answer('aust')).data.authors).toEqual([{ name: 'Jane Austen', marks: [[5, 9]] }]);
});

test('suggests no work off sale, matches database wildcards literally, and counts no search', async () => {
  expect(await titles('旧稿')).toEqual([]);
  expect(await titles('0%')).toEqual(['100% 的海']);
  expect(await titles('__')).toEqual([]);
  expect(await context.context.db.selectFrom('searchWord').selectAll().execute()).toEqual([]);
});

test('rejects a long query, and limits a frequent user for a minute', async () => {
  expect(await answer('海'.repeat(51))).toMatchObject({ code: 400, msg: '搜索内容不能超过50个字' });
  expect(await answer(' ')).toMatchObject({ code: 400, msg: '请输入要搜索的内容' });
  await context.addUser({ userName: 'typist' });
  const typist = await context.as('typist');
  const { id } = await context.context.db.selectFrom('user').select('id').where('userName', '=', 'typist').executeTakeFirstOrThrow();
  for (let time = 0; time < SUGGESTION.perPerson; time++) await context.context.cache.count(`suggest:${id}`, 60_000);
  expect(await answer('海', typist)).toMatchObject({ code: 429 });
  expect(await answer('海')).toMatchObject({ code: 200 });
});

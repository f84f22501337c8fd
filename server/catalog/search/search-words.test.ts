import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { draftPublication } from '../publication.service.ts';
import { hotWords, indexPublication, searchAll } from './search.service.ts';

const TITLE = '天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜金生丽水玉出昆冈剑号巨阙';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
  const { db } = town.context;
  const draft = { title: TITLE, authorsText: '周兴嗣', language: 'zh', intro: '', isbn: '' };
  const id = await db.transaction().execute((tx) => draftPublication(tx, draft, { userName: 'editor' }));
  await db.updateTable('publication').set({ status: 'listed' }).where('id', '=', id).execute();
  await indexPublication(db, id, db.engine);
});
afterAll(() => town.close());

test('stores ten thousand search terms and drops rarely searched ones first', async () => {
  const { db } = town.context;
  const asked = Array.from({ length: 12_000 }, (_, index) => ({ word: `词${index}`, hits: 1, lastTime: index }));
  for (let at = 0; at < asked.length; at += 1000)
    await db
      .insertInto('searchWord')
      .values(asked.slice(at, at + 1000))
      .execute();
  await db.insertInto('searchWord').values({ word: '热门', hits: 9, lastTime: 0, visitors: 3 }).execute();
  const phrases = Array.from({ length: 30 }, (_, at) => Array.from({ length: 19 }, (_one, more) => TITLE.slice(at, at + 2 + more))).flat();
  expect(new Set(phrases).size).toBe(570);
  for (const keyword of phrases) await searchAll(town.context, { keyword, type: 'book', pageNum: 1, pageSize: 10 });
  const { total } = await db
    .selectFrom('searchWord')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  expect(Number(total)).toBeLessThan(10_600);
  expect(await hotWords(town.context)).toContain('热门');
  expect(await db.selectFrom('searchWord').select('word').where('word', '=', '词0').executeTakeFirst()).toBeUndefined();
  expect(await db.selectFrom('searchWord').select('word').where('word', '=', '天地').executeTakeFirst()).toBeDefined();
});

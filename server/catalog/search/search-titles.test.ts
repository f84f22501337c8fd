import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { wordsOf } from '../../search/tokenizer.ts';
import { putWords, WORK_WORDS } from './search.queries.ts';
import { searchAll } from './search.service.ts';

/** More works than a search ranks. */
const MANY = 2_100;
const CHUNK = 100;

/** Titles that contain each other, of one to four words. */
const WORDS = ['渡口', '老桥', '麦田', '山寺', '来信', '年谱', '手记', '夜航', '江南', '雪中', '海边', '清晨', '第二卷', '新编'];
const TITLES = Array.from({ length: 1_000 }, (_, index) =>
  Array.from({ length: 1 + (index % 4) }, (_word, place) => WORDS[Math.floor(index / WORDS.length ** place) % WORDS.length]).join(''),
);

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
  const { db } = t.context;
  const now = Date.now();
  const work = (title: string, index: number, viewNum: number) => ({
    publishNo: `TITLE-${index}`,
    kind: 'book' as const,
    title,
    authorsText: '测试作者',
    edition: 1,
    status: 'listed' as const,
    viewNum,
    listTime: now,
    createTime: now,
    updateTime: now,
  });
  const works = [work('灯塔', 0, 0), work('Lighthouse', 1, 0)];
  for (let index = 2; index < MANY; index += 1) works.push(work(`灯塔与lighthouse ${index}`, index, 1_000 + index));
  for (const title of TITLES) works.push(work(title, works.length, (works.length * 7919) % 10_007));
  for (let from = 0; from < works.length; from += CHUNK) {
    const part = works.slice(from, from + CHUNK);
    await db.transaction().execute(async (tx) => {
      const rows = await tx.insertInto('publication').values(part).returning(['id', 'title']).execute();
      for (const { id, title } of rows) await putWords(tx, db.engine, WORK_WORDS, id, wordsOf(title));
    });
  }
});
afterAll(() => t.close());

test.each(['灯塔', 'lighthouse', 'Lighthouse', '燈塔'])(
  '46.4 the work titled exactly %s is the first of more works than are ranked',
  async (keyword) => {
    const { works } = await searchAll(t.context, { keyword, type: 'book', pageNum: 1, pageSize: 10 });
    expect(works.rows[0]?.title).toMatch(/^(灯塔|Lighthouse)$/);
  },
);

test('46.4 each of 1 000 works is the first of a search for its title, or one of the same title is', async () => {
  const others: string[] = [];
  for (const keyword of new Set(TITLES)) {
    const { works } = await searchAll(t.context, { keyword, type: 'book', pageNum: 1, pageSize: 10 });
    if (works.rows[0]?.title !== keyword) others.push(`${keyword}: ${works.rows[0]?.title}`);
  }
  expect(new Set(TITLES).size).toBeGreaterThan(500);
  expect(others).toEqual([]);
});

test('46.4 a search that stops at its limit says that there are more', async () => {
  const { works } = await searchAll(t.context, { keyword: 'lighthouse', type: 'book', pageNum: 1, pageSize: 10 });
  expect(works.more).toBe(true);
  expect(works.total).toBeGreaterThanOrEqual(2_000);
  const few = await searchAll(t.context, { keyword: '山寺', type: 'book', pageNum: 1, pageSize: 10 });
  expect(few.works.more).toBe(false);
});

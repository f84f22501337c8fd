import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { draftPublication, listForStaff } from './publication.service.ts';
import { isIndexCurrent, rebuildNext } from './search/search-rebuild.service.ts';

const TITLES = [
  '灯塔来信',
  '老灯塔',
  '灯，塔',
  '燈塔',
  '灯 塔',
  'The 灯塔 Light',
  'Lighthouse',
  '塔灯',
  '雨后灯塔（第3卷）',
  '《灯塔》与C++',
  '水车',
  '𠮷野灯塔',
];
const ASKED = [
  '灯塔',
  '灯',
  '塔',
  '燈塔',
  '灯，塔',
  '灯 塔',
  'light',
  'ighthous',
  '灯塔（第3卷',
  '塔》与C++',
  '𠮷野',
  '野灯',
  'e 灯塔 L',
  '没有的题名',
];

let t: TestContext;
let statements: string[] = [];
beforeAll(async () => {
  t = await testContext();
  await t.context.jobs.stop();
  for (const title of TITLES) await addListedWork(t.context, { title });
  const { times } = t.context.db;
  const note = times.note.bind(times);
  times.note = (event) => {
    statements.push(event.query.sql);
    note(event);
  };
});
afterAll(() => t.close());

const titles = async (title: string): Promise<string[]> =>
  (await listForStaff(t.context, { title, pageNum: 1, pageSize: 50 })).rows.map((row) => row.title).toSorted();

test('46.10 the title filter of the staff finds the same works by the index as without it', async () => {
  expect(isIndexCurrent(t.context)).toBe(false);
  const before = new Map<string, string[]>();
  for (const text of ASKED) before.set(text, await titles(text));
  expect(before.get('灯塔')).toHaveLength(6);
  expect(statements.some((sql) => sql.includes('publication_words'))).toBe(false);
  while (await rebuildNext(t.context));
  expect(isIndexCurrent(t.context)).toBe(true);
  statements = [];
  for (const text of ASKED) expect(await titles(text), text).toEqual(before.get(text));
  expect(statements.filter((sql) => sql.includes('publication_words')).length).toBeGreaterThan(ASKED.length / 2);
});

test('46.10 a draft from a manuscript is found before it has words in the index', async () => {
  const { db } = t.context;
  await db
    .transaction()
    .execute((tx) => draftPublication(tx, { title: '灯塔草稿', authorsText: '何语', language: 'zh', intro: '', isbn: '' }, { userName: 'x' }));
  expect(await titles('灯塔')).toContain('灯塔草稿');
});

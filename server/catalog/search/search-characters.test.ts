import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEpub } from '../../../tests/support/epub-maker.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { prepareFile } from '../../../tests/support/upload.ts';
import { INDEX_VERSION } from '../../search/tokenizer.ts';
import { rebuildNext } from './search-rebuild.service.ts';
import { indexPublication, searchAll } from './search.service.ts';

const BODY =
  '<h1>搜索的字形</h1><p>部首：⼈⼭⼈海，⽉⾊如⽔。</p><p>软：北\u00ad京\u00ad站，inter\u00adnational。</p><p>零宽：长\u200b江\u200b大\u200b桥。</p><p>连：ﬁnd the ﬂag。</p>' +
  '<p>拆：cafe\u0301 de\u0301ja\u0300。</p><p>兼容：\uf902站\uf901新。</p><p>江上<br/>起雾了</p><p>扩展：𠮷野家。</p><p><ruby>漢<rt>hàn</rt>字<rt>zì</rt></ruby>注音</p><p>ＡＢＣ１２３号楼</p><p>守塔人说：“雾，船都不出港。”灯在雾里走——像有人提着。</p>';

let context: TestContext;
beforeAll(async () => {
  context = await testContext();
  await context.addUser({ userName: 'editor', permissions: ['publish:publication:add'] });
  const made = await prepareFile(context, await context.as('editor'), await makeEpub({ title: '字⽉形', chapters: { 'c1.xhtml': BODY } }));
  await context.context.db
    .updateTable('publication')
    .set({ status: 'listed' })
    .where('id', '=', made.publishId ?? 0)
    .execute();
});
afterAll(() => context.close());

const passages = async (keyword: string): Promise<string[]> =>
  (await searchAll(context.context, { keyword, type: 'text', pageNum: 1, pageSize: 10 })).passages.rows.map(({ hit }) => hit);

test.each([
  ['人山人海', '⼈⼭⼈海'],
  ['月色如水', '⽉⾊如⽔'],
  ['北京站', '北\u00ad京\u00ad站'],
  ['international', 'inter\u00adnational'],
  ['长江大桥', '长\u200b江\u200b大\u200b桥'],
  ['find the flag', 'ﬁnd the ﬂag'],
  ['café déjà', 'cafe\u0301 de\u0301ja\u0300'],
  ['cafe deja', 'cafe\u0301 de\u0301ja\u0300'],
  ['車站更新', '\uf902站\uf901新'],
  ['江上起雾', '江上 起雾'],
  ['江上 起雾', '江上 起雾'],
  ['𠮷野家', '𠮷野家'],
  ['汉字注音', '漢字注音'],
  ['abc123号', 'ＡＢＣ１２３号'],
])('#33.17 finds %s in the text of a book', async (keyword, hit) => expect(await passages(keyword)).toEqual([hit]));

test.each([
  ['雾船都不出港', '雾，船都不出港'],
  ['守塔人说雾', '守塔人说：“雾'],
  ['守塔人说，雾', '守塔人说：“雾'],
  ['雾里走像有人', '雾里走——像有人'],
  ['在雾里走、像有人提着', '在雾里走——像有人提着'],
  ['雾船', '雾，船'],
])('44.8 finds %s in the text of a book whatever the punctuation', async (keyword, hit) => expect(await passages(keyword)).toEqual([hit]));

test('44.8 finds a title whose words punctuation separates, and no work for punctuation alone', async () => {
  const { db } = context.context;
  const [work] = await db.selectFrom('publication').select('id').orderBy('id').limit(1).execute();
  await db
    .updateTable('publication')
    .set({ title: '雾·港：一封信' })
    .where('id', '=', work?.id ?? 0)
    .execute();
  await indexPublication(db, work?.id ?? 0, db.engine);
  const total = async (keyword: string) => (await searchAll(context.context, { keyword, type: 'book', pageNum: 1, pageSize: 10 })).works.total;
  for (const keyword of ['雾港一封信', '雾港', '港，一封', '雾·港：一封信']) expect(await total(keyword), keyword).toBe(1);
  for (const keyword of ['……', '港雾', '雾港二封信']) expect(await total(keyword), keyword).toBe(0);
  await db
    .updateTable('publication')
    .set({ title: '字⽉形' })
    .where('id', '=', work?.id ?? 0)
    .execute();
  await indexPublication(db, work?.id ?? 0, db.engine);
});

test('#33.17 finds a title with a radical by that character, also by it alone', async () => {
  for (const keyword of ['字月形', '月'])
    expect((await searchAll(context.context, { keyword, type: 'book', pageNum: 1, pageSize: 10 })).works.total).toBe(1);
});

test('#33.17 rebuilds an index of an older word version in slices and resumes after a restart', async () => {
  const { db } = context.context;
  const ids = (await db.selectFrom('bookText').select('id').execute()).map(({ id }) => id);
  for (const id of ids) await db.engine.putWords(db as never, 'book_text_words', id, 'old');
  expect(await passages('北京站')).toEqual([]);
  // The state that a server leaves when it ends after the works.
  const [last] = await db.selectFrom('publication').select('id').orderBy('id', 'desc').limit(1).execute();
  await db
    .updateTable('searchRebuild')
    .set({ worksAfter: last?.id ?? 0, textsAfter: 0, doneAt: null })
    .execute();
  const next = { ...context.context };
  expect(await rebuildNext(next)).toBe(true);
  expect(await passages('北京站')).toEqual(['北\u00ad京\u00ad站']);
  while (await rebuildNext(next));
  const state = await db.selectFrom('searchRebuild').selectAll().execute();
  expect(state).toMatchObject([{ version: INDEX_VERSION, worksAfter: last?.id, textsAfter: ids.at(-1) }]);
  expect(state[0]?.doneAt).not.toBeNull();
  expect(await rebuildNext(next)).toBe(false);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Passage } from '../../../contract/catalog/search.ts';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { makeEpub } from '../../../tests/support/epub-maker.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { prepareFile } from '../../../tests/support/upload.ts';
import { up as simplerWords } from '../../db/migrations/014-simpler-words.ts';
import { putWords, WORK_WORDS } from './search.queries.ts';
import { indexPublication } from './search.service.ts';

interface Found {
  works: { rows: BookCard[]; total: number };
  passages: { rows: Passage[]; total: number };
}

let context: TestContext;
let poems: number;

const LAMP = '夜里，琉璃灯塔照亮了海面。';

beforeAll(async () => {
  context = await testContext();
  await context.addUser({ userName: 'editor', permissions: ['publish:publication:add'] });
  const editor = await context.as('editor');
  const make = async (title: string, chapters: Record<string, string>): Promise<number> =>
    (await prepareFile(context, editor, await makeEpub({ title, chapters }))).publishId ?? 0;
  poems = await make('海上诗钞', {
    'c1.xhtml': `<h1>卷一</h1><p>${'前文甚长。'.repeat(20)}${LAMP}后来大家都睡了。</p><p>又见琉璃灯塔。</p><p>Everybody remembered Slowly applying the flame from the lamp, he kindled nothingwhatsoeverelse at all.</p>`,
    'c2.xhtml': '<h1>卷二</h1><p>The White WHALE，和ＡＢＣ公司，以及<ruby>漢<rt>かん</rt></ruby>字。</p><p>𠮷野家的琉璃灯塔</p>',
  });
  const draft = await make('琉璃灯塔旧稿', { 'c1.xhtml': `<p>${LAMP}</p>` });
  const other = await make('灯下谈', { 'c1.xhtml': '<p>谈诗。</p>' });
  const { db } = context.context;
  await db.updateTable('publication').set({ status: 'listed', tags: '["航海"]', brief: '关于灯塔的诗' }).where('id', '=', poems).execute();
  await db.updateTable('publication').set({ status: 'listed', viewNum: 9, intro: '<p>写海上的事</p>' }).where('id', '=', other).execute();
  for (const id of [poems, draft, other]) await indexPublication(db, id, db.engine);
});
afterAll(() => context.close());

async function search(keyword: string, more = ''): Promise<Found> {
  const answer = await context.app.inject({ url: `/prod-api/cms/search?keyword=${encodeURIComponent(keyword)}${more}` });
  return answer.json<{ data: Found }>().data;
}
const titles = (found: Found): string[] => found.works.rows.map((row) => row.title);

test('limits a frequent searcher for a minute and does not limit others', async () => {
  await context.addUser({ userName: 'asker' });
  const asker = await context.as('asker');
  const ask = (headers: Record<string, string>) => context.app.inject({ url: `/prod-api/cms/search?keyword=${encodeURIComponent('灯塔')}`, headers });
  for (let time = 0; time < 120; time += 1) expect((await ask(asker)).json()).toMatchObject({ code: 200 });
  expect((await ask(asker)).json()).toEqual({ code: 429, msg: '您搜索得太频繁了，请一分钟后再试' });
  expect((await ask({})).json()).toMatchObject({ code: 200 });
});

describe('works', () => {
  test('are found by any two characters of title, author, tag, line or introduction, title matches first', async () => {
    expect(titles(await search('海上'))).toEqual(['海上诗钞', '灯下谈']);
    for (const pair of ['上诗', '诗钞', '航海', '灯塔', '张九', '九龄']) expect(titles(await search(pair)), pair).toContain('海上诗钞');
    expect(titles(await search('海上 诗钞'))).toEqual(['海上诗钞']);
    expect(titles(await search('钞诗'))).toEqual([]);
  });

  test('are found by one character of the title', async () => {
    expect(titles(await search('钞'))).toEqual(['海上诗钞']);
    expect(titles(await search('%'))).toEqual([]);
  });

  test('are found by a copied title with brackets and punctuation, and by a repeated word', async () => {
    for (const copied of ['《海上诗钞》', '海上诗钞》', '“海上”诗钞', '海上诗钞。', '「海上诗钞」，', '海上  海上', '海 海'])
      expect(titles(await search(copied))[0], copied).toBe('海上诗钞');
    expect((await search('“琉璃灯塔照亮了海面。”', '&type=text')).passages.rows[0]).toMatchObject({ hit: '琉璃灯塔照亮了海面' });
    expect(titles(await search('——'))).toEqual([]);
  });

  test('are found across simplified and traditional characters', async () => {
    expect(titles(await search('海上詩鈔'))).toEqual(['海上诗钞']);
    const { db } = context.context;
    await db.updateTable('publication').set({ title: '海上詩鈔' }).where('id', '=', poems).execute();
    await putWords(db, db.engine, WORK_WORDS, poems, ['海上', '上詩', '詩鈔']);
    expect(titles(await search('诗钞')), 'as an older version kept its words').toEqual([]);
    await simplerWords(db as never, db.engine);
    for (const asked of ['海上诗钞', '海上詩鈔', '诗钞', '钞', '鈔']) expect(titles(await search(asked))[0], asked).toBe('海上詩鈔');
    await db.updateTable('publication').set({ title: '海上诗钞' }).where('id', '=', poems).execute();
    await indexPublication(db, poems, db.engine);
    for (const asked of ['漢字', '汉字']) expect((await search(asked, '&type=text')).passages.rows[0], asked).toMatchObject({ hit: '漢字' });
  });

  test('are not found when they are not on sale', async () => {
    expect(titles(await search('旧稿'))).toEqual([]);
  });
});

describe('passages', () => {
  test('are returned as one row per book, with the text around the first hit and the total number of hits', async () => {
    const found = await search('琉璃灯塔', '&type=text');
    expect(found.works.total).toBe(0);
    expect(found.passages.total).toBe(1);
    expect(found.passages.rows[0]).toMatchObject({
      publishId: poems,
      title: '海上诗钞',
      chapterIndex: 0,
      chapterTitle: '卷一',
      hit: '琉璃灯塔',
      hits: 3,
    });
    expect(found.passages.rows[0]?.before).toHaveLength(30);
    expect(found.passages.rows[0]?.before.endsWith('夜里，')).toBe(true);
    expect(found.passages.rows[0]?.after.startsWith('照亮了海面。')).toBe(true);
  });

  test('begin and end at word boundaries in languages with spaces between words', async () => {
    const [row] = (await search('from the lamp', '&type=text')).passages.rows;
    expect(row).toMatchObject({ before: 'Slowly applying the flame ', hit: 'from the lamp', after: ', he kindled' });
    const [near] = (await search('kindled', '&type=text')).passages.rows;
    expect(near).toMatchObject({ before: 'the flame from the lamp, he ', after: ' nothingwhatsoeverelse at all.' });
  });

  test('are found by every pair of characters in the text, in any case and width', async () => {
    for (const pair of ['琉璃', '璃灯', '灯塔', '塔照', '海面', '漢字', '𠮷野'])
      expect((await search(pair, '&type=text')).passages.total, pair).toBe(1);
    expect((await search('white whale', '&type=text')).passages.rows[0]).toMatchObject({ hit: 'White WHALE', chapterIndex: 1 });
    expect((await search('abc公司', '&type=text')).passages.rows[0]).toMatchObject({ hit: 'ＡＢＣ公司' });
    expect((await search('面海', '&type=text')).passages.total).toBe(0);
  });

  test('are not found in an edition that was replaced', async () => {
    const editor = await context.as('editor');
    const made = await prepareFile(context, editor, await makeEpub({ title: '旧版', chapters: { 'c1.xhtml': '<p>独一无二的旧句子</p>' } }));
    const publishId = made.publishId ?? 0;
    await context.context.db.updateTable('publication').set({ status: 'listed' }).where('id', '=', publishId).execute();
    expect((await search('旧句子', '&type=text')).passages.total).toBe(1);
    await prepareFile(context, editor, await makeEpub({ title: '新版', chapters: { 'c1.xhtml': '<p>新的句子</p>' } }), { publishId });
    expect((await search('旧句子', '&type=text')).passages.total).toBe(0);
    expect((await search('新的句子', '&type=text')).passages.total).toBe(1);
  });
});

test('#33.31 #15 hot words were searched by three different visitors, the most frequent first', async () => {
  await context.context.db.deleteFrom('searchWord').execute();
  const from = (remoteAddress: string, word: string, agent = 'a') =>
    context.app.inject({ url: `/prod-api/cms/search?keyword=${encodeURIComponent(word)}`, remoteAddress, headers: { 'user-agent': agent } });
  const hot = async (): Promise<string[]> => (await context.app.inject({ url: '/prod-api/cms/search/hot' })).json().data;
  for (const address of ['10.1.0.1', '10.1.0.2']) await from(address, '诗钞');
  for (const agent of ['a', 'b', 'c', 'd']) await from('10.1.0.3', '灯塔', agent);
  expect(await hot()).toEqual([]);
  await from('10.1.0.3', '诗钞');
  for (const address of ['10.1.0.4', '10.1.0.5']) await from(address, '灯塔');
  await from('10.1.0.3', '无人知晓的词');
  expect(await hot()).toEqual(['灯塔', '诗钞']);
});

test('numbers and addresses that may belong to a person are not kept as search terms', async () => {
  const { db } = context.context;
  await db.updateTable('publication').set({ brief: '联系 13800001111 或 me@example.com' }).where('id', '=', poems).execute();
  await indexPublication(db, poems, db.engine);
  for (const word of ['13800001111', 'me@example.com']) {
    expect((await search(word, '&type=book')).works.total, word).toBe(1);
    expect(await db.selectFrom('searchWord').select('word').where('word', 'like', '%1380%').execute()).toEqual([]);
    expect(await db.selectFrom('searchWord').select('word').where('word', 'like', '%example%').execute()).toEqual([]);
  }
});

test('treats a query as plain text, whatever characters it contains', async () => {
  for (const odd of ['"', "'", '*', 'a"b OR c', '诗 & !诗 | ', 'NEAR(诗,海)', '\\', '--', '海上" OR "x']) {
    const answer = await context.app.inject({ url: `/prod-api/cms/search?keyword=${encodeURIComponent(odd)}` });
    expect(answer.json(), odd).toMatchObject({ code: 200 });
  }
  const empty = await context.app.inject({ url: '/prod-api/cms/search?keyword=%20' });
  expect(empty.json()).toMatchObject({ code: 400, msg: '请输入要搜索的内容' });
});

test('shows only the sentence of the hit for a paid chapter and does not reveal the following text', async () => {
  await context.addUser({ userName: 'seller', permissions: ['publish:publication:add'] });
  const run = Array.from({ length: 200 }, (_none, at) => String.fromCodePoint(0x5300 + at)).join('');
  const chapters = {
    'c1.xhtml': '<p>试读。</p>',
    'c2.xhtml': `<p>门外有雨。紫貂大衣挂在墙上。无人说话。</p><p>天地玄黄，宇宙洪荒</p><p>日月盈昃，辰宿列张</p><p>The ferry left. Nobody waved.</p><p>${run}</p>`,
  };
  const { publishId } = await prepareFile(context, await context.as('seller'), await makeEpub({ title: '雨夜', chapters }));
  const { db } = context.context;
  await db
    .updateTable('publication')
    .set({ status: 'listed', isFree: '0', trialChapters: 1 })
    .where('id', '=', publishId ?? 0)
    .execute();
  expect((await search('紫貂大衣')).passages.rows).toMatchObject([{ before: '', hit: '紫貂大衣', after: '挂在墙上。' }]);
  expect((await search('墙上。无')).passages.rows).toMatchObject([{ before: '', hit: '墙上。无', after: '' }]);
  expect((await search('天地玄黄', '&type=text')).passages.rows).toMatchObject([{ before: '', hit: '天地玄黄', after: '，宇宙洪荒' }]);
  expect((await search('辰宿', '&type=text')).passages.rows).toMatchObject([{ before: '日月盈昃，', hit: '辰宿', after: '列张' }]);
  expect((await search('ferry', '&type=text')).passages.rows).toMatchObject([{ before: 'The ', hit: 'ferry', after: ' left.' }]);
  // A text without sentence ends is shown in parts, and a search for text of one part finds only that part.
  const shown = new Set<string>();
  for (let at = 40; at < 79; at++) {
    const [row] = (await search(run.slice(at, at + 2), '&type=text')).passages.rows;
    for (const sign of `${row?.before}${row?.hit}${row?.after}`) shown.add(sign);
  }
  expect([...shown].toSorted().join('')).toBe(run.slice(40, 80));
});

import type { Page } from '@playwright/test';
import { docxText } from '../../server/document/docx-text.ts';
import { checkReview, listMarks } from '../../server/document/review-check.ts';
import {
  addedWords,
  boldedWords,
  commentedWords,
  listParagraph,
  markedDocx,
  noteNumber,
  struckWords,
  textParagraph,
  words,
} from '../../server/seed/demo/manuscript/marked-docx.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { inputMethod, type InputMethod } from '../support/composition.ts';
import { expect, limit, test } from '../support/journey.ts';

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const OTHER = { author: '吴编辑（11）', at: Date.UTC(2026, 9, 1, 3, 4, 5) };

/** Where the caret goes in a line: its start, its end, or so many characters from its start. */
type At = 'start' | 'end' | number;
interface Place {
  readonly name: string;
  readonly paragraph: string;
  readonly at: At;
  /** Keys after the caret is there: selecting, deleting, a new paragraph. */
  readonly keys?: readonly string[];
  /** The text of the paragraph when all marks are accepted; `#` is the typed word. */
  readonly after: string;
  /** Text that the same person strikes. */
  readonly struck?: string;
}

const select = (count: number): string[] => Array.from({ length: count }, () => 'Shift+ArrowRight');
const text = (...runs: string[]): string => textParagraph(...runs);
const table = (...cells: string[]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${cells.map(() => '<w:gridCol w:w="3000"/>').join('')}</w:tblGrid><w:tr>${cells
    .map((one) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr><w:p>${one === '' ? '' : words(one)}</w:p></w:tc>`)
    .join('')}</w:tr></w:tbl>`;

/** One place for each paragraph. */
const PLACES: readonly Place[] = [
  { name: 'start of a paragraph', paragraph: text(words('甲一二三')), at: 'start', after: '#甲一二三' },
  { name: 'inside a run', paragraph: text(words('乙一二三')), at: 2, after: '乙一#二三' },
  { name: 'end of a paragraph', paragraph: text(words('丙一二三')), at: 'end', after: '丙一二三#' },
  { name: 'before a bold run', paragraph: text(words('丁一'), words('二三', '<w:b/>')), at: 2, after: '丁一#二三' },
  { name: 'inside a bold run', paragraph: text(words('戊一'), words('二三', '<w:b/>')), at: 3, after: '戊一二#三' },
  { name: 'after a bold run', paragraph: text(words('己一', '<w:b/>'), words('二三')), at: 2, after: '己一#二三' },
  {
    name: 'before an insertion of somebody else',
    paragraph: text(words('庚一'), addedWords(OTHER, '二三'), words('四')),
    at: 2,
    after: '庚一#二三四',
  },
  {
    name: 'inside an insertion of somebody else',
    paragraph: text(words('辛一'), addedWords(OTHER, '二三'), words('四')),
    at: 3,
    after: '辛一二#三四',
  },
  {
    name: 'after an insertion of somebody else',
    paragraph: text(words('壬一'), addedWords(OTHER, '二三'), words('四')),
    at: 4,
    after: '壬一二三#四',
  },
  { name: 'before a deletion of somebody else', paragraph: text(words('癸一'), struckWords(OTHER, '二三'), words('四')), at: 2, after: '癸一#四' },
  { name: 'after a deletion of somebody else', paragraph: text(words('子一'), struckWords(OTHER, '二三'), words('四')), at: 4, after: '子一#四' },
  { name: 'at a paragraph that begins with a deletion', paragraph: text(struckWords(OTHER, '丑零'), words('丑一二')), at: 'start', after: '#丑一二' },
  { name: 'at a paragraph that ends with a deletion', paragraph: text(words('寅一二'), struckWords(OTHER, '三四')), at: 'end', after: '寅一二#' },
  { name: 'inside a changed format', paragraph: text(words('卯一'), boldedWords(OTHER, '二三'), words('四')), at: 3, after: '卯一二#三四' },
  { name: 'inside commented words', paragraph: text(words('辰一'), commentedWords(0, '二三'), words('四')), at: 3, after: '辰一二#三四' },
  { name: 'start of a list item', paragraph: listParagraph(words('巳一二')), at: 'start', after: '#巳一二' },
  { name: 'end of a list item', paragraph: listParagraph(words('午一二')), at: 'end', after: '午一二#' },
  { name: 'a new list item', paragraph: listParagraph(words('未一二')), at: 'end', keys: ['Enter'], after: '未一二\n#' },
  { name: 'a new paragraph', paragraph: text(words('申一二')), at: 'end', keys: ['Enter'], after: '申一二\n#' },
  { name: 'a paragraph split in the middle', paragraph: text(words('酉一二')), at: 2, keys: ['Enter'], after: '酉一\n#二' },
  { name: 'in place of selected words', paragraph: text(words('戌一二三')), at: 1, keys: select(2), after: '戌#三', struck: '一二' },
  {
    name: 'in place of a selection over two formats',
    paragraph: text(words('亥一'), words('二三', '<w:b/>')),
    at: 1,
    keys: select(2),
    after: '亥#三',
    struck: '一二',
  },
  { name: 'after a deletion of one character', paragraph: text(words('天一二三')), at: 3, keys: ['Backspace'], after: '天一#三', struck: '二' },
  {
    name: 'before struck words of the same person',
    paragraph: text(words('地一二三')),
    at: 1,
    keys: [...select(2), 'Delete', 'Home', 'ArrowRight'],
    after: '地#三',
    struck: '一二',
  },
  { name: 'before a note', paragraph: text(words('玄一'), noteNumber(1), words('二')), at: 2, after: '玄一#二' },
  { name: 'after a note', paragraph: text(words('黄一'), noteNumber(2), words('二')), at: 'end', after: '黄一二#' },
  { name: 'next to Latin letters', paragraph: text(words('宇 Word 一')), at: 'end', after: '宇 Word 一#' },
  { name: 'between digits', paragraph: text(words('宙2026年')), at: 3, after: '宙20#26年' },
  { name: 'in a cell of a table', paragraph: table('洪一二', '荒一'), at: 'end', after: '洪一二#' },
  { name: 'after punctuation', paragraph: text(words('日一。')), at: 'end', after: '日一。#' },
  {
    name: '45.5 in place of a selection over three formats',
    paragraph: text(words('盈一'), words('二三', '<w:b/>'), words('四五')),
    at: 1,
    keys: select(4),
    after: '盈#五',
    struck: '一二三四',
  },
  {
    name: '45.5 in place of a selection over runs with one format, as Word writes them',
    paragraph: text(words('昃一'), words('二'), words('三'), words('四五')),
    at: 1,
    keys: select(4),
    after: '昃#五',
    struck: '一二三四',
  },
  {
    name: '45.5 in place of a selection over an insertion of somebody else',
    paragraph: text(words('宿一'), addedWords(OTHER, '二三'), words('四五')),
    at: 1,
    keys: select(4),
    after: '宿#五',
    struck: '一二三四',
  },
  {
    name: '45.5 in place of a part of an insertion of somebody else',
    paragraph: text(words('列一'), addedWords(OTHER, '二三四'), words('五')),
    at: 3,
    keys: select(1),
    after: '列一二#四五',
    struck: '三',
  },
  {
    name: '45.5 in place of a selection over struck text',
    paragraph: text(words('张一'), struckWords(OTHER, '二三'), words('四五')),
    at: 1,
    keys: ['Shift+End', 'Shift+ArrowLeft'],
    after: '张#五',
    struck: '一四',
  },
  {
    name: '45.5 in place of a selection to the left',
    paragraph: text(words('寒一'), words('二三', '<w:b/>'), words('四')),
    at: 'end',
    keys: ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft'],
    after: '寒一#',
    struck: '二三四',
  },
  { name: 'after a line of spaces', paragraph: text(words('月一  ')), at: 'end', after: '月一  #' },
];

/** The first character of a paragraph finds its line; every paragraph begins with another one. */
const keyOf = ({ after }: Place): string => after.replace(/^#/, '').slice(0, 1);
/** A word for each place, so that a word at a wrong place is seen. */
const wordOf = (index: number): string => `灯${String.fromCodePoint(0x9000 + index)}`;

async function typeAt(page: Page, ime: InputMethod, place: Place, word: string): Promise<void> {
  const line = page.locator('.docx-line', { hasText: keyOf(place) }).first();
  await line.scrollIntoViewIfNeeded();
  await line.click();
  await page.keyboard.press(place.at === 'end' ? 'End' : 'Home');
  if (typeof place.at === 'number') for (let step = 0; step < place.at; step += 1) await page.keyboard.press('ArrowRight');
  for (const key of place.keys ?? []) await page.keyboard.press(key);
  await ime.compose('dengta', word);
  await expect(page.locator('.docx-paginated-surface')).toContainText(word);
}

/** Opens the document with the paragraphs of the places, in suggesting mode or with free changes; returns its file before and its number. */
async function openPlaces(
  page: Page,
  places: readonly Place[],
  mode: 'suggest' | 'edit',
): Promise<{ before: Buffer; archiveId: number; token: string }> {
  const token = await server.logIn('editor1');
  await page.context().addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
  const { rows } = (await server.call(token, 'GET', `/cms/archive/list?title=${encodeURIComponent('大学英语听说')}&pageNum=1&pageSize=10`)) as {
    rows: { archiveId: number }[];
  };
  const archiveId = rows[0]!.archiveId;
  const comments = [{ ...OTHER, text: '请核对。' }];
  const before = markedDocx([...places.map(({ paragraph }) => paragraph), text(words('末段。'))], { comments, notes: ['第一条注。', '第二条注。'] });
  const body = new FormData();
  body.append('file', new File([new Uint8Array(before)], '三十处.docx'));
  const sent = await fetch(`${server.origin}/prod-api/doc/saveFileHistory?archiveId=${archiveId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  expect(await sent.json()).toMatchObject({ code: 200 });
  // Marks of somebody else are in the document; a person who may not resolve them opens it in suggesting mode.
  await page.route('**/prod-api/doc/open/*', async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...json, data: { ...json.data, mode, mayResolve: mode === 'edit' } } });
  });
  await page.goto(`${server.origin}/pageoffice?archiveId=${archiveId}`);
  await expect(page.getByRole('complementary', { name: '修订与批注' })).toBeVisible({ timeout: limit(30_000) });
  await expect(page.locator('.embedded-settling')).toBeHidden({ timeout: limit(30_000) });
  return { before, archiveId, token };
}

const stored = async (archiveId: number, token: string): Promise<Buffer> => {
  const file = await fetch(`${server.origin}/prod-api/doc/file/open/${archiveId}`, { headers: { authorization: `Bearer ${token}` } });
  return Buffer.from(await file.arrayBuffer());
};

test('Chinese typed by an input method in suggesting mode at 38 places: every change is tracked with the person, none is doubled', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { before, archiveId, token } = await openPlaces(page, PLACES, 'suggest');
  const ime = await inputMethod(page);
  for (const [index, place] of PLACES.entries())
    await test.step(place.name, async () => {
      await typeAt(page, ime, place, wordOf(index));
    });
  // Trap 3: directly after the number of a note.
  await page.locator('.docx-line', { hasText: '第一条注' }).click();
  await page.keyboard.press('Home');
  await ime.compose('zhu', '灯注');
  await expect(page.locator('.docx-paginated-surface')).toContainText('灯注');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.document-lamp')).toHaveText('服务器', { timeout: limit(20_000) });

  const bytes = await stored(archiveId, token);
  const accepted = await docxText(bytes);
  const wanted = [...PLACES.flatMap(({ after }, index) => after.replace('#', wordOf(index)).split('\n')), '末段。'];
  expect(accepted.split('\n').filter((line) => line !== '荒一' && line !== '')).toEqual(wanted);
  const mine = (await listMarks(bytes)).filter(({ author }) => author !== OTHER.author);
  expect(new Set(mine.map(({ author }) => author)).size).toBe(1);
  expect(mine.filter(({ kind, text: one }) => kind === 'insert' && one !== '').map((mark) => mark.text)).toEqual([
    ...PLACES.map((_place, index) => wordOf(index)),
    '灯注',
  ]);
  const struck = mine.filter(({ kind, text: one }) => kind === 'delete' && one !== '');
  expect(struck.map((mark) => mark.text).join('')).toBe(PLACES.map((place) => place.struck ?? '').join(''));
  // Nothing else has changed: without the marks of this person the document is the one before.
  expect(await checkReview(before, bytes, mine[0]!.author)).toBeNull();
});

test('45.5 Chinese composed over a selection with free changes replaces all of it, and nothing else', async ({ page }) => {
  test.setTimeout(120_000);
  const places = PLACES.filter(({ name }) => name.startsWith('45.5'));
  const { archiveId, token } = await openPlaces(page, places, 'edit');
  const ime = await inputMethod(page);
  for (const [index, place] of places.entries())
    await test.step(place.name, async () => {
      await typeAt(page, ime, place, wordOf(index));
    });
  await page.keyboard.press('Control+s');
  await expect(page.locator('.document-lamp')).toHaveText('服务器', { timeout: limit(20_000) });
  const accepted = await docxText(await stored(archiveId, token));
  expect(accepted.split('\n')).toEqual([...places.map(({ after }, index) => after.replace('#', wordOf(index))), '末段。']);
});

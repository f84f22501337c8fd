// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { foldedText } from '../../contract/reading/search-folding.ts';
import { around, bookTexts, findAll, search, SearchedText } from './book-search.ts';
import { signs } from './simplified-characters.ts';
import { documentsIn, textsOf } from './book-texts.ts';
import { entriesIn } from '../vocabulary/book-glossary.ts';
import { cutLines } from '../site/reading/marking/quote-card-drawing.ts';

test('returns the hits of a plain case-insensitive scan, with offsets into the original text', () => {
  const text = 'İstanbul, the Harpoon and the HARPOON; 琉璃灯塔的琉璃灯塔';
  const { documents, searched } = bookTexts([text, '', '灯塔']);
  const scan = (query: string): number => documents.reduce((sum, one) => sum + foldedText(one).split(foldedText(query)).length - 1, 0);
  for (const query of ['harpoon', 'HarPoon', '琉璃灯塔', '灯塔', '的', 'none'])
    expect([query, findAll(searched, query).length]).toEqual([query, scan(query)]);
  for (const { documentIndex, start, end } of findAll(searched, 'harpoon'))
    expect(documents[documentIndex]?.slice(start, end).toLowerCase()).toBe('harpoon');
  expect(findAll(searched, '')).toEqual([]);
  expect(around(text, { start: 14, end: 21 }, 4, 4)).toEqual(['the ', 'Harpoon', ' and']);
  expect(around('horizontal说：灯亮了，“vertical”', { start: 12, end: 13 }, 7, 6), 'words that are cut').toEqual(['说：', '灯', '亮了，']);
  expect(around('他说走。”她拿起船票看', { start: 8, end: 10 }, 5, 4)).toEqual(['她拿起', '船票', '看']);
  expect(around('Chapter tells of a river and nobody', { start: 19, end: 24 }, 13, 6)).toEqual(['tells of a ', 'river', ' and ']);
});

test('finds a text by keyboard characters', () => {
  const text = '\ufeff他说：“等一等——”\u3000Café Don’t ＡＢＣ１２３ E＝mc2 𠮷野家 know\u00adledge eﬃcient re\u0301sume\u0301 hello\nworld';
  const at = (query: string): string[] => findAll([new SearchedText(text)], query).map(({ start, end }) => text.slice(start, end));
  for (const [query, shown] of Object.entries({
    "don't": 'Don’t',
    cafe: 'Café',
    '“等': '“等',
    '"等': '“等',
    '等--': '等——',
    abc123: 'ＡＢＣ１２３',
    'ｅ=mc2': 'E＝mc2',
    'café  don’t': 'Café Don’t',
    野家: '野家',
    knowledge: 'know\u00adledge',
    efficient: 'eﬃcient',
    resume: 're\u0301sume\u0301',
    'hello world': 'hello\nworld',
  }))
    expect([query, at(query)]).toEqual([query, [shown]]);
});

test('searches the printed text when every character of the query has only one spelling', () => {
  const whole = new SearchedText('琉璃灯塔，“亮了”。');
  expect(whole.lookedThrough(true).text).toBe(whole.printed);
  const broken = new SearchedText('琉璃\u200b灯塔，琉璃灯\u00ad');
  const seen = (text: SearchedText, query: string): string[] => findAll([text], query).map(({ start, end }) => text.printed.slice(start, end));
  expect(seen(broken, '璃灯')).toEqual(['璃\u200b灯', '璃灯']);
  for (const query of ['琉璃灯塔', '塔，"亮', '塔,“亮', '琉璃灯塔']) expect([query, seen(whole, query).length]).toEqual([query, 1]);
  expect(whole.lookedThrough(true).text, 'it was made for the quotes and is kept').toBe('琉璃灯塔,"亮了"。');
});

test('reads the text of a book in both encodings', () => {
  const documents = ['桥上的灯', '', 'Caf\u00e9 𠮷'];
  const json = JSON.stringify({ documents });
  expect(documentsIn(new TextEncoder().encode(json).slice().buffer)).toEqual(documents);
  expect(documentsIn(Uint16Array.from({ length: json.length }, (_none, at) => json.charCodeAt(at)).buffer)).toEqual(documents);
});

test('finds traditional text by simplified characters and the reverse; in a simplified book the typed form is tried first', async () => {
  const hits = (texts: Awaited<ReturnType<typeof textsOf>>, query: string): string[] => search(texts, query, 9).hits.map(({ quote }) => quote.text);
  const old = await textsOf(['千里之行，始於足下。', '“橋上的燈”，萬家燈火。𠮷野家 ﬃ 乾坤']);
  expect(old.traditional).toBe(true);
  for (const query of ['灯', '燈']) expect([query, hits(old, query)]).toEqual([query, ['燈', '燈']]);
  expect(hits(old, '桥上的灯”')).toEqual(['橋上的燈”']);
  expect(hits(old, '始于')).toEqual(['始於']);
  expect(hits(old, '干坤')).toEqual(['乾坤']);
  const now = await textsOf(['桥上的灯亮了，他在瞭望，看了望远镜。', '灯。'.repeat(40)]);
  expect(now.traditional).toBe(false);
  expect(hits(now, '橋上的燈')).toEqual(['桥上的灯']);
  expect(hits(now, '瞭望')).toEqual(['瞭望']);
  expect(hits(now, '了望')).toEqual(['了望']);
  expect(bookTexts(['燈'], signs()).searched[0]?.lookedThrough(true).text).toBe('灯');
  expect(search(bookTexts(['燈']), '灯', 9).total).toBe(0);
});

test('reads a glossary from its definition list: two terms with one meaning, without ruby', () => {
  const page = '<h1>词汇表</h1><dl><dt>lamp</dt><dt>lantern</dt><dd>灯</dd><dt><ruby>橋<rt>はし</rt></ruby></dt><dd>桥</dd><dd>过河的路</dd></dl>';
  const entries = entriesIn(new DOMParser().parseFromString(page, 'text/html'), false);
  expect([...entries]).toEqual([
    ['lamp', '灯'],
    ['lantern', '灯'],
    ['橋', '桥；过河的路'],
  ]);
  const other = new DOMParser().parseFromString('<h1>对话</h1><dl><dt>甲</dt><dd>你好</dd></dl>', 'text/html');
  expect(entriesIn(other, false).size).toBe(0);
});

test('a line of a quote card starts with no closing mark and ends with no opening one; words are not split', () => {
  const measure = (text: string): number => text.length;
  expect(cutLines('天黑以后，桥上的灯亮了。', 4, measure)).toEqual(['天黑以后，', '桥上的灯', '亮了。']);
  expect(cutLines('他读了《桥上的灯》两遍', 4, measure)).toEqual(['他读了', '《桥上的', '灯》两遍']);
  expect(cutLines('the lamp on the bridge', 8, measure)).toEqual(['the lamp', 'on the', 'bridge']);
});

test('#44.8 finds words that punctuation separates in the text, in the query, or in both', () => {
  const texts = bookTexts(['江上起了雾，船都不出港。', 'He said: “Stop, now!” — and left.']);
  const found = (query: string): string[] => search(texts, query, 10).hits.map(({ shown }) => shown[1]);
  expect(found('起了雾船都')).toEqual(['起了雾，船都']);
  expect(found('起了雾；船都')).toEqual(['起了雾，船都']);
  expect(found('stop now')).toEqual(['Stop, now']);
  expect(found('，')).toEqual(['，', ',']);
  expect(found('雾，船')).toEqual(['雾，船']);
  expect(found('没有')).toEqual([]);
});

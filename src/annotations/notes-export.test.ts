// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { citation } from './citation.ts';
import type { StoredMark, StoredWord } from './annotation-record.ts';
import { inBookOrder } from './marks.ts';
import { notesCsv, notesMarkdown, wordsCsv } from './notes-export.ts';

const mark = (change: Partial<StoredMark>): StoredMark => ({
  kind: 'mark',
  clientId: 'one',
  clock: 1,
  deleted: false,
  seq: 1,
  device: '',
  createTime: '2026-11-21 09:00:00',
  updateTime: '',
  publishId: 1,
  editionId: 1,
  documentIndex: 1,
  chapterTitle: '第一章',
  cfi: 'epubcfi(/6/4!/4/2)',
  text: '桥上的灯',
  before: '',
  after: '',
  type: 'highlight',
  note: '',
  colour: 'yellow',
  percent: 12.34,
  twins: [],
  sent: true,
  refused: '',
  ...change,
});
const work = { title: '桥上的灯', authorsText: '何语' };

test('escapes formulas in every cell of a spreadsheet, and quotes stay inside their cell', () => {
  const csv = notesCsv(work, [mark({ note: '=HYPERLINK("http://x")' }), mark({ text: '@cmd', note: '第一行\n"第二行"' }), mark({ text: '＝SUM' })]);
  expect(csv.startsWith('\uFEFF"书名"')).toBe(true);
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(csv).toContain(`"'@cmd"`);
  expect(csv).toContain(`"'＝SUM"`);
  expect(csv).toContain('"第一行\n""第二行"""');
});

test('Markdown has a heading for each chapter, the passage as a quotation, both texts of a conflicting note, and no foreign markup', () => {
  const twins = [{ note: '另一台的话', colour: 'green' as const, device: '', clock: 1 }];
  const text = notesMarkdown(work, [mark({ note: '# 不是标题', twins }), mark({ chapterTitle: '第二章', type: 'bookmark', text: '' })]);
  expect(text).toContain('# 《桥上的灯》读书笔记');
  expect(text).toContain('## 第一章\n\n> 桥上的灯\n\n\\# 不是标题\n\n另一台的话');
  expect(text).toContain('## 第二章\n\n- 书签（12.3%）');
});

test('formats a citation by GB/T 7714: authors, kind, edition, publisher, year, day and address', () => {
  const now = new Date(2026, 10, 21);
  const full = {
    title: '桥上的灯',
    subtitle: '河的故事',
    authorsText: '何语 著、林一、苏二、陈三',
    translator: '',
    pressName: '启明外语音像出版社',
    publishDate: '2025-03-01',
    edition: 2,
  };
  expect(citation(full, { chapter: '第一章', address: 'https://x/1', now })).toBe(
    '何语, 林一, 苏二, 等. 桥上的灯: 河的故事[M/OL]. 2版. 启明外语音像出版社, 2025: 第一章[2026-11-21]. https://x/1.',
  );
  expect(citation(work, { chapter: '', address: 'https://x/1', now })).toBe('何语. 桥上的灯[M/OL]. [2026-11-21]. https://x/1.');
  const authors = (authorsText: string): string | undefined => citation({ ...work, authorsText }, { chapter: '', address: '', now }).split('. ')[0];
  expect(authors('张译, 李四')).toBe('张译, 李四');
  expect(authors('何语著、王小明译、苏二（绘）')).toBe('何语, 王小明, 苏二');
  expect(authors('林一 主编；王编')).toBe('林一, 王编');
});

test('sorts marks in the order of the book: by numeric step, ignoring ids, a page before its content', () => {
  const at = (documentIndex: number, cfi: string) => ({ documentIndex, cfi });
  const order = [
    at(0, 'epubcfi(/6/2!/4/2[p99]/1:0)'),
    at(0, 'epubcfi(/6/2!/4/2[p1],/1:3,/1:9)'),
    at(0, 'epubcfi(/6/2!/4/10,/1:0,/1:2)'),
    at(0, 'epubcfi(/6/2!/4/10,/1:12,/1:14)'),
    at(2, 'epubcfi(/6/6!/4/2)'),
  ];
  expect(order.toReversed().sort(inBookOrder)).toEqual(order);
});

test('in Markdown a note keeps its lines and paragraphs, and nothing in it becomes a list, a rule or a markup character', () => {
  const text = notesMarkdown(work, [mark({ text: '上句\n下句', note: '第一行\n- 不是列表\n1. 不是编号\n\n---\na &amp; b ~~删~~' })]);
  expect(text).toContain('> 上句\\\n> 下句\n\n第一行\\\n\\- 不是列表\\\n1\\. 不是编号\n\n\\---\\\na \\&amp; b \\~\\~删\\~\\~\n');
});

test('exports words as a table with their book, and no cell is a formula', () => {
  const word = {
    text: 'lamp',
    meaning: '=灯',
    sentence: '他说"lamp"',
    publishId: 3,
    chapterTitle: '第一章',
    box: 2,
    createTime: '2026-11-21 08:00:00',
  };
  expect(wordsCsv([word as StoredWord], (publishId) => (publishId === 3 ? '桥上的灯' : ''))).toBe(
    '\uFEFF"生词","释义","例句","书名","章","记忆级","时间"\r\n"lamp","\'=灯","他说""lamp""","桥上的灯","第一章","2","2026-11-21 08:00:00"\r\n',
  );
});

import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { questionKey, shownQuestion } from '../../../contract/textbook/question-schema.ts';
import { randomOf } from '../../../tests/support/flow-tree.ts';
import { limit } from '../../../tests/support/machine-speed.ts';
import { mutatedBytes, mutatedText, type RandomBelow } from '../../../tests/support/mutated-text.ts';
import { csvLines } from '../../crud/csv-lines.ts';
import { AppError } from '../../http/app-error.ts';
import { checkedQuestion } from './checked-question.format.ts';
import { readGift } from './gift.parser.ts';
import { readQuestions } from './question-reading.service.ts';
import { readQuestionSheet, SHEET_COLUMNS } from './question-sheet.parser.ts';
import type { ReadFile } from './read-question.format.ts';

/** Files of a run, a third of each kind; IMPORT_FUZZ_FILES=10000 for a long one, IMPORT_FUZZ_SEED for one of its own. */
const FILES = Number(process.env['IMPORT_FUZZ_FILES'] ?? 500);
const SEED = Number(process.env['IMPORT_FUZZ_SEED'] ?? 1);
const EACH = Math.ceil(FILES / 3);
/** Of so many files one goes through the processes that read files. */
const BYTES_EVERY = 50;
const LONG = { timeout: limit(30_000 + FILES * 50) };
/** Characters of a mutated text, and of the long one among so many. */
const SIZE = { usual: 6_000, long: 200_000, every: 100 };

type Random = RandomBelow;
/** A generator of whole numbers below `most`. */
function random(seed: number): Random {
  const next = randomOf(seed);
  return (most) => Math.floor(next() * most);
}
const oneOf = <T>(list: readonly T[], next: Random): T => list[next(list.length)]!;

const GIFT = `// 题库
$CATEGORY: 语文/第一章//上

::判断一:: 渡口有桥吗？{T#对####解析}

::单选一::[html]<p>选</p>{=甲#好 ~乙#不好 ~%50%丙 ####<b>解</b>}

::多选:: 选两个 {~%50%甲 ~%50%乙 ~%-100%丙}

::填空:: 鲁迅住在{=绍兴 =%50%杭州 =绍*}。

::数字:: 圆周率是{#3.14:0.01}

::数字二:: 多个{#=%100%3:0 =%50%4..5#近}

::连线:: 连{=早->morning =晚->evening =->noon}

::简答:: 写一写{}

::公式:: 求 $x^2$ 与 $\\\\frac\\{1\\}\\{2\\}$ {=$\\\\alpha$ ~\\\\$5}

只是说明，没有答案 <img src=x onerror=alert(1)>
`;
const ROWS: readonly (readonly string[])[] = [
  ['单选', '渡船几点开 $x<1$？', '五点', '六点', '以上都不对', '', 'B', '2', '课文 $\\frac12$', '第一章', '2', '渡口、桥', '', '例1'],
  ['多选', '哪些？', '船工', '教师', '山', '学生', 'ABD', '3.5', '', '', '', '', '少选得一半，选错不得分', '例2'],
  ['判断', '桥在北边。', '', '', '', '', '错', '', '', '', '', '', '', ''],
  ['填空', '早上____点，票价（　　）元。', '', '', '', '', '六；6|2-3', '2分', '', '', '', '', '每空得分', '例4'],
  ['填空', '甲____乙____', '', '', '', '', '一；二/两', '2', '', '', '', '', '', ''],
  ['连线', '连', '', '', '', '', '早=morning；$a=b$=evening；=noon', '4', '', '', '', '', '', ''],
  ['排序', '排', '买票', '上船', '开船', '', 'ABC', '3', '', '', '', '', '', ''],
  ['简答', '为什么？', '', '', '', '', '要点', '6', '', '', '', '', '', ''],
  ['口语', '读', '', '', '', '', '', '6', '', '', '', '', '', ''],
  ['说明', '看图', '', '', '', '', '', '', '', '', '', '', '', ''],
];
const COLUMNS = ['题型', '题干', '选项A', '选项B', '选项C', '选项D', '答案', '分值', '解析', '章节', '难度', '知识点', '得分规则', '编号'];
const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const CSV = [COLUMNS, ...ROWS].map((row) => row.map(quoted).join(',')).join('\n');

const SIGNS = [
  '{',
  '}',
  '=',
  '~',
  '#',
  '::',
  '####',
  '->',
  '%',
  '%50%',
  '%-100%',
  '..',
  ':',
  '\\',
  '\\{',
  '\\n',
  '\n',
  '\r\n',
  '\n\n',
  '//',
  '$CATEGORY:',

  '$',
  '$$',
  '\\$',
  '$x^2$',
  '\\frac{',
  '[[aaaaaaaa]]',
  '[html]',
  '[[',
  '<math>',
  '</math>',
  '<script>',
  '<p>',
  '&#36;',
  '&',
  '<',
  '"',
  '""',
  ',',

  '____',
  '（　　）',
  '|',
  '；',
  '/',
  '＝',
  'ＡＢＣ',
  '１',
  '½',
  '-',
  '～',
  '1e999',
  '-0',
  '999999999999999999999',
  '0.001',
  'NaN',

  '\0',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\ud800',
  '😀',
  'é',
  '字'.repeat(300),
  '\ue100',
  '\ufdd0',
  '\u2028',
  'ﷺ',
  '单选',
  '多选',
  '填空',
  '连线',
  '排序',
];

const mutated = (text: string, other: string, next: Random): string =>
  mutatedText(text, other, SIGNS, next(SIZE.every) === 0 ? SIZE.long : SIZE.usual, next);

const CHINESE = /[\u4e00-\u9fff]/;
const PLACE = /^(?:第\d+行|表头)$/;

/** What is wrong with what was read: each refusal has a place and Chinese words, and the editor can save each question again. */
function faultsOf(read: ReadFile): unknown[] {
  const faults: unknown[] = read.lines.filter(
    ({ place, what, advice }) => !PLACE.test(place) || !CHINESE.test(what) || (advice !== '' && !CHINESE.test(advice)),
  );
  const rejected = new Set(read.lines.filter(({ severity }) => severity === 'rejected').map(({ place }) => place));
  for (const question of read.questions) {
    const { place, content, problems } = checkedQuestion(question);
    if (!PLACE.test(place) || (!content && !rejected.has(place))) faults.push({ place, rejected: [...rejected] });
    faults.push(...problems.filter((problem) => !CHINESE.test(problem)));
    if (!content || problems.length > 0) continue;
    const { error } = z.object({ shown: shownQuestion, key: questionKey }).safeParse(content);
    // Keys are plain text, the rest is HTML.
    const html = JSON.stringify([content.shown, content.key.explanation]);
    if (error || /<script|<[^>]*\sonerror=/.test(html) || JSON.stringify(content).includes('\\u0000')) faults.push({ error, content });
  }
  return faults;
}

/** One assertion for each file: an assertion for each question would take most of the time. */
const expectSound = (read: ReadFile, file: string): void => expect(faultsOf(read), file).toEqual([]);

const place = (at: number): string => `seed ${SEED}, file ${at}`;

test('§21 mutated GIFT texts are read or rejected with place and words', LONG, () => {
  const next = random(SEED);
  for (let at = 0; at < EACH; at += 1) expectSound(readGift(mutated(GIFT, CSV, next), oneOf(['zh', 'en', 'ja'] as const, next)), place(at));
});

test('§21 mutated csv files are read or rejected with place and words', LONG, () => {
  const next = random(SEED + 1);
  for (let at = 0; at < EACH; at += 1) {
    const bytes = Buffer.from(mutated(CSV, GIFT, next));
    expectSound(readQuestionSheet(csvLines(bytes, 5_001, 60), oneOf(['zh', 'en', 'ja'] as const, next)), place(at));
  }
});

test('§21 sheets with mutated cells are read or rejected with place and words', LONG, () => {
  const next = random(SEED + 2);
  const all = ROWS.flat().filter((cell) => cell !== '');
  for (let at = 0; at < EACH; at += 1) {
    const rows = ROWS.map((row) =>
      row.map((cell) => (next(6) === 0 ? mutated(cell, oneOf(all, next), next) : next(20) === 0 ? oneOf(all, next) : cell)),
    );
    const header = next(10) === 0 ? SHEET_COLUMNS.filter(() => next(5) > 0) : COLUMNS;
    const lines = [header, ...rows].map((cells, row) => ({ number: row + 1, cells, faults: {} }));
    expectSound(readQuestionSheet(lines, 'zh'), place(at));
  }
});

async function xlsx(): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('题目').addRows([COLUMNS, ...ROWS].map((row) => [...row]));
  return Buffer.from(await book.xlsx.writeBuffer());
}

test('§21 mutated bytes of xlsx, csv and GIFT files end no server', LONG, async () => {
  const next = random(SEED + 3);
  const bases: readonly (readonly [string, Buffer])[] = [
    ['a.xlsx', await xlsx()],
    ['a.csv', Buffer.from(CSV)],
    ['a.txt', Buffer.from(GIFT)],
  ];
  for (let at = 0; at < FILES / BYTES_EVERY; at += 1) {
    const [name, bytes] = bases[at % bases.length]!;
    const result = await readQuestions(mutatedBytes(bytes, next), name, 'zh', async () => undefined).catch((error: unknown) => error);
    if (result instanceof AppError) expect(result.message).toMatch(CHINESE);
    else if (result instanceof Error) throw result;
  }
});

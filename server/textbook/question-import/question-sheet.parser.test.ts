import { describe, expect, test } from 'vitest';
import type { KeyPart, ShownPart } from '../../../contract/textbook/question-kind.ts';
import { sheetRowOf } from './question-sheet.format.ts';
import { readQuestionSheet, SHEET_COLUMNS } from './question-sheet.parser.ts';
import { hashOf } from '../question/question-content.format.ts';

const HEAD = { number: 1, cells: [...SHEET_COLUMNS], faults: {} };
type Cells = Partial<Record<(typeof SHEET_COLUMNS)[number], string>>;
const line = (cells: Cells, number = 2) => ({ number, faults: {}, cells: SHEET_COLUMNS.map((label) => cells[label] ?? '') });
const read = (...rows: Cells[]) => readQuestionSheet([HEAD, ...rows.map((cells, at) => line(cells, at + 2))], 'zh');

function one(cells: Cells) {
  const { questions, lines } = read(cells);
  const content = questions[0]?.content;
  return { ...questions[0], lines, shown: content?.shown as ShownPart, key: content?.key as KeyPart };
}
const letters = (cells: Cells): string[] => {
  const { shown, key } = one(cells);
  return 'options' in shown && 'right' in key && Array.isArray(key.right)
    ? shown.options.filter(({ id }) => (key.right as string[]).includes(id)).map(({ html }) => html)
    : [];
};
const OPTIONS: Cells = { 选项A: '甲', 选项B: '乙', 选项C: '丙', 选项D: '丁' };

describe('§14 the sheet of questions', () => {
  test.each(['ABD', 'A、B、D', 'ＡＢＤ', 'abd', 'A,B,D'])('reads the letters %s', (answer) =>
    expect(letters({ 题型: '多选题', 题干: '选', ...OPTIONS, 答案: answer })).toEqual(['甲', '乙', '丁']),
  );

  test.each([
    ['对', true],
    ['正确', true],
    ['√', true],
    ['T', true],
    ['错', false],
    ['×', false],
    ['错误', false],
    ['f', false],
  ])('reads %s as a judgement', (answer, right) => expect(one({ 题型: '判断', 题干: '是', 答案: answer }).key).toMatchObject({ right }));

  test('blanks: parts by |, spellings by ；, a range, and the other way round', () => {
    const { shown, key } = one({ 题型: '填空', 题干: '早上____点，票价（　　）元', 答案: '六；6|1-9', 分值: '3.5' });
    expect(shown.kind === 'fill' && shown.blanks.map(({ type }) => type)).toEqual(['text', 'number']);
    expect(key.kind === 'fill' && key.blanks.map(({ keys }) => keys)).toEqual([
      [
        { share: 10_000, text: '六' },
        { share: 10_000, text: '6' },
      ],
      [{ share: 10_000, from: '1', to: '9' }],
    ]);
    const other = one({ 题型: '填空', 题干: '__和__', 答案: '红/赤；绿' });
    expect(other.key.kind === 'fill' && other.key.blanks.map(({ keys }) => keys.map(({ text }) => text))).toEqual([['红', '赤'], ['绿']]);
    expect(other.lines).toMatchObject([{ severity: 'note', place: '第2行' }]);
    expect(one({ 题型: '填空', 题干: '编号__', 答案: '00123' }).key).toMatchObject({ blanks: [{ keys: [{ text: '00123' }] }] });
  });

  test('pairs with a distractor, an order, and the rule of points', () => {
    expect(one({ 题型: '连线', 题干: '连', 答案: '早=morning；晚=evening；=noon' }).shown).toMatchObject({
      left: [{ html: '早' }, { html: '晚' }],
      right: [{ html: 'morning' }, { html: 'evening' }, { html: 'noon' }],
    });
    const { shown, key } = one({ 题型: '排序', 题干: '排', ...OPTIONS, 答案: 'BADC', 得分规则: '按位置正确的个数' });
    expect(key).toMatchObject({ policy: 'position' });
    expect(shown.kind === 'order' && key.kind === 'order' && key.order.map((id) => shown.items.find((item) => item.id === id)?.html)).toEqual([
      '乙',
      '甲',
      '丁',
      '丙',
    ]);
  });

  test('says place, what and advice of a row that it cannot read', () => {
    const { questions, lines } = read(
      { 题型: '单选', 题干: '选', ...OPTIONS, 答案: 'E' },
      { 题型: '材料', 题干: '读', 答案: 'A' },
      { 题型: '填空', 题干: '没有空', 答案: '甲' },
      { 题型: '判断', 题干: '', 答案: '对' },
      { 题型: '单选', 题干: '选', ...OPTIONS, 答案: 'A', 分值: '很多' },
    );
    expect(questions).toHaveLength(5);
    expect(lines).toHaveLength(5);
    expect(questions.every(({ content }) => content === null)).toBe(true);
    expect(lines.map(({ place, what }) => [place, what])).toEqual([
      ['第2行', '答案里的E没有对应的选项'],
      ['第3行', '题型“材料”不能用表格导入'],
      ['第4行', '题干里没有空'],
      ['第5行', '题干是空的'],
      ['第6行', '分值“很多”不是数'],
    ]);
    expect(lines.every(({ advice }) => advice !== '')).toBe(true);
  });

  test('a sheet without the columns of the template is rejected with their names', () =>
    expect(readQuestionSheet([{ number: 1, cells: ['姓名'], faults: {} }], 'zh').lines).toMatchObject([{ what: '缺少题型、题干、答案列' }]));

  test.each<Cells>([
    { 题型: '单选', 题干: '选', ...OPTIONS, 答案: 'B', 分值: '2', 解析: '因为', 章节: '一', 难度: '4', 知识点: '渡口、桥', 编号: 'A1' },
    { 题型: '多选', 题干: '选', ...OPTIONS, 答案: 'AC', 分值: '2.5', 得分规则: '全对才得分' },
    { 题型: '判断', 题干: '是', 答案: '错', 分值: '1' },
    { 题型: '填空', 题干: '早上____点，票价____元', 答案: '六；6|1-9', 分值: '3' },
    { 题型: '连线', 题干: '连', 答案: '早=morning；晚=evening；=noon', 分值: '4' },
    { 题型: '排序', 题干: '排', ...OPTIONS, 答案: 'BADC', 分值: '4' },
    { 题型: '简答', 题干: '写', 答案: '两点', 分值: '6' },
  ])('§15 a question that was exported is read back the same: $题型', (cells) => {
    const first = read(cells).questions[0];
    if (!first?.content) throw new Error('not read');
    const row = sheetRowOf(first, first.content) ?? [];
    const back = readQuestionSheet([HEAD, { number: 2, cells: row.map(String), faults: {} }], 'zh').questions[0];
    expect(back?.content && hashOf(back.content)).toBe(hashOf(first.content));
    expect({ ...back, content: null }).toEqual({ ...first, content: null });
  });
});

import { describe, expect, test } from 'vitest';
import { makeDocx, paragraph, run, styled } from '../../../../tests/support/docx-maker.ts';
import type { KeyPart, ShownPart } from '../../../../contract/textbook/question-kind.ts';
import { checkedQuestion } from '../checked-question.format.ts';
import { parseQuestions } from '../question-formats.parser.ts';
import { plainText } from '../../../http/rich-text.ts';
import { InlineText } from './inline-text.format.ts';
import { linesOfText } from './paper-lines.parser.ts';
import { isPaper, PaperReader } from './paper.parser.ts';

const PAPER = `渡口小学期末试卷

一、单项选择题（每题2分，共4分）
1. 渡船几点开？（ B ）
A. 五点　　B. 六点　　C．七点
D、以上都不对
解析：课文第一段。
难度：2 知识点：渡口、桥
2、“渡”字的意思是
A 过河 不是选项
A. 过江 B. 走路
答案：A
二、多项选择题（每题3分）
1．船上有谁（ＡＢＤ）
A．船工
B．教师
C．山
D．学生
三、判断题
（1）桥在渡口的北边。（×）
（2）江上有雾。
答案：对
四、填空题（每空1分）
1. 早上____点开船，票价（　　）元。
答案：六；6|2
五、简答题
1. 为什么要修桥？（6分）
（1）从交通说
（2）从安全说
答案：交通方便
也更安全
【解析】答出两点即可。
`;

const read = (text: string) => {
  const file = new PaperReader('行').read(linesOfText(text), 'zh');
  return { ...file, questions: file.questions.map(checkedQuestion) };
};
const optionsOf = (shown: ShownPart): string[] => ('options' in shown ? shown.options.map(({ html }) => html) : []);

describe('§14 a paper as text', () => {
  test('headings set kind and points, answers stand in the bracket or below, options on one line', () => {
    const { questions, lines } = read(PAPER);
    expect(lines).toEqual([]);
    expect(questions.map(({ problems }) => problems).flat()).toEqual([]);
    expect(questions.map(({ content }) => [content?.shown.kind, content?.points])).toEqual([
      ['single', 200],
      ['single', 200],
      ['multi', 300],
      ['judge', 200],
      ['judge', 200],
      ['fill', 200],
      ['short', 600],
    ]);
    const [first, second, third, fourth, , fill, short] = questions.map(({ content }) => ({
      shown: content?.shown as ShownPart,
      key: content?.key as KeyPart,
    }));
    expect(questions[0]).toMatchObject({ difficulty: 2, tags: ['渡口', '桥'], place: '第1题（第4行）' });
    expect(first?.shown.stem).toBe('<p>渡船几点开？（　　）</p>');
    expect(first && optionsOf(first.shown)).toEqual(['五点', '六点', '七点', '以上都不对']);
    expect(first?.key.explanation).toBe('<p>课文第一段。</p>');
    expect(second?.shown.stem).toContain('A 过河 不是选项');
    expect(second && optionsOf(second.shown)).toEqual(['过江', '走路']);
    expect(third?.key.kind === 'multi' && third.key.right.length).toBe(3);
    expect(fourth?.key).toMatchObject({ kind: 'judge', right: false });
    expect(fourth?.shown.stem).toBe('<p>桥在渡口的北边。（　　）</p>');
    expect(fill?.key.kind === 'fill' && fill.key.blanks.map(({ keys }) => keys.length)).toEqual([2, 1]);
    expect(short?.shown.stem).toContain('（2）从安全说');
    expect(short?.key).toMatchObject({ hint: '交通方便\n也更安全', explanation: '<p>答出两点即可。</p>' });
  });

  test('answers in a list at the end, by section and number', () => {
    const text =
      '一、选择题（每题2分）\n1. 甲 A. 一 B. 二\n2. 乙 A. 一 B. 二\n二、判断题\n1. 丙\n参考答案\n一、选择题\n1-2 BA\n二、判断题\n1. 错 解析：不对。\n';
    const { questions, lines } = read(text);
    expect([lines, questions.flatMap(({ problems }) => problems)]).toEqual([[], []]);
    const rights = questions.map(({ content }) => {
      const { shown, key } = content as { shown: ShownPart; key: KeyPart };
      return key.kind === 'judge'
        ? key.right
        : key.kind === 'single' && 'options' in shown
          ? shown.options.find(({ id }) => id === key.right[0])?.html
          : null;
    });
    expect(rights).toEqual(['二', '一', false]);
    expect(questions[2]?.content?.key.explanation).toBe('<p>不对。</p>');
  });

  test('a question without an answer is named with its place', () =>
    expect(read('1. 甲 A. 一 B. 二\n2. 乙\nA. 一\nB. 二\n答案：B').lines).toMatchObject([
      { place: '第1题（第1行）', severity: 'rejected', what: '没有答案' },
    ]));

  test('is told from GIFT', () => {
    expect(isPaper(PAPER)).toBe(true);
    expect(isPaper('::题:: 选{=甲 ~乙}')).toBe(false);
    expect(isPaper('1. 选{=甲 ~乙}\nA. 五')).toBe(false);
    expect(isPaper('下面读课文。')).toBe(false);
  });
});

test('§14 inline HTML is cut without breaking its elements', () => {
  const text = new InlineText('A. <strong>五<em>点</em></strong> B. &lt;六&gt;<img src="a.png"/>');
  expect(text.text).toBe('A. 五点 B. <六>\ufffc');
  expect(text.slice(3, 4)).toBe('<strong>五</strong>');
  expect(text.slice(4)).toBe('<strong><em>点</em></strong> B. &lt;六&gt;<img src="a.png"/>');
});

test('§14 a Word document: pictures, tables, emphasis, drawn numbers and underlined blanks stay in place', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`;
  const list = (level: number, text: string) => styled(`<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`, run(text));
  const level = (at: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'upperLetter', '%2.')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const bytes = await makeDocx(
    [
      paragraph(run('一、单选题（每题2分）')),
      list(0, '看表，渡船几点开？'),
      `<w:tbl><w:tr>${cell('早班')}${cell('六点')}</w:tr></w:tbl>`,
      list(1, '五点'),
      list(1, '六点'),
      paragraph(run('答案：B')),
      paragraph(run('二、填空题')),
      paragraph(run('1. 船在'), run('      ', '<w:u w:val="single"/>'), run('开。'), run('早', '<w:b/>')),
      paragraph(run('答案：渡口')),
    ],
    { 'word/numbering.xml': numbering },
  );
  const file = await parseQuestions({ bytes, name: 'a.docx', language: 'zh', folder: '' });
  const questions = file.questions.map(checkedQuestion);
  expect([file.format, file.lines, questions.flatMap(({ problems }) => problems)]).toEqual(['paper', [], []]);
  const [first, second] = questions.map(({ content }) => content?.shown as ShownPart);
  expect(first?.stem).toContain('<table>');
  expect(plainText(first?.stem ?? '')).toContain('早班');
  expect(first && optionsOf(first)).toEqual(['五点', '六点']);
  expect(second?.stem).toMatch(/^<p>船在\[\[\w{8}\]\]开。<strong>早<\/strong><\/p>$/);
});

import { describe, expect, test } from 'vitest';
import type { KeyPart, ShownPart } from '../../../../contract/textbook/question-kind.ts';
import { checkedQuestion } from '../checked-question.format.ts';
import { readXml } from '../question-xml.parser.ts';
import { readMoodleXml } from './moodle-xml.parser.ts';

const quiz = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${inner}\n</quiz>`;
const question = (type: string, inner: string, stem = '题干') =>
  `<question type="${type}"><name><text>甲</text></name><questiontext format="html"><text><![CDATA[<p>${stem}</p>]]></text></questiontext>${inner}</question>`;
const answer = (fraction: string | number, text: string, more = '') =>
  `<answer fraction="${fraction}" format="html"><text>${text}</text>${more}</answer>`;
const read = (inner: string) => readMoodleXml(readXml(quiz(inner)), 'zh');

/** The only question, checked. */
function one(inner: string) {
  const { questions, lines } = read(inner);
  const checked = checkedQuestion(questions[0]!);
  if (!checked.content) throw new Error(JSON.stringify(lines));
  return { ...checked, shown: checked.content.shown as ShownPart, key: checked.content.key as KeyPart, lines, points: checked.content.points };
}

describe('§14 Moodle XML', () => {
  test('category, code, tags, points, and a place with its line', () => {
    const { questions } = read(
      `<question type="category"><category><text>$course$/top/语文/第一章//上</text></category></question>
       <question type="truefalse"><name><text>题名</text></name><questiontext><text>对吗？</text></questiontext><idnumber>A-1</idnumber>
       <defaultgrade>2.5</defaultgrade>${answer(100, 'true')}${answer(0, 'false')}<tags><tag><text>渡口</text></tag><tag><text>难度4</text></tag></tags></question>`,
    );
    expect(questions).toMatchObject([
      { code: 'A-1', chapter: '第一章/上', tags: ['渡口'], difficulty: 4, place: '第1题（第4行）', content: { points: 250, key: { right: true } } },
    ]);
  });

  test('one option of several, with feedback and a fixed order', () => {
    const { shown, key, problems } = one(
      question(
        'multichoice',
        `<single>true</single><shuffleanswers>0</shuffleanswers>${answer(0, '乙', '<feedback><text>不是</text></feedback>')}${answer(100, '甲')}${answer(50, '丙')}`,
      ),
    );
    expect(problems).toEqual([]);
    expect(shown.kind === 'single' && shown.options.map(({ html, pinned }) => [html, pinned])).toEqual([
      ['乙', true],
      ['甲', true],
      ['丙', true],
    ]);
    expect(key.kind === 'single' && [key.right.length, Object.values(key.shares ?? {}), Object.values(key.feedback ?? {})]).toEqual([
      1,
      [5_000],
      ['不是'],
    ]);
  });

  test.each([
    ['three thirds', [33.33333, 33.33333, 33.33333, -100], [3333, 3333, 3333, -10_000]],
    ['each right option worth everything', [100, 100, 0, 0], [5_000, 5_000, 0, 0]],
  ])('several options: %s', (_name, fractions, shares) => {
    const answers = fractions.map((fraction, at) => answer(fraction, 'ABCD'[at]!)).join('');
    const { key, problems } = one(question('multichoice', `<single>false</single>${answers}`));
    expect(problems).toEqual([]);
    expect(key).toMatchObject({ kind: 'multi', policy: 'weights' });
    expect(key.kind === 'multi' && Object.values(key.shares ?? {})).toEqual(shares);
  });

  test('a short answer with a pattern, an escaped star, case and the place of the answer', () => {
    const { shown, key } = one(
      question('shortanswer', `<usecase>1</usecase>${answer(100, 'Lu*')}${answer(50, '5\\*3')}${answer(0, '*')}`, '作者是_____。'),
    );
    expect(shown.stem).toMatch(/^<p>作者是\[\[\w{8}\]\]。<\/p>$/);
    expect(key.kind === 'fill' && key.blanks[0]).toMatchObject({
      keys: [
        { text: 'Lu*', pattern: true, share: 10_000 },
        { text: '5*3', share: 5_000 },
      ],
      rules: { case: 'exact' },
    });
  });

  test('a number with tolerance and units: the multiplier divides', () => {
    const { key, problems } = one(
      question(
        'numerical',
        `${answer(100, '2.5', '<tolerance>0.01</tolerance>')}<unitgradingtype>1</unitgradingtype>
         <units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit><unit><multiplier>100</multiplier><unit_name>cm</unit_name></unit></units>`,
      ),
    );
    expect(problems).toEqual([]);
    expect(key.kind === 'fill' && key.blanks[0]).toMatchObject({
      keys: [{ value: '2.5', tolerance: '0.01' }],
      number: {
        units: [
          { name: 'm', factor: '1' },
          { name: 'cm', factor: '0.01' },
        ],
        unit: 'required',
      },
    });
  });

  test('matching with a distractor', () => {
    const pair = (text: string, other: string) =>
      `<subquestion format="html"><text>${text}</text><answer><text>${other}</text></answer></subquestion>`;
    const { shown, problems } = one(question('matching', pair('早', 'morning') + pair('晚', 'evening') + pair('', 'noon')));
    expect(problems).toEqual([]);
    expect(shown).toMatchObject({ kind: 'match', left: [{ html: '早' }, { html: '晚' }], reusable: false });
    expect(shown.kind === 'match' && shown.right.map(({ html }) => html).toSorted()).toEqual(['evening', 'morning', 'noon']);
  });

  test('embedded answers of every type', () => {
    const { shown, key, problems, points, lines } = one(
      question(
        'cloze',
        '',
        '首都{2:SHORTANSWER:=北京#对~%50%北平}，{1:SAC:=Beijing}，{1:NUMERICAL:=23.8:0.1}，{1:MULTICHOICE_V:甲~=乙~丙\\}}，{1:MC:~%100%a~b}',
      ),
    );
    expect(problems).toEqual([]);
    expect(points).toBe(600);
    expect(shown.kind === 'fill' && shown.blanks.map(({ type, choices }) => [type, choices?.length])).toEqual([
      ['text', undefined],
      ['text', undefined],
      ['number', undefined],
      ['choice', 3],
      ['choice', 2],
    ]);
    expect(key.kind === 'fill' && key.blanks.map(({ keys }) => keys.length)).toEqual([2, 1, 1, 1, 1]);
    expect(lines.map(({ what }) => what)).toEqual(['填空的逐个反馈没有导入', '各空的分值不同']);
  });

  test('ordering, words that are chosen and words that are dragged', () => {
    const order = one(question('ordering', `<gradingtype>ALL_OR_NOTHING</gradingtype>${answer(2, '乙')}${answer(1, '甲')}`));
    expect(order.key).toMatchObject({ kind: 'order', policy: 'all' });
    expect(
      order.shown.kind === 'order' &&
        order.key.kind === 'order' &&
        order.key.order.map((id) => order.shown.kind === 'order' && order.shown.items.find((item) => item.id === id)?.html),
    ).toEqual(['甲', '乙']);
    const word = (name: string, text: string, group = 1) => `<${name}><text>${text}</text><group>${group}</group></${name}>`;
    const gaps = one(
      question(
        'gapselect',
        word('selectoption', '猫') + word('selectoption', '狗') + word('selectoption', '跑', 2) + word('selectoption', '走', 2),
        '[[1]]在[[4]]',
      ),
    );
    expect(gaps.problems).toEqual([]);
    expect(gaps.shown.kind === 'fill' && gaps.shown.blanks.map(({ choices }) => choices?.map(({ html }) => html).toSorted())).toEqual([
      ['狗', '猫'],
      ['走', '跑'],
    ]);
    expect(one(question('ddwtos', word('dragbox', '猫') + word('dragbox', '狗'), '[[2]]叫')).problems).toEqual([]);
  });

  test('an essay, a file to hand in, and a description', () => {
    expect(one(question('essay', '<graderinfo><text><![CDATA[<p>两点</p>]]></text></graderinfo>'))).toMatchObject({
      shown: { kind: 'short' },
      key: { hint: '两点' },
    });
    expect(one(question('essay', '<responseformat>noinline</responseformat><attachments>2</attachments>')).shown).toMatchObject({
      kind: 'upload',
      files: 2,
    });
    expect(one(question('description', ''))).toMatchObject({ shown: { kind: 'text' }, points: 0 });
  });

  test('what cannot be held is named with its type, its name and its place', () => {
    const { questions, lines } = read(question('ddmarker', '') + question('calculatedmulti', ''));
    expect(questions.map(({ content }) => content)).toEqual([null, null]);
    expect(lines).toMatchObject([
      { place: '第1题（第3行）', severity: 'rejected', what: '“甲”：题型“ddmarker”不能导入' },
      { place: '第2题（第3行）', what: '“甲”：题型“calculatedmulti”不能导入' },
    ]);
  });

  test('formulas of Moodle become formulas here', () => {
    expect(one(question('truefalse', answer(100, 'false'), '求 \\(x^2\\)')).shown.stem).toContain('<math>');
  });

  test.each([
    ['no end', '<quiz><question type="essay">', /第1行附近的 XML 写法不对/],
    ['a document type', '<!DOCTYPE quiz [<!ENTITY a "b">]>\n<quiz/>', /DOCTYPE/],
    ['too deep', `<quiz>${'<a>'.repeat(70)}${'</a>'.repeat(70)}</quiz>`, /嵌套超过64层/],
  ])('XML with %s is rejected with its line', (_name, text, message) => expect(() => readXml(text)).toThrow(message));

  test('named characters and a bare ampersand are read', () => {
    expect(
      one(question('essay', '').replace('题干', 'x]]></text><text>').replace('<![CDATA[<p>x]]></text><text></p>]]>', 'A&nbsp;&amp; B & C')).shown
        .stem,
    ).toContain('B &amp; C');
  });
});

import { describe, expect, test } from 'vitest';
import type { KeyPart, ShownPart } from '../../../../contract/textbook/question-kind.ts';
import { checkedQuestion } from '../checked-question.format.ts';
import { readXml } from '../question-xml.parser.ts';
import { readQtiXml } from './qti.parser.ts';

const material = (html: string) => `<material><mattext texttype="text/html">${html.replaceAll('<', '&lt;')}</mattext></material>`;
const label = (ident: string, text: string) => `<response_label ident="${ident}">${material(text)}</response_label>`;
const lid = (ident: string, labels: string, cardinality = 'Single', own = '') =>
  `<response_lid ident="${ident}" rcardinality="${cardinality}">${own}<render_choice>${labels}</render_choice></response_lid>`;
const str = (ident: string, type = 'String') =>
  `<response_str ident="${ident}" rcardinality="Single"><render_fib fibtype="${type}"><response_label ident="a"/></render_fib></response_str>`;
const equal = (ident: string, value: string) => `<varequal respident="${ident}">${value}</varequal>`;
const when = (test: string, value: number | string, action = 'Set', more = '') =>
  `<respcondition${more}><conditionvar>${test}</conditionvar><setvar action="${action}" varname="SCORE">${value}</setvar></respcondition>`;
const field = (name: string, value: string) =>
  `<qtimetadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${value}</fieldentry></qtimetadatafield>`;
const item = (type: string, presentation: string, conditions: string, more = '') =>
  `<questestinterop><assessment title="单元测验"><section ident="root_section"><item ident="i1" title="题">
   <itemmetadata><qtimetadata>${type ? field('question_type', type) : ''}${field('points_possible', '5.0')}</qtimetadata></itemmetadata>
   <presentation>${material('<div>题干</div>')}${presentation}</presentation>
   <resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${conditions}</resprocessing>${more}</item></section></assessment></questestinterop>`;

function one(xml: string) {
  const file = readQtiXml(readXml(xml), 'zh');
  const question = file?.questions[0];
  if (!question?.content) throw new Error(JSON.stringify(file?.lines));
  const checked = checkedQuestion(question);
  return {
    ...checked,
    shown: checked.content?.shown as ShownPart,
    key: checked.content?.key as KeyPart,
    points: checked.content?.points,
    lines: file?.lines,
  };
}
const AB = label('a', '甲') + label('b', '乙') + label('c', '丙');

describe('§14 QTI 1.2 and Canvas', () => {
  test('the score is scaled to points_possible, with the title of the assessment as chapter', () => {
    const { key, shown, points, chapter, code, problems } = one(
      item(
        'multiple_choice_question',
        lid('r', AB),
        when(equal('r', 'b'), 100) + when(equal('r', 'c'), 50),
        `<itemfeedback ident="b_fb"><flow_mat>${material('好')}</flow_mat></itemfeedback>`,
      ),
    );
    expect([problems, points, chapter, code]).toEqual([[], 500, '单元测验', 'i1']);
    expect(shown.stem).toBe('题干');
    expect(key.kind === 'single' && [Object.values(key.shares ?? {}), Object.values(key.feedback ?? {})]).toEqual([[5_000], ['好']]);
  });

  test('several answers: all right ones and no other', () => {
    const all = `<and>${equal('r', 'a')}<not>${equal('r', 'b')}</not>${equal('r', 'c')}</and>`;
    const { key, shown, problems } = one(item('multiple_answers_question', lid('r', AB, 'Multiple'), when(all, 100)));
    expect(problems).toEqual([]);
    expect(key).toMatchObject({ kind: 'multi', policy: 'all' });
    expect(
      shown.kind === 'multi' && key.kind === 'multi' && shown.options.filter(({ id }) => key.right.includes(id)).map(({ html }) => html),
    ).toEqual(['甲', '丙']);
  });

  test('several answers with Add and Subtract', () => {
    const { key, problems } = one(
      item('', lid('r', AB, 'Multiple'), when(equal('r', 'a'), 50, 'Add') + when(equal('r', 'c'), 50, 'Add') + when(equal('r', 'b'), 25, 'Subtract')),
    );
    expect(problems).toEqual([]);
    expect(key.kind === 'multi' && [key.policy, Object.values(key.shares ?? {})]).toEqual(['weights', [5_000, -2_500, 5_000]]);
  });

  test('true and false', () =>
    expect(one(item('true_false_question', lid('r', label('1', 'True') + label('2', 'False')), when(equal('r', '2'), 100))).key).toMatchObject({
      kind: 'judge',
      right: false,
    }));

  test('a short answer with spellings, and a number with a range', () => {
    const text = one(item('short_answer_question', str('r'), when(equal('r', '绍兴') + '', 100) + when(equal('r', 'Shaoxing'), 100)));
    expect(text.key.kind === 'fill' && text.key.blanks[0]?.keys).toEqual([
      { text: '绍兴', share: 10_000 },
      { text: 'Shaoxing', share: 10_000 },
    ]);
    const range = `<or>${equal('r', '5.0')}<and><vargte respident="r">4.9</vargte><varlte respident="r">5.1</varlte></and></or>`;
    const number = one(item('numerical_question', str('r', 'Decimal'), when(range, 100)));
    expect(number.problems).toEqual([]);
    expect(number.key.kind === 'fill' && number.key.blanks[0]?.keys).toEqual([{ share: 10_000, from: '4.9', to: '5.1' }]);
  });

  test('matching as several responses, with a distractor', () => {
    const labels = label('1', 'morning') + label('2', 'evening') + label('3', 'noon');
    const { shown, problems } = one(
      item(
        'matching_question',
        lid('r1', labels, 'Single', material('早')) + lid('r2', labels, 'Single', material('晚')),
        when(equal('r1', '1'), 50, 'Add') + when(equal('r2', '2'), 50, 'Add'),
      ),
    );
    expect(problems).toEqual([]);
    expect(shown.kind === 'match' && [shown.left.map(({ html }) => html), shown.right.length]).toEqual([['早', '晚'], 3]);
  });

  test('blanks that are named in the text, written and chosen', () => {
    const written = item(
      'fill_in_multiple_blanks_question',
      lid('r_x', label('1', '六') + label('2', '6'), 'Single', material('x')),
      when(equal('r_x', '1'), 100, 'Add'),
    ).replace('题干', '早上[x]点');
    expect(one(written).shown.stem).toMatch(/早上\[\[\w{8}\]\]点/);
    expect(
      one(written).key.kind === 'fill' && (one(written).key as Extract<KeyPart, { kind: 'fill' }>).blanks[0]?.keys.map(({ text }) => text),
    ).toEqual(['六', '6']);
    const chosen = written.replace('fill_in_multiple_blanks_question', 'multiple_dropdowns_question');
    expect(one(chosen).problems).toEqual([]);
    expect(one(chosen).shown).toMatchObject({ kind: 'fill', blanks: [{ type: 'choice' }] });
  });

  test('order, essay, a file and a text', () => {
    const order = `<and>${equal('r', 'b').replace('>', ' index="1">')}${equal('r', 'a')}${equal('r', 'c')}</and>`;
    expect(one(item('', lid('r', AB, 'Ordered'), when(order, 100))).key.kind).toBe('order');
    expect(one(item('essay_question', str('r'), '')).shown.kind).toBe('short');
    expect(one(item('file_upload_question', '', '')).shown.kind).toBe('upload');
    expect(one(item('text_only_question', '', '')).shown.kind).toBe('text');
  });

  test('a condition that is not understood makes a draft; calculated questions are rejected by type', () => {
    const strange = one(item('', lid('r', AB), when(equal('r', 'a'), 100) + when('<durlt>5</durlt>', 10, 'Add')));
    expect([strange.draft, strange.problems]).toEqual([true, []]);
    const file = readQtiXml(readXml(item('calculated_question', str('r'), '')), 'zh');
    expect(file?.lines).toMatchObject([{ place: 'i1', what: '“题”：题型“calculated_question”不能导入' }]);
  });
});

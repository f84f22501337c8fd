import { describe, expect, test } from 'vitest';
import type { KeyPart, ShownPart } from '../../../../contract/textbook/question-kind.ts';
import { checkedQuestion } from '../checked-question.format.ts';
import { readXml } from '../question-xml.parser.ts';
import { readQtiXml } from './qti.parser.ts';

const MATCH = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>';
const MAP = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/>';
const item = (declaration: string, body: string, processing = MATCH, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="Q1" title="题" adaptive="false" timeDependent="false">
   ${declaration}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>${more}<itemBody>${body}</itemBody>${processing}</assessmentItem>`;
const response = (correct: readonly string[], more = '', kind = 'single', type = 'identifier') =>
  `<responseDeclaration identifier="RESPONSE" cardinality="${kind}" baseType="${type}">${
    correct.length > 0 ? `<correctResponse>${correct.map((one) => `<value>${one}</value>`).join('')}</correctResponse>` : ''
  }${more}</responseDeclaration>`;
const choices = (name: string, list: readonly string[], more = '') =>
  list.map((text, at) => `<${name} identifier="${'ABCDEF'[at]}"${more}>${text}</${name}>`).join('');

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
    notes: file?.lines.map(({ what }) => what),
  };
}
const htmlOf = (shown: ShownPart, id: string | undefined): string | undefined =>
  (shown.kind === 'single' || shown.kind === 'multi' ? shown.options : shown.kind === 'order' ? shown.items : []).find((choice) => choice.id === id)
    ?.html;

describe('§14 QTI 2', () => {
  test('one choice: fixed options stay last, a rubric for candidates stands above the stem', () => {
    const { shown, key, problems, points, code } = one(
      item(
        response(['B']),
        `<rubricBlock view="candidate"><p>先读课文</p></rubricBlock><p>题干</p><choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1"><prompt>选一项</prompt>
         <simpleChoice identifier="A">甲</simpleChoice><simpleChoice identifier="B">乙<feedbackInline outcomeIdentifier="F" identifier="B">对</feedbackInline></simpleChoice><simpleChoice identifier="C" fixed="true">都不对</simpleChoice></choiceInteraction>`,
      ),
    );
    expect(problems).toEqual([]);
    expect([code, points]).toEqual(['Q1', 100]);
    expect(shown.stem.replace(/\s+/g, '')).toBe('<p>先读课文</p><p>题干</p>选一项');
    expect(key.kind === 'single' && [htmlOf(shown, key.right[0]), Object.values(key.feedback ?? {})]).toEqual(['乙', ['对']]);
    expect(shown.kind === 'single' && shown.options.map(({ pinned }) => pinned)).toEqual([undefined, undefined, true]);
  });

  test('several choices: all together by match_correct, each with its points by map_response', () => {
    const body = `<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="0"><prompt>选</prompt>${choices('simpleChoice', ['甲', '乙', '丙'])}</choiceInteraction>`;
    expect(one(item(response(['A', 'C'], '', 'multiple'), body)).key).toMatchObject({ kind: 'multi', policy: 'all' });
    const mapping = '<mapping defaultValue="-1"><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="C" mappedValue="3"/></mapping>';
    const { key, points, problems } = one(item(response(['A', 'C'], mapping, 'multiple'), body, MAP));
    expect([problems, points]).toEqual([[], 400]);
    expect(key.kind === 'multi' && Object.values(key.shares ?? {})).toEqual([2_500, -2_500, 7_500]);
  });

  test('true and false become 判断', () => {
    const body = `<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>对吗</prompt>${choices('simpleChoice', ['正确', '错误'])}</choiceInteraction>`;
    expect(one(item(response(['B']), body)).key).toMatchObject({ kind: 'judge', right: false });
  });

  test('a text with its spellings, case by the mapping', () => {
    const mapping =
      '<mapping defaultValue="0"><mapEntry mapKey="York" mappedValue="1" caseSensitive="true"/><mapEntry mapKey="york" mappedValue="0.5"/></mapping>';
    const { shown, key, problems } = one(
      item(response(['York'], mapping, 'single', 'string'), '<p>在<textEntryInteraction responseIdentifier="RESPONSE"/>。</p>', MAP),
    );
    expect(problems).toEqual([]);
    expect(shown.stem).toMatch(/^<p>在\[\[\w{8}\]\]。<\/p>$/);
    expect(key.kind === 'fill' && key.blanks[0]).toMatchObject({
      keys: [
        { text: 'York', share: 10_000 },
        { text: 'york', share: 5_000 },
      ],
      rules: { case: 'exact' },
    });
  });

  test('a number with a tolerance, and with a range', () => {
    const equal = (mode: string) =>
      `<responseProcessing><responseCondition><responseIf>${mode}<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>`;
    const body = '<p>几<textEntryInteraction responseIdentifier="RESPONSE"/></p>';
    const variable = '<variable identifier="RESPONSE"/>';
    const numeric = (processing: string) => {
      const { key, problems, draft } = one(item(response(['3.14'], '', 'single', 'float'), body, equal(processing)));
      expect([problems, draft]).toEqual([[], undefined]);
      return key.kind === 'fill' ? key.blanks[0]?.keys : null;
    };
    expect(numeric(`<equal toleranceMode="absolute" tolerance="0.01 0.01">${variable}<correct identifier="RESPONSE"/></equal>`)).toEqual([
      { share: 10_000, value: '3.14', tolerance: '0.01' },
    ]);
    expect(numeric(`<equal toleranceMode="relative" tolerance="5">${variable}<correct identifier="RESPONSE"/></equal>`)).toEqual([
      { share: 10_000, value: '3.14', tolerance: '0.05', relative: true },
    ]);
    expect(
      numeric(
        `<and><gte>${variable}<baseValue baseType="float">3</baseValue></gte><lte>${variable}<baseValue baseType="float">3.2</baseValue></lte></and>`,
      ),
    ).toEqual([{ share: 10_000, from: '3', to: '3.2' }]);
  });

  test('inline choices and words for gaps', () => {
    const inline = one(
      item(
        response(['B']),
        `<p>早上<inlineChoiceInteraction responseIdentifier="RESPONSE">${choices('inlineChoice', ['五点', '六点'])}</inlineChoiceInteraction>开船</p>`,
      ),
    );
    expect(inline.problems).toEqual([]);
    expect(inline.shown).toMatchObject({ kind: 'fill', blanks: [{ type: 'choice' }] });
    const gap = one(
      item(
        response(['A G1', 'B G2'], '', 'multiple', 'directedPair'),
        `<gapMatchInteraction responseIdentifier="RESPONSE"><prompt>填</prompt>${choices('gapText', ['猫', '狗', '鸟'], ' matchMax="1"')}<p><gap identifier="G1"/>抓鼠，<gap identifier="G2"/>看门</p></gapMatchInteraction>`,
      ),
    );
    expect(gap.problems).toEqual([]);
    expect(gap.shown.kind === 'fill' && gap.shown.blanks.map(({ choices: list }) => list?.length)).toEqual([3, 3]);
  });

  test('matching with a distractor, association and order', () => {
    const match = one(
      item(
        response(['A M', 'B N'], '', 'multiple', 'directedPair'),
        `<matchInteraction responseIdentifier="RESPONSE" shuffle="true"><prompt>连</prompt><simpleMatchSet>${choices('simpleAssociableChoice', ['早', '晚'], ' matchMax="1"')}</simpleMatchSet>
         <simpleMatchSet><simpleAssociableChoice identifier="M" matchMax="1">morning</simpleAssociableChoice><simpleAssociableChoice identifier="N" matchMax="1">evening</simpleAssociableChoice><simpleAssociableChoice identifier="O" matchMax="1">noon</simpleAssociableChoice></simpleMatchSet></matchInteraction>`,
      ),
    );
    expect(match.problems).toEqual([]);
    expect(match.shown.kind === 'match' && [match.shown.left.length, match.shown.right.length, match.shown.reusable]).toEqual([2, 3, false]);
    const pairs = one(
      item(
        response(['A B', 'C D'], '', 'multiple', 'pair'),
        `<associateInteraction responseIdentifier="RESPONSE" maxAssociations="2"><prompt>配</prompt>${choices('simpleAssociableChoice', ['甲', '乙', '丙', '丁'], ' matchMax="1"')}</associateInteraction>`,
      ),
    );
    expect(pairs.problems).toEqual([]);
    expect(pairs.notes).toEqual(['两两配对的题已改为连线']);
    const order = one(
      item(
        response(['B', 'A'], '', 'ordered'),
        `<orderInteraction responseIdentifier="RESPONSE"><prompt>排</prompt>${choices('simpleChoice', ['乙', '甲'])}</orderInteraction>`,
      ),
    );
    expect(order.key.kind === 'order' && order.key.order.map((id) => htmlOf(order.shown, id))).toEqual(['甲', '乙']);
  });

  test('a text to write, files to hand in, and several questions under one text', () => {
    expect(one(item(response([], '', 'single', 'string'), '<p>写</p><extendedTextInteraction responseIdentifier="RESPONSE"/>', '')).shown.kind).toBe(
      'short',
    );
    expect(one(item(response([], '', 'single', 'file'), '<p>交</p><uploadInteraction responseIdentifier="RESPONSE"/>', '')).shown).toMatchObject({
      kind: 'upload',
      files: 1,
    });
    const two = item(
      `${response(['A'])}${response(['B']).replace('"RESPONSE"', '"R2"')}`,
      `<p>课文</p><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>第一问</prompt>${choices('simpleChoice', ['甲', '乙'])}</choiceInteraction>
       <choiceInteraction responseIdentifier="R2" maxChoices="1"><prompt>第二问</prompt>${choices('simpleChoice', ['丙', '丁'])}</choiceInteraction>`,
    );
    const { content, problems } = one(two);
    expect(problems).toEqual([]);
    expect(content?.shown).toMatchObject({
      kind: 'passage',
      stem: '<p>课文</p>',
      parts: [
        { stem: '第一问', points: 100 },
        { stem: '第二问', points: 100 },
      ],
    });
  });

  test('a program that is not understood makes a draft by the right answer', () => {
    const custom =
      '<responseProcessing><responseCondition><responseIf><customOperator class="x"><variable identifier="RESPONSE"/></customOperator></responseIf></responseCondition></responseProcessing>';
    const body = `<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>选</prompt>${choices('simpleChoice', ['甲', '乙'])}</choiceInteraction>`;
    const { draft, notes, problems } = one(item(response(['A']), body, custom));
    expect([draft, problems, notes?.length]).toEqual([true, [], 1]);
  });

  test.each(['hotspotInteraction', 'customInteraction', 'drawingInteraction'])('%s is rejected with its identifier', (name) => {
    const file = readQtiXml(readXml(item(response([]), `<p>图</p><${name} responseIdentifier="RESPONSE"/>`)), 'zh');
    expect(file?.lines).toMatchObject([{ place: 'Q1', severity: 'rejected', what: `“题”：作答方式“${name}”不能导入` }]);
  });
});

import { expect, test } from 'vitest';
import { randomOf } from '../../../tests/support/flow-tree.ts';
import { randomQuestion } from '../../../tests/support/random-question.ts';
import { checkedQuestion } from '../question-import/checked-question.format.ts';
import { readMoodleXml } from '../question-import/moodle/moodle-xml.parser.ts';
import { readQtiXml } from '../question-import/qti/qti.parser.ts';
import { readXml } from '../question-import/question-xml.parser.ts';
import { hashOf, type QuestionContent } from '../question/question-content.format.ts';
import type { ExportQuestion } from './export-html.format.ts';
import { MOODLE_END, MOODLE_HEAD, moodleChapter, moodleQuestion } from './moodle-xml.format.ts';
import { qtiItems } from './qti2.format.ts';

/** Questions of each format; ROUND_TRIPS=10000 for a long run. */
const RUNS = Number(process.env['ROUND_TRIPS'] ?? 400);
const random = (seed: number) => {
  const next = randomOf(seed);
  return (most: number): number => Math.floor(next() * most);
};
const NONE = new Map();

const exported = (content: QuestionContent, n: number): ExportQuestion => ({
  code: `题${n}`,
  chapter: '第一章/上',
  tags: ['渡口'],
  difficulty: 4,
  content,
});

test('§15 §21 Moodle XML: what was exported is read back the same, for every kind that it holds', () => {
  const next = random(7);
  for (let n = 0; n < RUNS; n += 1) {
    const question = exported(randomQuestion(next, 'moodle'), n);
    const { xml, lost } = moodleQuestion(question, NONE);
    const file = readMoodleXml(readXml(MOODLE_HEAD + moodleChapter(question.chapter) + xml + MOODLE_END), 'zh');
    const read = file.questions[0] && checkedQuestion(file.questions[0]);
    expect([lost, read?.problems, file.lines], xml).toEqual([[], [], []]);
    expect(read, xml).toMatchObject({ code: question.code, chapter: question.chapter, tags: question.tags, difficulty: 4 });
    if (read?.hash !== hashOf(question.content)) expect(read?.content, xml).toEqual(question.content);
  }
});

test('§15 §21 QTI 2.1: what was exported is read back the same, for every kind that it holds', () => {
  const next = random(8);
  for (let n = 0; n < RUNS; n += 1) {
    const question = exported(randomQuestion(next, 'qti'), n);
    const { items, lost } = qtiItems(question, n, NONE);
    const xml = items[0]?.xml ?? '';
    const file = readQtiXml(readXml(xml), 'zh');
    const read = file?.questions[0] && checkedQuestion(file.questions[0]);
    expect([lost, read?.problems, file?.lines, read?.draft], xml).toEqual([[], [], [], undefined]);
    expect(read?.code).toBe(question.code);
    if (read?.hash !== hashOf(question.content)) expect(read?.content, xml).toEqual(question.content);
  }
});

test('§15 a passage of several choices is one item of QTI, and its parts come back in order', () => {
  const next = random(9);
  const part = (): QuestionContent => {
    for (;;) {
      const one = randomQuestion(next, 'qti');
      if (one.shown.kind === 'single' && one.key.explanation === '') return one;
    }
  };
  const parts = [part(), part(), part()].map((one, at) => ({ ...one, id: `part${at}aaaa`.slice(0, 8) }));
  const content = {
    points: 600,
    shown: { kind: 'passage', stem: '<p>课文</p>', plays: 0, parts: parts.map(({ id, shown }) => ({ ...shown, id, points: 200 })) },
    key: { kind: 'passage', explanation: '<p>解</p>', transcript: '', parts: Object.fromEntries(parts.map(({ id, key }) => [id, key])) },
  } as QuestionContent;
  const { items, lost } = qtiItems(exported(content, 1), 1, NONE);
  expect(lost).toEqual([]);
  const file = readQtiXml(readXml(items[0]?.xml ?? ''), 'zh');
  const read = file?.questions[0] && checkedQuestion(file.questions[0]);
  expect(read?.problems).toEqual([]);
  if (read?.hash !== hashOf(content)) expect(read?.content).toEqual(content);
});

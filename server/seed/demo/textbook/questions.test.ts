import pairs from 'opencc-js/dict/TSCharacters';
import { expect, test } from 'vitest';
import { simplifiedCharacters } from '../../../../contract/reading/simplified-characters.ts';
import { judgeAnswer } from '../../../../contract/textbook/answer/judge-answer.ts';
import { keyProblems } from '../../../../contract/textbook/key-problems.ts';
import { QUESTION_KINDS, type KeyPart, type ShownPart } from '../../../../contract/textbook/question-kind.ts';
import { bookSources } from '../demo-books.ts';
import { FERRY_RECORDINGS, type SampleQuestion } from './ferry-questions.ts';
import { answerOf } from './key-answer.ts';
import { demoSets, teacherQuestions } from './questions.ts';

const SIMPLIFIED = simplifiedCharacters(pairs);
const FERRY = '渡口英语听说';
const BOOKS = [FERRY, '听见清晨', '学术写作第一课', '第一站：日语小故事'];
const questionsOf = (title: string): SampleQuestion[] => demoSets(title).flatMap(({ questions }) => [...questions]);
const BY_HAND = new Set(['short', 'upload', 'text']);

const judged = ({ content: { shown, key, points } }: SampleQuestion, miss: boolean) => {
  const answer = answerOf(shown, key, miss);
  return answer === null ? null : judgeAnswer(shown, key, answer, points, SIMPLIFIED);
};

test('§19 the bank of the English textbook has 60 questions of every kind, ten in each unit, with two listening passages, a cloze and a speaking task', () => {
  const sets = demoSets(FERRY);
  expect(sets.map(({ chapter, questions }) => [chapter, questions.length])).toEqual([0, 1, 2, 3, 4, 5].map((chapter) => [chapter, 10]));
  const shown = questionsOf(FERRY).map(({ content }) => content.shown);
  expect(shown).toHaveLength(60);
  expect(new Set(shown.map(({ kind }) => kind))).toEqual(new Set(Object.keys(QUESTION_KINDS)));
  const listening = shown.filter((one) => one.kind === 'passage' && one.plays > 0 && one.stem.includes('<audio src="/'));
  expect(listening).toHaveLength(Object.keys(FERRY_RECORDINGS).length);
  expect(listening).toHaveLength(2);
  expect(shown.some((one) => one.kind === 'fill' && one.blanks.length >= 8 && one.blanks.every(({ type }) => type === 'choice'))).toBe(true);
  expect(shown.some((one) => one.kind === 'upload' && one.recording)).toBe(true);
});

test('§19 the other textbooks have at least ten questions each, and the demo teacher has 20', () => {
  for (const title of BOOKS) expect(questionsOf(title).length, title).toBeGreaterThanOrEqual(10);
  expect(teacherQuestions()).toHaveLength(20);
});

test('the key of each demo question is possible, and judges its own answer right and another one wrong', () => {
  const all = [...BOOKS.flatMap(questionsOf), ...teacherQuestions()];
  expect(all.length).toBeGreaterThan(120);
  for (const question of all) {
    const { shown, key, points } = question.content;
    expect(keyProblems(shown, key, points), shown.stem).toEqual([]);
    if (BY_HAND.has(shown.kind)) continue;
    expect(judged(question, false), shown.stem).toMatchObject({ verdict: 'right', score: points });
    if (shown.kind !== 'match') expect(judged(question, true)?.score, shown.stem).toBeLessThan(points);
  }
});

test('each question of the English textbook has an explanation, and each listening passage a transcript', () => {
  const parts: (readonly [ShownPart, KeyPart])[] = [];
  for (const {
    content: { shown, key },
  } of questionsOf(FERRY)) {
    expect(key.explanation, shown.stem).not.toBe('');
    if (shown.kind !== 'passage' || key.kind !== 'passage') continue;
    expect(key.transcript !== '', shown.stem).toBe(shown.plays > 0);
    for (const part of shown.parts) if (key.parts[part.id]) parts.push([part, key.parts[part.id] as KeyPart]);
  }
  expect(parts.length).toBeGreaterThan(10);
  for (const [{ stem }, { explanation }] of parts) expect(explanation, stem).not.toBe('');
});

test('no two questions that a class may get have the same stem, whose blanks are not compared', () => {
  const plain = (stem: string): string => stem.replace(/\[\[\w+\]\]/g, '____');
  const stems = [...questionsOf(FERRY), ...questionsOf('听见清晨'), ...teacherQuestions()].map(({ content }) => plain(content.shown.stem));
  expect(stems.filter((stem, at) => stems.indexOf(stem) !== at)).toEqual([]);
});

test.each([
  ['400 m', 'right'],
  ['400 metres', 'right'],
  ['400metres', 'right'],
  ['0.4 km', 'right'],
  ['400', 'part'],
  ['40 m', 'part'],
])('the width of the river as “%s” is %s beside a right number', (text, verdict) => {
  const question = demoSets(FERRY)[0]?.questions.find(({ content }) => content.shown.stem.includes('figures and unit'));
  if (!question || question.content.shown.kind !== 'fill') throw new Error('no such question');
  const { shown, key, points } = question.content;
  const [width, minutes] = question.content.shown.blanks;
  const answer = { [width?.id ?? '']: text, [minutes?.id ?? '']: '15' };
  expect(judgeAnswer(shown, key, answer, points, SIMPLIFIED).verdict).toBe(verdict);
});

test('what an explanation of the English textbook quotes is in its unit or in its question', async () => {
  const { chapters } = (await bookSources()).find(({ facts }) => facts['title'] === FERRY)!;
  const words = (text: string): string =>
    text
      .replace(/<[^>]+>|[*“”]/g, ' ')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}’]+/gu, ' ')
      .trim();
  let quotations = 0;
  for (const { chapter, questions } of demoSets(FERRY)) {
    const unit = words(chapters[chapter]!.paragraphs.join(' '));
    for (const { content } of questions) {
      const own = words(JSON.stringify([content.shown, content.key.kind === 'passage' ? content.key.transcript : '']).replace(/\\"/g, ' '));
      const explanations = [
        content.key.explanation,
        ...(content.key.kind === 'passage' ? Object.values(content.key.parts).map(({ explanation }) => explanation) : []),
      ];
      for (const [, quoted = ''] of explanations.join(' ').matchAll(/“([^”]+)”/g))
        for (const piece of quoted
          .split('…')
          .map(words)
          .filter((one) => one.split(' ').length > 3)) {
          quotations += 1;
          expect(unit.includes(piece) || own.includes(piece), `${chapter}: ${piece}`).toBe(true);
        }
    }
  }
  expect(quotations).toBeGreaterThan(20);
});

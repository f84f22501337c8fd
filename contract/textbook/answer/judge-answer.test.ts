import pairs from 'opencc-js/dict/TSCharacters';
import { describe, expect, test } from 'vitest';
import { simplifiedCharacters } from '../../reading/simplified-characters.ts';
import { isPossibleAnswer } from '../answer-shape.ts';
import { displayOrder, isPinnedText } from '../display-order.ts';
import { judgeAnswer, splitPoints } from './judge-answer.ts';
import type { Answer, BlankKey, Judged, MultiPolicy, OrderPolicy, QuestionKey, ShownQuestion } from '../question-kind.ts';

const SIMPLIFIED = simplifiedCharacters(pairs);
const judge = (shown: ShownQuestion, key: QuestionKey, answer: Answer, points = 600): Judged => judgeAnswer(shown, key, answer, points, SIMPLIFIED);
const choices = (ids: string) => [...ids].map((id) => ({ id, html: `选项${id}` }));
const SECRET = { explanation: '' };
const stem = '题干';
const exact = (text: string): BlankKey[] => [{ share: 10_000, text }];

describe('several right options', () => {
  const shown: ShownQuestion = { kind: 'multi', stem, options: choices('ABCDE') };
  const key = (policy: MultiPolicy): QuestionKey => ({
    ...SECRET,
    kind: 'multi',
    right: ['A', 'C', 'D'],
    policy,
    shares: { A: 3333, C: 3333, D: 3333, B: -3333, E: -3333 },
  });
  test.each<[string, string, number, number, number, number, number]>([
    ['one of three', 'A', 300, 0, 200, 200, 200],
    ['two of three', 'AC', 300, 0, 400, 400, 400],
    ['all', 'ACD', 600, 600, 600, 600, 600],
    ['all and a wrong one', 'ACDB', 0, 0, 0, 400, 400],
    ['everything', 'ABCDE', 0, 0, 0, 200, 200],
    ['only wrong ones', 'BE', 0, 0, 0, 0, 0],
  ])('%s by each policy', (_name, chosen, half, all, each, penalty, weights) => {
    const scores = (['half', 'all', 'each', 'penalty', 'weights'] as const).map((policy) => judge(shown, key(policy), [...chosen]).score);
    expect(scores).toEqual([half, all, each, penalty, weights]);
  });

  test('three shares of 33.33 % are all of the points', () => expect(judge(shown, key('weights'), ['A', 'C', 'D'], 10_000).score).toBe(10_000));
});

test('one right option: all or none, or its share', () => {
  const shown: ShownQuestion = { kind: 'single', stem, options: choices('ABC') };
  const key: QuestionKey = { ...SECRET, kind: 'single', right: ['B'], shares: { C: 5_000 } };
  expect(judge(shown, key, 'B')).toMatchObject({ verdict: 'right', score: 600 });
  expect(judge(shown, key, 'C')).toMatchObject({ verdict: 'part', score: 300 });
  expect(judge(shown, key, 'A')).toMatchObject({ verdict: 'wrong', score: 0 });
  expect(judge(shown, key, null)).toMatchObject({ verdict: 'empty', score: 0 });
  expect(judge(shown, key, 'Z')).toMatchObject({ verdict: 'empty', score: 0 });
});

test('true or false', () => {
  const key: QuestionKey = { ...SECRET, kind: 'judge', right: false };
  expect(judge({ kind: 'judge', stem }, key, false)).toMatchObject({ verdict: 'right', score: 600 });
  expect(judge({ kind: 'judge', stem }, key, true)).toMatchObject({ verdict: 'wrong', score: 0 });
});

describe('blanks', () => {
  const shown: ShownQuestion = { kind: 'fill', stem, blanks: ['a', 'b', 'c'].map((id) => ({ id, type: 'text' })) };
  const key = (policy: 'each' | 'all', group?: string): QuestionKey => ({
    ...SECRET,
    kind: 'fill',
    policy,
    language: 'zh',
    blanks: ['红', '绿', '蓝'].map((text, at) => ({ id: 'abc'.charAt(at), keys: exact(text), ...(group ? { group } : {}) })),
  });

  test('10.00 over three blanks is 3.34, 3.33, 3.33', () => {
    expect(splitPoints(1000, 3)).toEqual([334, 333, 333]);
    expect(judge(shown, key('each'), { a: '红' }, 1000)).toMatchObject({ score: 334, verdict: 'part' });
    expect(judge(shown, key('each'), { b: '绿', c: '蓝' }, 1000).score).toBe(666);
    expect(judge(shown, key('each'), { a: '红', b: '绿', c: '蓝' }, 1000)).toMatchObject({ score: 1000, verdict: 'right' });
    expect(judge(shown, key('all'), { a: '红', b: '绿', c: '红' }, 1000)).toMatchObject({ score: 0, verdict: 'wrong' });
  });

  test('answers of one group may stand in any order, each key once', () => {
    expect(judge(shown, key('each', 'g'), { a: '蓝', b: '红', c: '红' }).score).toBe(400);
    expect(judge(shown, key('each', 'g'), { a: '蓝', b: '红', c: '绿' })).toMatchObject({ score: 600, verdict: 'right' });
    expect(judge(shown, key('all', 'g'), { a: '蓝', b: '红', c: '绿' }).score).toBe(600);
  });

  test('shares of spellings are rounded once for the question', () => {
    const halves: QuestionKey = {
      ...SECRET,
      kind: 'fill',
      policy: 'each',
      language: 'zh',
      blanks: ['a', 'b', 'c'].map((id) => ({ id, keys: [{ share: 5_000, text: '红' }] })),
    };
    expect(judge(shown, halves, { a: '红', b: '红', c: '红' }, 3).score).toBe(2);
    expect(judge(shown, halves, { a: '红' }, 1000)).toMatchObject({ score: 167, verdict: 'part', parts: { a: { share: 5_000 } } });
  });

  test('tells the hint of each blank; nothing but blanks is unanswered', () => {
    expect(judge(shown, key('each'), { a: '《红》' }).parts['a']).toEqual({ share: 0, hint: 'punct' });
    expect(judge(shown, key('each'), { a: ' ', b: '' }).verdict).toBe('empty');
  });
});

describe('pairs', () => {
  const shown: ShownQuestion = {
    kind: 'match',
    stem,
    left: choices('ab'),
    right: [
      { id: 'x', html: '水' },
      { id: 'y', html: '火' },
      { id: 'z', html: '水' },
    ],
    reusable: false,
  };
  const key: QuestionKey = { ...SECRET, kind: 'match', pairs: { a: 'x', b: 'y' }, policy: 'each' };
  test('each pair has its points; right items of equal text are equal', () => {
    expect(judge(shown, key, { a: 'z', b: 'y' })).toMatchObject({ score: 600, verdict: 'right' });
    expect(judge(shown, key, { a: 'z', b: 'x' })).toMatchObject({ score: 300, verdict: 'part' });
    expect(judge(shown, { ...key, policy: 'all' }, { a: 'z' }).score).toBe(0);
  });
});

test.each<[OrderPolicy, number]>([
  ['all', 0],
  ['position', 0],
  ['neighbours', 450],
])('the order b c d e a for a b c d e by %s', (policy, score) => {
  const shown: ShownQuestion = { kind: 'order', stem, items: choices('abcde') };
  const key: QuestionKey = { ...SECRET, kind: 'order', order: [...'abcde'], policy };
  expect(judge(shown, key, [...'bcdea']).score).toBe(score);
  expect(judge(shown, key, [...'abcde']).score).toBe(600);
});

test('an essay and an upload wait for a teacher; a text has no points', () => {
  const key: QuestionKey = { ...SECRET, kind: 'short', rubric: [], hint: '' };
  expect(judge({ kind: 'short', stem, maxLength: 100 }, key, '一段话')).toEqual({ verdict: 'manual', score: 0, parts: {} });
  const upload: ShownQuestion = { kind: 'upload', stem, photos: 2, recording: true, files: 0 };
  expect(judge(upload, { ...key, kind: 'upload' }, { photos: [3], recording: null, files: [] }).verdict).toBe('manual');
  expect(judge(upload, { ...key, kind: 'upload' }, { photos: [], recording: null, files: [] }).verdict).toBe('empty');
  expect(judge({ kind: 'text', stem }, { ...SECRET, kind: 'text' }, null).verdict).toBe('empty');
});

test('a passage sums its parts; points are split in the proportion of its parts', () => {
  const shown: ShownQuestion = {
    kind: 'passage',
    stem,
    plays: 0,
    parts: [
      { id: 'p', points: 100, kind: 'judge', stem },
      { id: 'q', points: 200, kind: 'fill', stem, blanks: [{ id: 'b', type: 'text' }] },
      { id: 'r', points: 0, kind: 'text', stem },
    ],
  };
  const key: QuestionKey = {
    ...SECRET,
    kind: 'passage',
    transcript: '',
    parts: {
      p: { ...SECRET, kind: 'judge', right: true },
      q: { ...SECRET, kind: 'fill', policy: 'each', language: 'zh', blanks: [{ id: 'b', keys: exact('渡口') }] },
      r: { ...SECRET, kind: 'text' },
    },
  };
  expect(judge(shown, key, { p: true, q: { b: '渡口' } }, 1000)).toMatchObject({ verdict: 'right', score: 1000 });
  const half = judge(shown, key, { p: true, q: { b: '《渡口》' } }, 1000);
  expect(half).toMatchObject({ verdict: 'part', score: 333, parts: { p: { share: 10_000 }, q: { share: 0 }, 'q/b': { share: 0, hint: 'punct' } } });
  expect(judge(shown, key, { p: false }, 1000)).toMatchObject({ verdict: 'wrong', score: 0 });
  expect(judge(shown, key, {}, 1000).verdict).toBe('empty');
});

describe('23506 possible answers', () => {
  const match: ShownQuestion = { kind: 'match', stem, left: choices('ab'), right: choices('xy'), reusable: false };
  test.each<[string, ShownQuestion, unknown, boolean]>([
    ['unknown option', { kind: 'single', stem, options: choices('AB') }, 'C', false],
    ['a letter of an option that has another id', { kind: 'single', stem, options: [{ id: 'k3', html: 'A' }] }, 'A', false],
    ['the same option twice', { kind: 'multi', stem, options: choices('AB') }, ['A', 'A'], false],
    ['a pair twice', match, { a: 'x', b: 'x' }, false],
    ['a pair twice where items may be used again', { ...match, reusable: true }, { a: 'x', b: 'x' }, true],
    ['an order with gaps', { kind: 'order', stem, items: choices('abc') }, ['a', 'c'], false],
    ['an order of all', { kind: 'order', stem, items: choices('abc') }, ['c', 'b', 'a'], true],
    ['a blank that does not exist', { kind: 'fill', stem, blanks: [{ id: 'a', type: 'text' }] }, { b: 'x' }, false],
    ['501 signs', { kind: 'fill', stem, blanks: [{ id: 'a', type: 'text' }] }, { a: 'x'.repeat(501) }, false],
    ['a number for a text', { kind: 'short', stem, maxLength: 5 }, 5, false],
    ['a text that is too long', { kind: 'short', stem, maxLength: 5 }, '一二三四五六', false],
    ['too many photos', { kind: 'upload', stem, photos: 1, recording: false, files: 0 }, { photos: [1, 2], recording: null, files: [] }, false],
    ['nothing', match, null, true],
    ['undefined', match, undefined, false],
  ])('%s', (_name, shown, answer, possible) => expect(isPossibleAnswer(shown, answer)).toBe(possible));
});

test('the display order depends on seed and id only; pinned options stay last', () => {
  const options = [...choices('ABCDEFG'), { id: 'H', html: '以上都对', pinned: true }];
  const once = displayOrder(options, 'seed1').map(({ id }) => id);
  expect(displayOrder(options.toReversed(), 'seed1').map(({ id }) => id)).toEqual(once);
  expect(once.at(-1)).toBe('H');
  expect(once.toSorted()).toEqual([...'ABCDEFGH']);
  const orders = new Set(
    Array.from({ length: 50 }, (_, seed) =>
      displayOrder(options, `${seed}`)
        .map(({ id }) => id)
        .join(''),
    ),
  );
  expect(orders.size).toBeGreaterThan(45);
  expect(['以上都对', ' All of the above', 'None of these', '在以上城市'].map(isPinnedText)).toEqual([true, true, true, false]);
});

import { expect, test } from 'vitest';
import { blanksOf, keyProblems } from './key-problems.ts';
import type { BlankKey, QuestionKey, ShownQuestion } from './question-kind.ts';

const choices = (...texts: string[]) => texts.map((html, at) => ({ id: `id${at}`, html }));
const SECRET = { explanation: '' };
const fill = (keys: BlankKey[], type: 'text' | 'number' | 'pinyin' = 'text', stem = '我在[[a]]。'): [ShownQuestion, QuestionKey] => [
  { kind: 'fill', stem, blanks: [{ id: 'a', type }] },
  { ...SECRET, kind: 'fill', policy: 'each', language: 'zh', blanks: [{ id: 'a', keys }] },
];
const FULL = { share: 10_000 };

test.each<[string, [ShownQuestion, QuestionKey], string[], number?]>([
  ['a complete question', fill([{ ...FULL, text: '渡口' }]), []],
  [
    'no right option',
    [
      { kind: 'single', stem: '选', options: choices('甲', '乙') },
      { ...SECRET, kind: 'single', right: [] },
    ],
    ['还没有选定正确选项'],
  ],
  [
    'equal options',
    [
      { kind: 'multi', stem: '选', options: choices('甲', '<b>甲</b>', '') },
      { ...SECRET, kind: 'multi', right: ['id0'], policy: 'half' },
    ],
    ['选项第1项与第2项相同', '选项第3项是空的'],
  ],
  ['a blank without key', fill([]), ['第1空还没有答案']],
  ['a blank that is not in the stem', fill([{ ...FULL, text: '渡口' }], 'text', '题干'), ['第1空不在题干里']],
  ['a tolerance below 0', fill([{ ...FULL, value: '3', tolerance: '-1' }], 'number'), ['第1空的误差须是不小于0的数']],
  ['a value that is no number', fill([{ ...FULL, value: '三个' }], 'number'), ['第1空的答案“三个”不是数']],
  ['a range with its ends exchanged', fill([{ ...FULL, from: '5', to: '1' }], 'number'), ['第1空的范围不正确']],
  ['a key that is no pinyin', fill([{ ...FULL, text: '绿' }], 'pinyin'), ['第1空的答案“绿”不是拼音']],
  ['no key with all points', fill([{ share: 5_000, text: '渡口' }]), ['第1空没有得满分的答案']],
  [
    'a rubric with other points',
    [
      { kind: 'short', stem: '写', maxLength: 100 },
      { ...SECRET, kind: 'short', hint: '', rubric: [{ id: 'r', name: '内容', points: 300, steps: [] }] },
    ],
    ['评分要点共3分，与分值6分不同'],
  ],
  [
    'a right item that is used twice',
    [
      { kind: 'match', stem: '连', left: choices('a', 'b'), right: choices('x', 'y'), reusable: false },
      { ...SECRET, kind: 'match', policy: 'each', pairs: { id0: 'id0', id1: 'id0' } },
    ],
    ['右边的项只能用一次，答案里用了两次'],
  ],
  [
    'an order with gaps',
    [
      { kind: 'order', stem: '排', items: choices('a', 'b') },
      { ...SECRET, kind: 'order', policy: 'all', order: ['id0'] },
    ],
    ['排序的答案不完整'],
  ],
  [
    'parts of a passage',
    [
      { kind: 'passage', stem: '材料', plays: 0, parts: [{ id: 'p', points: 200, kind: 'judge', stem: '' }] },
      { ...SECRET, kind: 'passage', transcript: '', parts: { p: { ...SECRET, kind: 'judge', right: true } } },
    ],
    ['第1小题：题干是空的', '各小题共2分，与分值6分不同'],
  ],
])('§18 says what keeps a question from being ready: %s', (_name, [shown, key], expected, points = 600) =>
  expect(keyProblems(shown, key, points)).toEqual(expected),
);

test('finds the blanks of a stem in order', () => expect(blanksOf('[[b1]]和[[a2]]，不是[a]')).toEqual(['b1', 'a2']));

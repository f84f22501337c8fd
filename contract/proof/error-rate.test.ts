import { expect, test } from 'vitest';
import { ERROR_KINDS, ERROR_RULES, errorRate, type CountedMark, type ErrorKind } from './error-rate.ts';

const mark = (kind: ErrorKind, more: Partial<CountedMark> = {}): CountedMark => ({
  kind,
  page: 1,
  wrong: '',
  right: '',
  groupKey: '',
  characters: 1,
  ...more,
});
const pointsOf = (...marks: CountedMark[]): number => errorRate(marks, ERROR_RULES, 100_000).score / 100;
const pages = (count: number, kind: ErrorKind, more: Partial<CountedMark> = {}) =>
  Array.from({ length: count }, (_, index) => mark(kind, { page: index + 1, wrong: '帐', right: '账', ...more }));

test('F11 counts the same wrong character once a page and at most four points a book', () => {
  expect(pointsOf(...pages(6, 'wrong'))).toBe(4);
  expect(pointsOf(...pages(3, 'wrong'))).toBe(3);
  expect(pointsOf(mark('wrong', { wrong: '帐', right: '账' }), mark('wrong', { wrong: '帐', right: '账' }))).toBe(1);
  expect(pointsOf(...pages(6, 'wrong'), mark('wrong', { wrong: '宴', right: '晏' }))).toBe(5);
});

test('F11 counts 2 to 5 missing or extra characters in one place as two points, more as four', () => {
  expect(pointsOf(mark('missing', { characters: 1 }))).toBe(1);
  expect(pointsOf(mark('missing', { characters: 2 }))).toBe(2);
  expect(pointsOf(mark('extra', { characters: 5 }))).toBe(2);
  expect(pointsOf(mark('missing', { characters: 6 }))).toBe(4);
  expect(pointsOf(mark('missing', { characters: 7 }))).toBe(4);
});

test('F11 counts more than three case slips of one kind as 1.5 points in all', () => {
  const slips = (count: number) => Array.from({ length: count }, (_, index) => mark('case', { page: index + 1, groupKey: '句首大写' }));
  expect(pointsOf(...slips(2))).toBe(1);
  expect(pointsOf(...slips(4))).toBe(1.5);
  expect(pointsOf(...slips(4), mark('case', { groupKey: '正斜体' }))).toBe(2);
});

test('F11 weighs cover, political, knowledge, grammar, punctuation, figures and running heads', () => {
  expect(pointsOf(mark('cover'))).toBe(2);
  expect(pointsOf(mark('political'))).toBe(3);
  expect(pointsOf(mark('knowledge'), mark('grammar'))).toBe(4);
  expect(pointsOf(...Array.from({ length: 10 }, () => mark('punctuation')))).toBe(1);
  expect(pointsOf(...Array.from({ length: 5 }, () => mark('layout')))).toBe(0.3);
  expect(pointsOf(...Array.from({ length: 30 }, (_, index) => mark('layout', { page: (index % 6) + 1 })))).toBe(1);
  expect(pointsOf(...pages(9, 'head'))).toBe(2);
  expect(pointsOf(...pages(1, 'head'))).toBe(1);
  expect(pointsOf(mark('query'))).toBe(0);
});

test('F11 passes at one error in 10 000 characters and not above', () => {
  const ten = Array.from({ length: 10 }, () => mark('wrong'));
  expect(errorRate(ten, ERROR_RULES, 100_000)).toMatchObject({ rate: 1, passes: true });
  expect(errorRate(ten, ERROR_RULES, 99_999)).toMatchObject({ rate: 1, passes: false });
  expect(errorRate([...ten, mark('punctuation')], ERROR_RULES, 100_000)).toMatchObject({ rate: 1.01, passes: false });
  expect(errorRate([], ERROR_RULES, 0)).toMatchObject({ rate: 0, passes: false });
});

/** Reproducible numbers from 0 to `most` - 1. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** The annex in words, kind by kind and without the table of rules; points as multiples of a tenth of a hundredth are avoided by counting in hundredths. */
function byTheAnnex(marks: readonly CountedMark[]): number {
  const of = (...kinds: ErrorKind[]) => marks.filter(({ kind }) => kinds.includes(kind));
  const keyOf = (one: CountedMark) => one.groupKey || (one.wrong + one.right === '' ? String(marks.indexOf(one)) : `${one.wrong}>${one.right}`);
  const keys = (list: readonly CountedMark[]) => [...new Set(list.map(keyOf))];
  const pagesOfKey = (list: readonly CountedMark[], key: string) => new Set(list.filter((one) => keyOf(one) === key).map(({ page }) => page)).size;
  let total = 0;
  for (const key of keys(of('wrong'))) total += 100 * Math.min(4, pagesOfKey(of('wrong'), key));
  for (const one of of('missing', 'extra')) total += one.characters > 5 ? 400 : one.characters > 1 ? 200 : 100;
  total += 200 * of('knowledge', 'grammar', 'contradiction', 'cover').length + 300 * of('political').length + 100 * of('picture').length;
  for (const kind of ['case', 'script'] as const)
    for (const key of keys(of(kind))) {
      const times = of(kind).filter((one) => keyOf(one) === key).length;
      total += times > 3 ? 150 : Math.min(150, 50 * times);
    }
  for (const key of keys(of('foreign'))) total += 100 * pagesOfKey(of('foreign'), key);
  total += 10 * of('punctuation', 'number').length;
  let layout = 0;
  for (const page of new Set(of('layout').map((one) => one.page))) {
    const times = of('layout').filter((one) => one.page === page).length;
    layout += times > 3 ? 30 : 10 * times;
  }
  total += Math.min(100, layout);
  for (const key of keys(of('head'))) total += pagesOfKey(of('head'), key) > 1 ? 200 : 100;
  return total;
}

test('F11 equals an independent calculation for 1 000 random sets of marks', () => {
  const pick = numbers(20_261_126);
  for (let set = 0; set < 1000; set += 1) {
    const marks = Array.from({ length: pick(60) }, () =>
      mark(ERROR_KINDS[pick(ERROR_KINDS.length)] ?? 'wrong', {
        page: 1 + pick(8),
        wrong: ['', '帐', '宴', '的'][pick(4)] ?? '',
        right: ['', '账', '晏'][pick(3)] ?? '',
        groupKey: ['', '', '', '甲', '乙'][pick(5)] ?? '',
        characters: 1 + pick(9),
      }),
    );
    const characters = 1 + pick(400_000);
    const result = errorRate(marks, ERROR_RULES, characters);
    const expected = byTheAnnex(marks);
    expect([set, result.score]).toEqual([set, expected]);
    expect(result.rate).toBeCloseTo((expected / 100 / characters) * 10_000, 3);
    expect(result.passes).toBe(expected * 100 <= characters);
  }
});

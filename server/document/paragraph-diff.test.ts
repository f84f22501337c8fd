import { expect, test } from 'vitest';
import { paragraphDiff } from './paragraph-diff.ts';

const shape = (before: string, after: string): string[] =>
  paragraphDiff([...before], [...after]).map(({ kind, before: was, after: is }) => `${kind[0]}:${was}>${is}`);

test('paragraphDiff marks all paragraphs of equal texts as same', () => {
  expect(shape('abc', 'abc')).toEqual(['s:a>a', 's:b>b', 's:c>c']);
});

test('paragraphDiff marks paragraphs as removed, added or changed', () => {
  expect(shape('abc', 'ac')).toEqual(['s:a>a', 'r:b>', 's:c>c']);
  expect(shape('ac', 'abc')).toEqual(['s:a>a', 'a:>b', 's:c>c']);
  expect(shape('axc', 'ayc')).toEqual(['s:a>a', 'c:x>y', 's:c>c']);
});

test('paragraphDiff contains both complete texts, for 500 random pairs', () => {
  let seed = 7;
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const text = () => Array.from({ length: random(14) }, () => 'abcd'[random(4)] as string);
  for (let round = 0; round < 500; round += 1) {
    const [before, after] = [text(), text()];
    const changes = paragraphDiff(before, after);
    expect(changes.filter(({ kind }) => kind !== 'added').map((one) => one.before)).toEqual(before);
    expect(changes.filter(({ kind }) => kind !== 'removed').map((one) => one.after)).toEqual(after);
  }
});

test('paragraphDiff keeps the paragraphs of a long text whose beginning and end change', () => {
  const before = Array.from({ length: 12_000 }, (_, index) => (index % 5 === 0 ? '' : `第${index}段`));
  const after = ['新的开头', ...before.slice(1, 6_000), '加的一段', ...before.slice(6_000, -1), '新的结尾'];
  const changes = paragraphDiff(before, after).filter(({ kind }) => kind !== 'same');
  expect(changes.map(({ before: was, after: is }) => `${was}>${is}`)).toEqual(['>新的开头', '>加的一段', '第11999段>新的结尾']);
});

test('paragraphDiff compares only so many pairs of lines, and shows later differences as a whole', () => {
  const block = (first: string, second: string, at: number) => [
    `第${at}节`,
    ...Array.from({ length: 4_000 }, (_, index) => (index % 2 === 0 ? first : second)),
  ];
  const text = (first: string, second: string) => [1, 2, 3].flatMap((at) => block(first, second, at));
  const changes = paragraphDiff([...text('甲', '乙'), '尾'], [...text('乙', '丙'), '尾']);
  const kinds = (at: number) => {
    const from = changes.findIndex(({ before }) => before === `第${at}节`);
    return new Set(changes.slice(from + 1, from + 4_000).map(({ kind }) => kind));
  };
  expect(kinds(2)).toContain('same');
  expect(kinds(3)).toEqual(new Set(['changed']));
});

import { expect, test } from 'vitest';
import { paragraphDiff } from './paragraph-diff.ts';

const shape = (before: string, after: string): string[] =>
  paragraphDiff([...before], [...after]).map(({ kind, before: was, after: is }) => `${kind[0]}:${was}>${is}`);

test('equal texts have no change', () => {
  expect(shape('abc', 'abc')).toEqual(['s:a>a', 's:b>b', 's:c>c']);
});

test('a removed, an added and a changed paragraph are told apart', () => {
  expect(shape('abc', 'ac')).toEqual(['s:a>a', 'r:b>', 's:c>c']);
  expect(shape('ac', 'abc')).toEqual(['s:a>a', 'a:>b', 's:c>c']);
  expect(shape('axc', 'ayc')).toEqual(['s:a>a', 'c:x>y', 's:c>c']);
});

test('both texts can be read from the changes, for random texts', () => {
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

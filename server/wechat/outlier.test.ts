import { expect, test } from 'vitest';
import { outlierOf } from './outlier.ts';

const STEADY = [900, 1000, 1100, 950, 1050, 1000, 980, 1020, 990, 1010];

test.each([
  ['1,000 reads for each like is usual', { readNum: 20_000, likeNum: 20 }, 'none'],
  ['more than 1,000 reads for each like is flagged', { readNum: 20_001, likeNum: 20 }, 'ratio'],
  ['a few reads without a like are usual', { readNum: 800, likeNum: 0 }, 'none'],
])('%s', (_name, now, outlier) => expect(outlierOf(now, null, [])).toBe(outlier));

test.each([
  ['an increase of more than ten standard deviations', 1600, STEADY, 'jump'],
  ['an increase within ten standard deviations', 1500, STEADY, 'none'],
  ['any increase of an account with few snapshots', 90_000, STEADY.slice(0, 9), 'none'],
] as const)('%s is judged against the other increases of the account', (_name, readNum, increases, outlier) =>
  expect(outlierOf({ readNum, likeNum: readNum }, null, increases)).toBe(outlier),
);

test('counts only the growth since the previous snapshot', () => {
  expect(outlierOf({ readNum: 2600, likeNum: 100 }, { readNum: 1500, likeNum: 80 }, STEADY)).toBe('none');
});

import { expect, test } from 'vitest';
import { wciOf, wciParts, type Counts } from './wci.ts';

const counts = (readNum: number, wowNum: number, likeNum: number, shareNum: number): Counts => ({ readNum, wowNum, likeNum, shareNum });

const STRONG = {
  total: counts(70_000, 350, 700, 1400),
  head: counts(42_000, 210, 420, 840),
  most: counts(15_000, 80, 160, 300),
  articles: 14,
  days: 7,
};
const DAILY = { total: counts(3500, 14, 35, 70), head: counts(3500, 14, 35, 70), most: counts(1000, 5, 12, 20), articles: 7, days: 7 };
const NOTHING = { total: counts(0, 0, 0, 0), head: counts(0, 0, 0, 0), most: counts(0, 0, 0, 0), articles: 0, days: 7 };

test.each([
  ['14 articles', STRONG, 849.43],
  ['one headline a day', DAILY, 379.79],
  ['no article', NOTHING, 0],
])('F19 WCI of %s equals the test vector to the hundredth', (_name, input, wci) => expect(wciOf(input) / 100).toBe(wci));

test.each([
  [STRONG, [8.5615, 7.8688, 8.051, 8.9765]],
  [DAILY, [5.5538, 5.5538, 5.5538, 6.2732]],
])('F19 the parts O, A, H and P equal the test vector', (input, parts) =>
  expect(Object.values(wciParts(input)).map((one) => Math.round(one * 10_000) / 10_000)).toEqual(parts),
);

import { expect, test } from 'vitest';
import { wireTime } from '../db/clock.ts';
import { CronError, timesAfter } from './cron-times.ts';

const SATURDAY = Date.parse('2026-11-21T16:00:00+08:00');
const first = (expression: string): string => wireTime(timesAfter(expression, SATURDAY, 1)[0] ?? 0);

test.each([
  ['0 0 3 * * ?', '2026-11-22 03:00:00'],
  ['0 0/5 * * * ?', '2026-11-21 16:05:00'],
  ['0/10 * * * * ?', '2026-11-21 16:00:10'],
  ['0 0 12 ? * WED', '2026-11-25 12:00:00'],
  ['0 0 3 ? * 1', '2026-11-22 03:00:00'],
  ['0 0 9 ? * 2-6', '2026-11-23 09:00:00'],
  ['0 15 10 ? * 6L', '2026-11-27 10:15:00'],
  ['0 15 10 ? * 6#3', '2026-12-18 10:15:00'],
  ['0 0 0 L * ?', '2026-11-30 00:00:00'],
  ['0 0 0 15W * ?', '2026-12-15 00:00:00'],
  ['0 0 3 1 1 ? 2027', '2027-01-01 03:00:00'],
])('finds the next time of %s by Quartz rules in Shanghai time: %s', (expression, time) => expect(first(expression)).toBe(time));

test.each([
  ['* * * * *', '现在是5段'],
  ['@daily', '现在是1段'],
  ['0 0 24 * * ?', '“时”不能写成 24'],
  ['0 60 0 * * ?', '“分”不能写成 60'],
  ['0 0 0 * FOO ?', '“月”不能写成 FOO'],
  ['0 0 3 1 * MON', '“日”和“周”只能指定一个'],
  ['0 0 3 * * ? 2020', '不会再有执行时间'],
  ['0 0 0 31 2 ?', '不会再有执行时间'],
])('rejects %s with the message %s', (expression, words) => {
  expect(() => timesAfter(expression, SATURDAY, 5)).toThrow(CronError);
  expect(() => timesAfter(expression, SATURDAY, 5)).toThrow(words);
});

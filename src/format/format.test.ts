import { expect, test } from 'vitest';
import { KB, MB } from '../../contract/limits.ts';
import { bytes, bytesOf } from './bytes.ts';
import { fullDate, monthDate, shortDate, timeAgo } from './date.ts';
import { count, inChinese, price, readingTime } from './number.ts';

test('formats numbers, money and sizes in Chinese style', () => {
  expect([count(0), count(1286), count(32_400), count(4_120_000)]).toEqual(['0', '1,286', '3.2\u00a0万', '412\u00a0万']);
  expect([price(3200), price(0), price(123_456_789)]).toEqual(['¥\u00a032.00', '¥\u00a00.00', '¥\u00a01,234,567.89']);
  expect([bytes(500), bytes(640 * 1024), bytes(13.6 * 1024 * 1024)]).toEqual(['500\u00a0B', '640\u00a0KB', '13.6\u00a0MB']);
  expect(bytesOf(8.4 * 1024 * 1024, 13.6 * 1024 * 1024)).toBe('8.4 / 13.6\u00a0MB');
  expect([3, 10, 15, 20, 24, 101, 110, 1005].map(inChinese)).toEqual(['三', '十', '十五', '二十', '二十四', '一百零一', '一百一十', '一千零五']);
  expect(readingTime(182_000)).toEqual({ value: '约 7', unit: '小时读完' });
});

test('S5.5 a KB is 1024 bytes, a MB 1024 KB, a GB 1024 MB', () => {
  expect([KB, MB]).toEqual([1024, 1024 * 1024]);
  expect([bytes(1023), bytes(1024), bytes(1024 ** 2), bytes(1024 ** 3)]).toEqual(['1023\u00a0B', '1\u00a0KB', '1\u00a0MB', '1\u00a0GB']);
});

test.each([
  [0, '刚刚'],
  [29, '刚刚'],
  [30, '1分钟前'],
  [61, '2分钟前'],
  [59 * 60 + 30, '60分钟前'],
  [60 * 60, '1小时前'],
  [24 * 3600 - 1, '23小时前'],
  [24 * 3600, '1天前'],
  [48 * 3600 - 1, '1天前'],
  [48 * 3600, '11月19日'],
])('S9.9 shows %i seconds ago as %s', (seconds, words) => {
  const then = '2026-11-19 12:00:00';
  expect(timeAgo(then, Date.parse('2026-11-19T12:00:00+08:00') + seconds * 1000)).toBe(words);
});

test('reads wire dates as Shanghai time', () => {
  expect(fullDate('2026-11-21 09:08:07')).toBe('2026年11月21日');
  expect(monthDate('2026-11-21')).toBe('2026年11月');
  const now = new Date(2026, 10, 21);
  expect([shortDate('2026-11-18', now), shortDate('2025-01-02', now)]).toEqual(['11月18日', '2025年1月2日']);
  const noon = Date.parse('2026-11-21T12:00:00+08:00');
  expect(
    ['2026-11-21 11:59:40', '2026-11-21 11:20:00', '2026-11-21 02:00:00', '2026-11-20 10:00:00', '2026-11-01 00:00:00'].map((t) => timeAgo(t, noon)),
  ).toEqual(['刚刚', '40分钟前', '10小时前', '1天前', '11月1日']);
});

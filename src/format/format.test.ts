import { expect, test } from 'vitest';
import { bytes, bytesOf } from './bytes.ts';
import { fullDate, monthDate, shortDate, timeAgo } from './date.ts';
import { count, inChinese, price, readingTime } from './number.ts';

test('numbers, money and sizes are written the Chinese way', () => {
  expect([count(0), count(1286), count(32_400), count(4_120_000)]).toEqual(['0', '1,286', '3.2 万', '412 万']);
  expect([price(3200), price(0), price(123_456_789)]).toEqual(['¥ 32.00', '¥ 0.00', '¥ 1,234,567.89']);
  expect([bytes(500), bytes(640 * 1024), bytes(13.6 * 1024 * 1024)]).toEqual(['500 B', '640 KB', '13.6 MB']);
  expect(bytesOf(8.4 * 1024 * 1024, 13.6 * 1024 * 1024)).toBe('8.4 / 13.6 MB');
  expect([3, 10, 15, 20, 24, 101, 110, 1005].map(inChinese)).toEqual(['三', '十', '十五', '二十', '二十四', '一百零一', '一百一十', '一千零五']);
  expect(readingTime(182_000)).toEqual({ value: '约 7', unit: '小时读完' });
});

test('dates of the wire are read as Shanghai time', () => {
  expect(fullDate('2026-11-21 09:08:07')).toBe('2026年11月21日');
  expect(monthDate('2026-11-21')).toBe('2026年11月');
  const now = new Date(2026, 10, 21);
  expect([shortDate('2026-11-18', now), shortDate('2025-01-02', now)]).toEqual(['11月18日', '2025年1月2日']);
  const noon = Date.parse('2026-11-21T12:00:00+08:00');
  expect(
    ['2026-11-21 11:59:40', '2026-11-21 11:20:00', '2026-11-21 02:00:00', '2026-11-20 10:00:00', '2026-11-01 00:00:00'].map((t) => timeAgo(t, noon)),
  ).toEqual(['刚刚', '40分钟前', '10小时前', '1天前', '11月1日']);
});

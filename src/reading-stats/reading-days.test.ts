import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import type { StoredDay } from '../annotations/annotation-record.ts';
import { duration, monthBeside, monthWeeks, streak, sumByDay } from './reading-days.ts';
import { dueIn, dueWords, LAST_BOX, reviewed } from '../vocabulary/word-review.ts';

const day = (date: string, seconds: number, finished: number[] = []): StoredDay => ({
  kind: 'day',
  clientId: `${date}-${seconds}`,
  clock: 1,
  deleted: false,
  seq: 1,
  device: '',
  createTime: '',
  updateTime: '',
  day: date,
  seconds,
  pages: 10,
  finished,
  sent: true,
  refused: '',
});

test('adds up the devices of a reader, and counts a book finished on two of them once', () => {
  const sums = sumByDay([day('2026-11-20', 600, [7]), day('2026-11-20', 300, [7, 8]), day('2026-11-21', 30)]);
  expect(sums.get('2026-11-20')).toEqual({ seconds: 900, pages: 20, finished: [7, 8] });
});

test('counts a streak back from today, or from yesterday when today has no reading yet, across the end of a month', () => {
  const sums = sumByDay(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'].map((date) => day(date, 120)));
  expect(streak(sums, '2026-11-02')).toBe(4);
  expect(streak(sums, '2026-11-03')).toBe(4);
  expect(streak(sums, '2026-11-04')).toBe(0);
  expect(streak(sumByDay([day('2026-11-02', 59)]), '2026-11-02')).toBe(0);
});

test('a month consists of complete weeks from Monday on, with the days of adjacent months marked', () => {
  const weeks = monthWeeks(sumByDay([day('2026-11-05', 3600)]), '2026-11', '2026-11-21');
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(weeks[0]?.map(({ date, outside }) => [date, outside])).toEqual([
    [26, true],
    [27, true],
    [28, true],
    [29, true],
    [30, true],
    [31, true],
    [1, false],
  ]);
  const all = weeks.flat();
  expect(all.filter((one) => !one.outside)).toHaveLength(30);
  expect(all.find((one) => one.day === '2026-11-05')).toMatchObject({ level: 4, future: false });
  expect(all.find((one) => one.day === '2026-11-22')?.future).toBe(true);
  expect([monthBeside('2026-01', -1), monthBeside('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
  expect([duration(59), duration(3600), duration(3900)]).toEqual(['0 分钟', '1 小时', '1 小时 5 分钟']);
});

test('asks a known word later each time, and starts a forgotten word again', () => {
  const now = 1_000_000;
  const days = DAY_MS;
  expect(reviewed({ box: 0, reviews: 0 }, true, now)).toEqual({ box: 1, dueAt: now + days, reviews: 1 });
  expect(reviewed({ box: 3, reviews: 5 }, true, now)).toEqual({ box: 4, dueAt: now + 8 * days, reviews: 6 });
  expect(reviewed({ box: LAST_BOX, reviews: 9 }, true, now)).toMatchObject({ box: LAST_BOX, dueAt: now + 32 * days });
  expect(reviewed({ box: 4, reviews: 5 }, false, now)).toEqual({ box: 0, dueAt: now + 600_000, reviews: 6 });
  const word = (dueAt: number) => ({ dueAt }) as Parameters<typeof dueWords>[0][number];
  expect(dueWords([word(now + 1), word(now), word(now - 5)], now).map(({ dueAt }) => dueAt)).toEqual([now - 5, now]);
  expect([dueIn(now, now), dueIn(now + 1, now), dueIn(now + days, now), dueIn(now + 3 * days, now)]).toEqual([
    '现在复习',
    '1 分钟后',
    '一天内',
    '3 天后',
  ]);
});

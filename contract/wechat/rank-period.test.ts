import { expect, test } from 'vitest';
import { finishedPeriods, isDay, periodAfter, periodEndOf, periodLabel, periodStartOf } from './rank-period.ts';

test.each([
  ['week', '2026-11-21', '2026-11-15', '2026-11-21'],
  ['week', '2026-11-22', '2026-11-22', '2026-11-28'],
  ['week', '2027-01-01', '2026-12-27', '2027-01-02'],
  ['month', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['year', '2026-05-05', '2026-01-01', '2026-12-31'],
] as const)('the %s that contains %s lasts from %s to %s', (type, day, start, end) => {
  expect([periodStartOf(type, day), periodEndOf(type, start)]).toEqual([start, end]);
});

test('steps to other periods across years', () => {
  expect([periodAfter('week', '2026-12-27', 1), periodAfter('month', '2026-01-01', -1), periodAfter('year', '2026-01-01', 2)]).toEqual([
    '2027-01-03',
    '2025-12-01',
    '2028-01-01',
  ]);
});

test('labels a period as people read it', () => {
  expect([
    periodLabel('week', '2026-11-15'),
    periodLabel('week', '2026-11-29'),
    periodLabel('week', '2026-12-27'),
    periodLabel('month', '2026-11-01'),
    periodLabel('year', '2026-01-01'),
  ]).toEqual(['2026年11月15日—21日', '2026年11月29日—12月5日', '2026年12月27日—2027年1月2日', '2026年11月', '2026年']);
});

test('accepts only days that exist', () => expect(['2026-02-28', '2026-02-29', '2026-2-1', 'x'].map(isDay)).toEqual([true, false, false, false]));

test('lists the periods that have ended, newest first', () => {
  expect(finishedPeriods('week', 2, '2026-11-22')).toEqual(['2026-11-15', '2026-11-08']);
  expect(finishedPeriods('month', 2, '2026-01-31')).toEqual(['2025-12-01', '2025-11-01']);
});

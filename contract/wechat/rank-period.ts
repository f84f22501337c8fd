import { DAY_MS, SHANGHAI_MS } from '../clock.ts';

export const PERIOD_TYPES = ['week', 'month', 'year'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];
export const PERIOD_NAMES: Readonly<Record<PeriodType, string>> = { week: '周榜', month: '月榜', year: '年榜' };

/** Days that divide the totals in F19, whatever the real length of the period is. */
export const PERIOD_DAYS: Readonly<Record<PeriodType, number>> = { week: 7, month: 30, year: 365 };

/** Periods of a sparkline. */
export const POINTS = 12;

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date | number): string => new Date(date).toISOString().slice(0, 10);

/** Returns true for an existing day in the form `yyyy-MM-dd`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dateOf(text).getTime()) && dayOf(dateOf(text)) === text;

/** Returns the first day of the period that contains `day`: weeks begin on Sunday. Days are `yyyy-MM-dd` in Asia/Shanghai. */
export function periodStartOf(type: PeriodType, day: string): string {
  if (type === 'week') return dayOf(dateOf(day).getTime() - dateOf(day).getUTCDay() * DAY_MS);
  return type === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`;
}

/** Returns the first day of the period `steps` after the one that begins on `start`; negative steps go back. */
export function periodAfter(type: PeriodType, start: string, steps: number): string {
  if (type === 'week') return dayOf(dateOf(start).getTime() + steps * 7 * DAY_MS);
  const date = dateOf(start);
  return dayOf(type === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + steps, 1) : Date.UTC(date.getUTCFullYear() + steps, 0, 1));
}

/** Returns the last day of the period that begins on `start`. */
export const periodEndOf = (type: PeriodType, start: string): string => dayOf(dateOf(periodAfter(type, start, 1)).getTime() - DAY_MS);

const number = (text: string | undefined): number => Number(text ?? 0);

/** Returns the period as people read it: `2026年11月15日—21日`, `2026年10月`, `2026年`. */
export function periodLabel(type: PeriodType, start: string): string {
  const [year, month, day] = start.split('-');
  if (type === 'year') return `${year}年`;
  if (type === 'month') return `${year}年${number(month)}月`;
  const [endYear, endMonth, endDay] = periodEndOf(type, start).split('-');
  const until = `${endYear === year ? '' : `${endYear}年`}${endMonth === month ? '' : `${number(endMonth)}月`}${number(endDay)}日`;
  return `${year}年${number(month)}月${number(day)}日—${until}`;
}

/** Returns today's date in Asia/Shanghai. */
export const shanghaiDay = (now = Date.now()): string => dayOf(now + SHANGHAI_MS);

/** Returns the first days of the last `count` periods that have ended, newest first. */
export const finishedPeriods = (type: PeriodType, count: number, today = shanghaiDay()): string[] =>
  Array.from({ length: count }, (_, index) => periodAfter(type, periodStartOf(type, today), -1 - index));

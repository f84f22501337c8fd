import { SHANGHAI_MS } from '../../contract/clock.ts';
import type { TermPeriod } from '../../contract/protocol/term.ts';
import { monthBefore } from './deduction.rule.ts';

const SHANGHAI = '+08:00';
const LENGTH: Readonly<Record<TermPeriod, number>> = { month: 1, half: 6, year: 12 };

/** The first moment of a month in Shanghai, epoch milliseconds. */
export const startOf = (period: string): number => Date.parse(`${period}-01T00:00:00${SHANGHAI}`);
/** The first moment after a month. */
export const endOf = (period: string): number => startOf(monthBefore(period, -1));
/** The last day of a month, yyyy-MM-dd. */
export const lastDayOf = (period: string): string => new Date(endOf(period) - 1 + SHANGHAI_MS).toISOString().slice(0, 10);

/** Months that are settled with this one; none when the terms settle in another month. */
export function monthsOf(period: string, kind: TermPeriod): string[] {
  const count = LENGTH[kind];
  if (Number(period.slice(5)) % count !== 0) return [];
  return Array.from({ length: count }, (_one, at) => monthBefore(period, count - 1 - at));
}

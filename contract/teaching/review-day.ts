import { DAY_MS, SHANGHAI_MS } from '../clock.ts';

/** A day of review begins at 04:00 in Beijing, so that a late evening belongs to the day before. */
const BEGINS_MS = 4 * 3_600_000;

/** The number of the day of review, counted from 1970-01-01; two times of one day have the same number. */
export const reviewDay = (at: number): number => Math.floor((at + SHANGHAI_MS - BEGINS_MS) / DAY_MS);

/** When a day of review begins, epoch milliseconds. */
export const startOfReviewDay = (day: number): number => day * DAY_MS - SHANGHAI_MS + BEGINS_MS;

/** The day of review of a date, `yyyy-MM-dd`; null for another text. */
export function reviewDayOf(date: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at / DAY_MS;
}

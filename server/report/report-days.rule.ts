import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import type { ReportFilter } from '../../contract/report/report.ts';
import type { Cadence } from '../../contract/report/report-subscription.ts';
import type { ReportRange } from './report-source.service.ts';

/** Two days, both included, `yyyy-MM-dd` in Shanghai. */
export interface Days {
  readonly begin: string;
  readonly end: string;
}

const HOUR_MS = 3_600_000;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - SHANGHAI_MS;
const dayOf = (at: number): string => new Date(at + SHANGHAI_MS).toISOString().slice(0, 10);
const dateOf = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** Both days are included, in Shanghai time. */
export const rangeOf = ({ begin, end }: Days, filter: ReportFilter = {}): ReportRange => ({
  begin: startOf(begin),
  end: startOf(end) + DAY_MS,
  filter,
});
export const beforeOf = ({ begin, end, filter }: ReportRange): ReportRange => ({ begin: begin - (end - begin), end: begin, filter });

/** The same days of last year; 29 February becomes 28 February. */
export function lastYearOf({ begin, end }: Days, filter: ReportFilter = {}): ReportRange {
  const back = (day: string): string => {
    const moved = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
    return day.endsWith('02-29') ? `${Number(day.slice(0, 4)) - 1}-02-28` : moved;
  };
  return rangeOf({ begin: back(begin), end: back(end) }, filter);
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** The name of a whole month, quarter or year: 2026-01, 2026-Q1, 2026; null for other days. */
export function periodOf({ begin, end }: Days): string | null {
  const [year, month] = [Number(begin.slice(0, 4)), Number(begin.slice(5, 7)) - 1];
  if (!begin.endsWith('-01')) return null;
  for (const [kind, months] of Object.entries(MONTHS)) {
    if (month % months !== 0 || end !== dateOf(year, month + months, 0)) continue;
    return kind === 'month' ? begin.slice(0, 7) : kind === 'quarter' ? `${year}-Q${month / 3 + 1}` : String(year);
  }
  return null;
}

/** The period is over. */
export const isClosed = ({ end }: Days, now: number): boolean => startOf(end) + DAY_MS <= now;

/** The days of the month, quarter and year that ended last. */
export function lastPeriods(now: number): Days[] {
  const [year = 0, month = 1] = dayOf(now).split('-').map(Number);
  return Object.values(MONTHS).map((months) => {
    const from = Math.floor((month - 1) / months) * months - months;
    return { begin: dateOf(year, from, 1), end: dateOf(year, from + months, 0) };
  });
}

/** The next time after `now` at which a subscription is due: at the hour of every day, of Mondays, or of first days of a month. */
export function nextTime(cadence: Cadence, hour: number, now: number): number {
  for (let start = startOf(dayOf(now)); ; start += DAY_MS) {
    const at = start + hour * HOUR_MS;
    const day = new Date(start + SHANGHAI_MS);
    const fits = cadence === 'day' || (cadence === 'week' ? day.getUTCDay() === 1 : day.getUTCDate() === 1);
    if (fits && at > now) return at;
  }
}

/** The days that a subscription covers when it is sent: the day before, the week before (Monday to Sunday), or the month before. */
export function daysBefore(cadence: Cadence, at: number): Days {
  const today = startOf(dayOf(at));
  if (cadence === 'day') return { begin: dayOf(today - DAY_MS), end: dayOf(today - DAY_MS) };
  if (cadence === 'month') return lastPeriods(at)[0] as Days;
  const monday = today - ((new Date(today + SHANGHAI_MS).getUTCDay() + 6) % 7) * DAY_MS;
  return { begin: dayOf(monday - 7 * DAY_MS), end: dayOf(monday - DAY_MS) };
}

import { DAY_MS } from '../../contract/clock.ts';
import type { StoredDay } from '../annotations/annotation-record.ts';

/** Seconds. A day with less reading does not count. */
const COUNTS_FROM = 60;

/** Returns the calendar day in the user's time zone, `yyyy-MM-dd`. */
export function dayOfReading(at = new Date()): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

export interface DaySum {
  readonly seconds: number;
  readonly pages: number;
  readonly finished: readonly number[];
}

/** Adds up each day over all devices. */
export function sumByDay(days: readonly StoredDay[]): Map<string, DaySum> {
  const sums = new Map<string, DaySum>();
  for (const { day, seconds, pages, finished } of days) {
    const sum = sums.get(day);
    sums.set(day, {
      seconds: seconds + (sum?.seconds ?? 0),
      pages: pages + (sum?.pages ?? 0),
      finished: [...new Set([...(sum?.finished ?? []), ...finished])],
    });
  }
  return sums;
}

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const before = (day: string, days: number): string => new Date(noon(day) - days * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of consecutive reading days up to today; today may have no reading yet. */
export function streak(sums: ReadonlyMap<string, DaySum>, today: string): number {
  const counts = (day: string): boolean => (sums.get(day)?.seconds ?? 0) >= COUNTS_FROM;
  let at = counts(today) ? today : before(today, 1);
  let length = 0;
  for (; counts(at); at = before(at, 1)) length += 1;
  return length;
}

export interface CalendarDay {
  readonly day: string;
  readonly date: number;
  /** The day belongs to an adjacent month. */
  readonly outside: boolean;
  readonly future: boolean;
  readonly seconds: number;
  /** 0: no reading; 4: one hour or more. */
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly finished: number;
}

const levelOf = (seconds: number): CalendarDay['level'] =>
  seconds < COUNTS_FROM ? 0 : seconds < 600 ? 1 : seconds < 1800 ? 2 : seconds < 3600 ? 3 : 4;

/** Returns the weeks of a month, Monday first, seven days each. */
export function monthWeeks(sums: ReadonlyMap<string, DaySum>, month: string, today: string): CalendarDay[][] {
  const first = `${month}-01`;
  const start = before(first, (new Date(noon(first)).getUTCDay() + 6) % 7);
  const weeks: CalendarDay[][] = [];
  for (let day = start; weeks.length === 0 || day.slice(0, 7) === month; ) {
    const week: CalendarDay[] = [];
    for (let index = 0; index < 7; index++, day = before(day, -1)) {
      const sum = sums.get(day);
      const seconds = sum?.seconds ?? 0;
      week.push({
        day,
        date: Number(day.slice(8)),
        outside: day.slice(0, 7) !== month,
        future: day > today,
        seconds,
        level: levelOf(seconds),
        finished: sum?.finished.length ?? 0,
      });
    }
    weeks.push(week);
  }
  return weeks;
}

export const monthBeside = (month: string, step: 1 | -1): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const at = new Date(Date.UTC(year, number - 1 + step, 15));
  return at.toISOString().slice(0, 7);
};

/** Formats a duration: 45 分钟, 1 小时 5 分钟. */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} 分钟`;
  return minutes % 60 === 0 ? `${Math.floor(minutes / 60)} 小时` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`;
}

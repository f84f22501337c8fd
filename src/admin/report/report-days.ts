import { SHANGHAI_MS } from '../../../contract/clock.ts';

/** Two days, both included, `yyyy-MM-dd`. */
export interface Days {
  readonly begin: string;
  readonly end: string;
}

const text = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** Year, month (from 0) and day in Shanghai. */
function today(now: Date): readonly [number, number, number] {
  const [year = 0, month = 1, day = 1] = new Date(now.getTime() + SHANGHAI_MS).toISOString().slice(0, 10).split('-').map(Number);
  return [year, month - 1, day];
}

export function thisYear(now: Date): Days {
  const [year, month, day] = today(now);
  return { begin: text(year, 0, 1), end: text(year, month, day) };
}

/** The ranges that are chosen most, by name. */
export function presets(now: Date): readonly (readonly [label: string, days: Days])[] {
  const [year, month, day] = today(now);
  const quarter = Math.floor(month / 3) * 3;
  return [
    ['本月', { begin: text(year, month, 1), end: text(year, month, day) }],
    ['上月', { begin: text(year, month - 1, 1), end: text(year, month, 0) }],
    ['本季', { begin: text(year, quarter, 1), end: text(year, month, day) }],
    ['上季', { begin: text(year, quarter - 3, 1), end: text(year, quarter, 0) }],
    ['今年', thisYear(now)],
    ['去年', { begin: text(year - 1, 0, 1), end: text(year - 1, 11, 31) }],
  ];
}

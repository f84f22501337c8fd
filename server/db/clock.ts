import { MINUTE_MS, SHANGHAI_MS } from '../../contract/clock.ts';

/** Clocks of servers may differ by this, in milliseconds. A time that is further ahead than its rule allows was written while a clock was ahead. */
export const SKEW_MS = MINUTE_MS;

/** Returns epoch milliseconds as `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai; empty for null. */
export function wireTime(at: number | null): string {
  return at === null ? '' : new Date(at + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns `yyyy-MM-dd`, Asia/Shanghai. */
export const wireDate = (at: number): string => wireTime(at).slice(0, 10);

/** Returns `2026年11月2日`, Asia/Shanghai. */
export function chineseDate(at: number): string {
  const [year = '', month = '', day = ''] = wireDate(at).split('-');
  return `${year}年${Number(month)}月${Number(day)}日`;
}

/** Returns the last millisecond of a wire date. */
export const endOfDay = (date: string): number => Date.parse(`${date}T23:59:59.999+08:00`);

/** Returns the epoch milliseconds of `yyyy-MM-dd` (its first moment) or `yyyy-MM-dd HH:mm:ss`; null for any other text. */
export function epochOf(text: string): number | null {
  const found = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?$/.exec(text.trim());
  if (!found) return null;
  const at = Date.parse(`${found[1]}T${found[2] ?? '00:00:00'}+08:00`);
  return Number.isNaN(at) ? null : at;
}

/** The months in Shanghai from the one of `first` up to `until` (excluded), epoch milliseconds; the last one may be cut. */
export function monthsUntil(first: number, until: number): { period: string; from: number; to: number }[] {
  const months: { period: string; from: number; to: number }[] = [];
  const shown = new Date(first + SHANGHAI_MS);
  let from = Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth(), 1) - SHANGHAI_MS;
  while (from < until) {
    const start = new Date(from + SHANGHAI_MS);
    const next = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) - SHANGHAI_MS;
    months.push({ period: start.toISOString().slice(0, 7), from, to: Math.min(next, until) });
    from = next;
  }
  return months;
}

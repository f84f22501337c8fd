import { SHANGHAI_MS } from '../../contract/clock.ts';

/** Returns epoch milliseconds as `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai; empty for null. */
export function wireTime(at: number | null): string {
  return at === null ? '' : new Date(at + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns `yyyy-MM-dd`, Asia/Shanghai. */
export const wireDate = (at: number): string => wireTime(at).slice(0, 10);

/** Returns the last millisecond of a wire date. */
export const endOfDay = (date: string): number => Date.parse(`${date}T23:59:59.999+08:00`);

/** Returns the epoch milliseconds of `yyyy-MM-dd` (its first moment) or `yyyy-MM-dd HH:mm:ss`; null for any other text. */
export function epochOf(text: string): number | null {
  const found = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?$/.exec(text.trim());
  if (!found) return null;
  const at = Date.parse(`${found[1]}T${found[2] ?? '00:00:00'}+08:00`);
  return Number.isNaN(at) ? null : at;
}

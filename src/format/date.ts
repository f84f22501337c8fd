/** Splits `yyyy-MM-dd[ HH:mm:ss]` in wire format, without a time zone. */
function parts(text: string): { year: number; month: number; day: number; hour: number; minute: number; second: number } | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(text);
  if (!found) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = found;
  return { year: Number(year), month: Number(month), day: Number(day), hour: Number(hour), minute: Number(minute), second: Number(second) };
}

/** 2026年11月21日 */
export function fullDate(text: string): string {
  const p = parts(text);
  return p ? `${p.year}年${p.month}月${p.day}日` : '';
}

/** 2026年11月 */
export function monthDate(text: string): string {
  const p = parts(text);
  return p ? `${p.year}年${p.month}月` : '';
}

/** 11月21日, with the year if it is not the current one. */
export function shortDate(text: string, now = new Date()): string {
  const p = parts(text);
  if (!p) return '';
  return p.year === now.getFullYear() ? `${p.month}月${p.day}日` : `${p.year}年${p.month}月${p.day}日`;
}

const SHANGHAI_MINUTES = 8 * 60;
const MINUTE = 60_000;

/** 刚刚, 5分钟前, 3小时前, 1天前, then the date; wire times are Asia/Shanghai. */
export function timeAgo(text: string, now = Date.now()): string {
  const p = parts(text);
  if (!p) return '';
  const then = Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) - SHANGHAI_MINUTES * MINUTE;
  const minutes = (now - then) / MINUTE;
  if (minutes < 0.5) return '刚刚';
  if (minutes < 60) return `${Math.ceil(minutes)}分钟前`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}小时前`;
  if (minutes < 48 * 60) return '1天前';
  return shortDate(text, new Date(now));
}

/** Returns the day of a time in milliseconds, in the reader's time zone. */
export function dayOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${date.getFullYear()}年${date.getMonth() + 1}月${date.getDate()}日`;
}

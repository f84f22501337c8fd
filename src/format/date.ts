/** Splits `yyyy-MM-dd[ HH:mm:ss]` in wire format, without a time zone. */
function parts(text: string): { year: number; month: number; day: number; hour: number; minute: number; second: number } | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(text);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return { year, month, day, hour, minute, second };
}

const written = (year: number, month: number, day: number): string => `${year}年${month}月${day}日`;

/** 2026年11月21日 */
export function fullDate(text: string): string {
  const p = parts(text);
  return p ? written(p.year, p.month, p.day) : '';
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
  return p.year === now.getFullYear() ? `${p.month}月${p.day}日` : fullDate(text);
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
  return written(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

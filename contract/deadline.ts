import { DAY_MS } from './clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Date and time of day of a deadline, `2026-11-28 18:30`, from a wire time. */
export const deadlineMoment = (wire: string): string => wire.slice(0, 16);

/**
 * A deadline as every list and page shows it, from a wire time (Asia/Shanghai): date and time of day; on its last day with the hours and
 * minutes that are left. Empty without a deadline.
 */
export function deadlineText(wire: string, now = Date.now()): string {
  if (wire.length < 16) return wire;
  const left = Date.parse(`${wire.slice(0, 19).padEnd(19, ':00').replace(' ', 'T')}+08:00`) - now;
  if (!(left > 0 && left <= DAY_MS)) return deadlineMoment(wire);
  const hours = Math.floor(left / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  const rest = hours > 0 ? `${hours}小时${minutes}分` : minutes > 0 ? `${minutes}分钟` : '不到1分钟';
  return `${deadlineMoment(wire)}（还有${rest}）`;
}

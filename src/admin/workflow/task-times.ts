import { DAY_MS } from '../../../contract/clock.ts';

const HOUR = 3_600_000;

/** Returns how long until a due time, as people say it. `due` is a time of the wire, or empty. */
export function dueText(due: string, now: number): { readonly text: string; readonly late: boolean } {
  if (!due) return { text: '', late: false };
  const left = Date.parse(`${due.replace(' ', 'T')}+08:00`) - now;
  if (left < 0) return { text: left > -DAY_MS ? '已到期' : `逾期 ${Math.floor(-left / DAY_MS)} 天`, late: true };
  if (left < HOUR) return { text: '不到 1 小时', late: true };
  return left < DAY_MS ? { text: `还剩 ${Math.floor(left / HOUR)} 小时`, late: true } : { text: `还剩 ${Math.floor(left / DAY_MS)} 天`, late: false };
}

/** Returns how long something has waited since a time of the wire. */
export function waitedText(since: string, now: number): string {
  const waited = Math.max(0, now - Date.parse(`${since.replace(' ', 'T')}+08:00`));
  if (waited < HOUR) return '刚到';
  return waited < DAY_MS ? `等了 ${Math.floor(waited / HOUR)} 小时` : `等了 ${Math.floor(waited / DAY_MS)} 天`;
}

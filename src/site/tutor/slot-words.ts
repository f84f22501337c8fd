import { DAY_MS, SHANGHAI_MS } from '../../../contract/clock.ts';
import { yuan } from '../../../contract/money.ts';
const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** A wire date as a number of days; dates have no time zone. */
const dayNumber = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY_MS;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const today = (now = Date.now()): string => new Date(now + SHANGHAI_MS).toISOString().slice(0, 10);
export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);
export const weekdayName = (date: string): string => WEEKDAYS[new Date(dayNumber(date) * DAY_MS).getUTCDay()] ?? '';
/** The Monday of a date's week. */
export const mondayOf = (date: string): string => addDays(date, -((new Date(dayNumber(date) * DAY_MS).getUTCDay() + 6) % 7));
/** 6月3日 */
export const dayName = (date: string): string => `${Number(date.slice(5, 7))}月${Number(date.slice(8, 10))}日`;
/** 6月3日 周三 09:00 */
export const slotName = (time: string): string => `${dayName(time)} ${weekdayName(time)} ${time.slice(11, 16)}`;
/** Epoch milliseconds of a wire time. */
export const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`);
export const feeName = (fen: number): string => (fen === 0 ? '免费' : `¥ ${yuan(fen)}`);

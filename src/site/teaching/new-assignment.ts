import { DAY_MS, SHANGHAI_MS } from '../../../contract/clock.ts';

/** `yyyy-MM-dd HH:mm` in Shanghai. */
export const minuteOf = (at: number): string => new Date(at + SHANGHAI_MS).toISOString().slice(0, 16).replace('T', ' ');

/** A draft that opens now and is due in a week at the end of the day. */
export function newAssignment(now = Date.now()): { title: string; openAt: string; dueAt: string } {
  return { title: `作业 ${minuteOf(now).slice(5, 10)}`, openAt: minuteOf(now), dueAt: `${minuteOf(now + 7 * DAY_MS).slice(0, 10)} 23:59` };
}

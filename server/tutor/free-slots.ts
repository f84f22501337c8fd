import { DAY_MS } from '../../contract/clock.ts';
import { TUTOR } from '../../contract/tutor/tutor-limits.ts';
import { wireDate } from '../db/clock.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** `startMinute` of an exception for the whole day. */
export const WHOLE_DAY = -1;

export interface Rules {
  readonly minutes: number;
  readonly weekly: readonly { readonly weekday: number; readonly startMinute: number }[];
  readonly exceptions: readonly { readonly date: string; readonly startMinute: number; readonly kind: 'off' | 'extra' }[];
}

export interface Booked {
  readonly expectTime: number;
  readonly minutes: number;
}

const midnight = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);
/** 1 is Monday; the date has no time zone. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

export const overlaps = (start: number, minutes: number, other: Booked): boolean =>
  start < other.expectTime + other.minutes * MINUTE_MS && other.expectTime < start + minutes * MINUTE_MS;

/** Starts of the slots of one date, in minutes after midnight, in order; a slot that overlaps the one before it is left out. */
export function slotsOfDay({ minutes, weekly, exceptions }: Rules, date: string): number[] {
  const own = exceptions.filter((one) => one.date === date);
  if (own.some(({ kind, startMinute }) => kind === 'off' && startMinute === WHOLE_DAY)) return [];
  const off = new Set(own.filter(({ kind }) => kind === 'off').map(({ startMinute }) => startMinute));
  const weekday = weekdayOf(date);
  const starts = [
    ...weekly.filter((slot) => slot.weekday === weekday && !off.has(slot.startMinute)).map(({ startMinute }) => startMinute),
    ...own.filter(({ kind }) => kind === 'extra').map(({ startMinute }) => startMinute),
  ].sort((a, b) => a - b);
  const kept: number[] = [];
  for (const start of starts) {
    const last = kept.at(-1);
    if (start + minutes <= DAY_MINUTES && (last === undefined || start >= last + minutes)) kept.push(start);
  }
  return kept;
}

/** Starts of the free slots after `now` and at most 60 days ahead, in order, in epoch milliseconds. */
export function openSlots(rules: Rules, booked: readonly Booked[], now: number): number[] {
  const until = now + TUTOR.daysAhead * DAY_MS;
  const days = Array.from({ length: TUTOR.daysAhead + 1 }, (_, day) => wireDate(now + day * DAY_MS));
  return days
    .flatMap((date) => slotsOfDay(rules, date).map((start) => midnight(date) + start * MINUTE_MS))
    .filter((start) => start > now && start <= until && !booked.some((other) => overlaps(start, rules.minutes, other)));
}

import { expect, it } from 'vitest';
import { DAY_MS } from '../clock.ts';
import { daysLate, dueEnd, effectiveDue, expiresAt, lastMoment, limitMs, NOT_EXTENDED, stateAt } from './assignment-time.ts';

const due = Date.parse('2026-11-30T23:59:00+08:00');
const times = { openAt: due - 7 * DAY_MS, dueAt: due, lateDays: 2, graceHours: 24, limitMin: 40 };
const longer = { dueAt: due + 3 * DAY_MS, extraTimeBp: 15_000 };

it('counts the whole minute of the due time', () => {
  expect(daysLate(times, NOT_EXTENDED, due + 59_999)).toBe(0);
  expect(daysLate(times, NOT_EXTENDED, due + 60_000)).toBe(1);
  expect(daysLate(times, NOT_EXTENDED, dueEnd(due) + DAY_MS - 1)).toBe(1);
  expect(daysLate(times, NOT_EXTENDED, dueEnd(due) + DAY_MS)).toBe(2);
});

it('counts lateness from the own due time of a student, who is late nowhere before it', () => {
  expect(effectiveDue(times, longer)).toBe(due + 3 * DAY_MS);
  expect(effectiveDue(times, { dueAt: due - DAY_MS, extraTimeBp: 10_000 })).toBe(due);
  expect(daysLate(times, longer, due + 3 * DAY_MS + 59_999)).toBe(0);
  expect(lastMoment(times, longer)).toBe(dueEnd(due) + 5 * DAY_MS);
});

it('ends an attempt at its limit and the minute of grace, or with the late window; later while a ticket is out', () => {
  expect(limitMs(times, longer)).toBe(60 * 60_000);
  expect(expiresAt(times, NOT_EXTENDED, due - DAY_MS, false)).toBe(due - DAY_MS + 41 * 60_000);
  expect(expiresAt({ ...times, limitMin: 0 }, NOT_EXTENDED, due, false)).toBe(dueEnd(due) + 2 * DAY_MS);
  expect(expiresAt({ ...times, limitMin: 0 }, NOT_EXTENDED, due, true)).toBe(dueEnd(due) + 3 * DAY_MS);
});

it('opens and closes by the time, and leaves every other state', () => {
  const last = lastMoment(times, longer);
  expect(stateAt('scheduled', times, last, times.openAt - 1)).toBe('scheduled');
  expect(stateAt('scheduled', times, last, times.openAt)).toBe('open');
  expect(stateAt('open', times, last, last - 1)).toBe('open');
  expect(stateAt('open', times, last, last)).toBe('closed');
  expect(stateAt('withdrawn', times, last, last)).toBe('withdrawn');
});

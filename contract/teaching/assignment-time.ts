import { DAY_MS } from '../clock.ts';
import type { AssignmentState } from './assignment.machine.ts';
import { TEACHING } from './teaching-limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The times of an assignment, epoch milliseconds; `dueAt` is the beginning of its minute, which counts as a whole. */
export interface AssignmentTimes {
  readonly openAt: number;
  readonly dueAt: number;
  readonly lateDays: number;
  readonly graceHours: number;
  /** Minutes for one attempt; 0 is without limit. */
  readonly limitMin: number;
}

/** What a teacher gave one student; `dueAt` null keeps the time of the others. */
export interface Extended {
  readonly dueAt: number | null;
  /** Basis points of the time limit: 15 000 is half as much again. */
  readonly extraTimeBp: number;
}

export const NOT_EXTENDED: Extended = { dueAt: null, extraTimeBp: 10_000 };

/** The due time of one student: the later of both. */
export const effectiveDue = ({ dueAt }: Pick<AssignmentTimes, 'dueAt'>, extended: Extended = NOT_EXTENDED): number =>
  Math.max(dueAt, extended.dueAt ?? 0);

/** The first moment that is not in time: the minute of the due time counts. */
export const dueEnd = (due: number): number => due + MINUTE;

/** The first moment at which nothing may be handed in any more, not even late. */
export const lastMoment = (times: AssignmentTimes, extended: Extended = NOT_EXTENDED): number =>
  dueEnd(effectiveDue(times, extended)) + times.lateDays * DAY_MS;

/** Until when answers given in time may still arrive. */
export const graceEnd = (times: AssignmentTimes, extended: Extended = NOT_EXTENDED): number =>
  dueEnd(effectiveDue(times, extended)) + times.graceHours * HOUR;

/** Started days after the due time of the student; 0 in time. */
export const daysLate = (times: AssignmentTimes, extended: Extended, endedAt: number): number =>
  Math.max(0, Math.ceil((endedAt - dueEnd(effectiveDue(times, extended)) + 1) / DAY_MS));

/** Milliseconds for one attempt of the student; 0 is without limit. */
export const limitMs = ({ limitMin }: Pick<AssignmentTimes, 'limitMin'>, { extraTimeBp }: Extended = NOT_EXTENDED): number =>
  Math.round((limitMin * MINUTE * extraTimeBp) / 10_000);

/** When an attempt that began at `begunAt` ends by itself on the server. */
export function expiresAt(times: AssignmentTimes, extended: Extended, begunAt: number, ticketOut: boolean): number {
  const last = lastMoment(times, extended) + (ticketOut ? times.graceHours * HOUR : 0);
  const limit = limitMs(times, extended);
  return limit === 0 ? last : Math.min(last, begunAt + limit + TEACHING.graceMs);
}

/** The state that the time gives: the program writes it when it is not the stored one. `lastOfAll` is the last moment over all extensions. */
export function stateAt(state: AssignmentState, { openAt }: Pick<AssignmentTimes, 'openAt'>, lastOfAll: number, now: number): AssignmentState {
  if (state === 'scheduled' && now >= openAt) return now >= lastOfAll ? 'closed' : 'open';
  return state === 'open' && now >= lastOfAll ? 'closed' : state;
}
